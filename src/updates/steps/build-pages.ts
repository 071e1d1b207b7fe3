import type { FetchFile } from "../../site/api/read/kept-copy.ts";
import type { FetchSpec } from "../../site/api/read/remote-specs.ts";
import { BuildFailure, BuildProblem, describeProblem } from "../../site/ground/build-problem.ts";
import { buildSite } from "../../site/pipeline/build-site.ts";
import type { RenderPool } from "../../site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../site/pipeline/site-build.ts";
import type { SiteAddresses } from "../../site/theme/site-address.ts";
import type { EditableSource } from "../../site/theme/templates/edit-links.ts";
import type { FetchedSource } from "./fetch-source.ts";
import type { StepLog } from "./step-log.ts";

interface BuildPagesRequest {
  source: FetchedSource;
  /** Shared by all updates of the project. */
  cacheFolder: string;
  addresses: SiteAddresses;
  editable: EditableSource | undefined;
  contentSignal: string;
  fetchSpec: FetchSpec | undefined;
  fetchFile?: FetchFile | undefined;
  /** Whether warnings are errors. */
  isStrict: boolean;
  /** Whether the project's own scripts run. */
  withAuthorCode: boolean;
  /** A preview sends no analytics. */
  isPreview: boolean;
  signal: AbortSignal;
}

/** Renders the pages. Problems in single pages are logged and the rest is published, unless the project is strict. */
export async function buildPages(pool: RenderPool, request: BuildPagesRequest, stepLog: StepLog): Promise<SiteBuild> {
  const { source, editable, fetchSpec, fetchFile, isStrict, ...settings } = request;
  const build = await buildSite(
    { pool },
    {
      ...settings,
      folder: source.folder,
      files: source.files,
      onLine: (line) => stepLog.line(`build-pages: ${line}`),
      onProgress: everyFewSeconds((done, total) =>
        stepLog.line(`build-pages: ${done} of ${total} pages and files built`),
      ),
      editTimes: source.editTimes,
      ...(editable !== undefined && { editable }),
      ...(fetchSpec !== undefined && { fetchSpec }),
      ...(fetchFile !== undefined && { fetchFile }),
    },
  );
  for (const problem of build.problems) {
    stepLog.line(`build-pages: ${problem.severity}: ${describeProblem(problem)}`);
  }
  const faults = build.problems.filter((problem) => problem.severity !== "note");
  if (isStrict && faults.length > 0) {
    throw new BuildFailure([
      new BuildProblem(`the project is strict, and there are ${faults.length} problems in its pages`, {
        hint: "fix them, or turn off strict mode",
      }),
    ]);
  }
  return build;
}

const progressSeconds = 5;

/** Keeps the log of a large build from filling up with numbers. */
function everyFewSeconds(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let reportedAt = performance.now();
  return (done, total) => {
    if (performance.now() - reportedAt < progressSeconds * 1_000) return;
    reportedAt = performance.now();
    report(done, total);
  };
}
