import type { FetchSpec } from "../../site/api/read/remote-specs.ts";
import { BuildFailure, BuildProblem, describeProblem } from "../../site/ground/build-problem.ts";
import { buildSite } from "../../site/pipeline/build-site.ts";
import type { RenderPool } from "../../site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../site/pipeline/site-build.ts";
import type { SiteAddresses } from "../../site/theme/site-address.ts";
import type { EditableSource } from "../../site/theme/templates/edit-links.ts";
import type { FetchedSource } from "./fetch-source.ts";
import type { Say } from "./say.ts";

export interface BuildPagesRequest {
  source: FetchedSource;
  /** Shared by all updates of the project. */
  cacheFolder: string;
  addresses: SiteAddresses;
  editable: EditableSource | undefined;
  contentSignal: string;
  fetchSpec: FetchSpec | undefined;
  /** Whether warnings are errors. */
  isStrict: boolean;
  signal: AbortSignal;
}

/** Pages to HTML. Problems of single pages are told and the rest is published, unless the project is strict. */
export async function buildPages(pool: RenderPool, request: BuildPagesRequest, say: Say): Promise<SiteBuild> {
  const { source, cacheFolder, addresses, editable, contentSignal, fetchSpec, isStrict, signal } = request;
  const build = await buildSite(
    { pool },
    {
      folder: source.folder,
      files: source.files,
      cacheFolder,
      signal,
      onLine: (line) => say.line(`build-pages: ${line}`),
      onProgress: tellNowAndThen((done, total) =>
        say.line(`build-pages: ${done} of ${total} pages and files are made`),
      ),
      editTimes: source.editTimes,
      addresses,
      contentSignal,
      ...(editable !== undefined && { editable }),
      ...(fetchSpec !== undefined && { fetchSpec }),
    },
  );
  for (const problem of build.problems) {
    say.line(`build-pages: ${problem.severity}: ${describeProblem(problem)}`);
  }
  const faults = build.problems.filter((problem) => problem.severity !== "note");
  if (isStrict && faults.length > 0) {
    throw new BuildFailure([
      new BuildProblem(`the project is strict, and there are ${faults.length} problems in its pages`, {
        hint: "mend them, or make the project less strict",
      }),
    ]);
  }
  return build;
}

const tellEverySeconds = 5;

/** A small build is over before there is anything to tell; a large one must not fill its log with numbers. */
function tellNowAndThen(tell: (done: number, total: number) => void): (done: number, total: number) => void {
  let toldAt = performance.now();
  return (done, total) => {
    if (performance.now() - toldAt < tellEverySeconds * 1000) return;
    toldAt = performance.now();
    tell(done, total);
  };
}
