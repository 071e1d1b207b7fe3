import { count } from "../../contract/count.ts";
import {
  type BuildRequest,
  buildSite,
  type EditableSource,
  type FindGoodPages,
  type SiteAddresses,
  type SiteBuild,
} from "../../site/building.ts";
import { BuildFailure, type BuildProblem, problemLines } from "../../site/project.ts";
import type { FetchFile, FetchSpec, RecallSpec, RenderPool } from "../../site/rendering.ts";
import type { ReaderGroups } from "../../site/serving.ts";
import type { FetchedSource } from "./fetch-source.ts";
import type { StepLog } from "./step-log.ts";

interface BuildPagesRequest {
  source: Pick<FetchedSource, "folder" | "files" | "editTimes">;
  /** Shared by all updates of the project. */
  cacheFolder: string;
  sources?: BuildRequest["sources"];
  /** The readers whose pages are built. */
  readerGroups: ReaderGroups;
  addresses: SiteAddresses;
  editable: EditableSource | undefined;
  contentSignal: string;
  fetchSpec: FetchSpec | undefined;
  recallSpec?: RecallSpec;
  fetchFile?: FetchFile | undefined;
  /** Whether warnings fail the update, and whether errors do. */
  isStrict: boolean;
  failOnErrors: boolean;
  /** Finds replacements for pages that can't be built. Without this, such pages show the error. */
  findGoodPages?: FindGoodPages | undefined;
  /** Whether the project's own scripts run. */
  withAuthorCode: boolean;
  /** A preview sends no analytics. */
  isPreview: boolean;
  budget?: BuildRequest["budget"];
  signal: AbortSignal;
}

/**
 * Renders the pages. Pages with problems are reported and the rest is published, unless the project's settings forbid
 * it.
 */
export async function buildPages(pool: RenderPool, request: BuildPagesRequest, stepLog: StepLog): Promise<SiteBuild> {
  const { source, sources, editable, fetchSpec, fetchFile, isStrict, failOnErrors, findGoodPages, ...settings } =
    request;
  const build = await buildSite(
    { pool },
    {
      ...settings,
      ...(sources !== undefined && { sources }),
      describesCards: true,
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
      ...(findGoodPages !== undefined && { findGoodPages }),
    },
  );
  for (const line of problemLines(build.problems)) stepLog.line(`build-pages: ${line}`);
  const number = (severity: BuildProblem["severity"]) =>
    build.problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [number("error"), number("warning")];
  if (isStrict && errors + warnings > 0) {
    await refuse(build, `${count(errors, "error")} and ${count(warnings, "warning")}`, "warnings");
  }
  if (failOnErrors && errors > 0) await refuse(build, count(errors, "error"), "errors");
  return build;
}

async function refuse({ problems, pages, prune }: SiteBuild, found: string, setting: string): Promise<never> {
  await prune();
  const message = `Nothing was published: the build found ${found}, and the project is set to fail updates with ${setting}.`;
  throw new BuildFailure(problems, pages.length, message);
}

const progressSeconds = 5;

/** Keeps the log of a large build from filling up with progress lines. */
function everyFewSeconds(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let reportedAt = performance.now();
  return (done, total) => {
    if (performance.now() - reportedAt < progressSeconds * 1_000) return;
    reportedAt = performance.now();
    report(done, total);
  };
}
