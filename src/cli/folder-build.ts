import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createSpecFetcher } from "../site/api/read/fetch-spec.ts";
import { BuildFailure } from "../site/ground/build-problem.ts";
import { type BuildRequest, buildSite } from "../site/pipeline/build-site.ts";
import { createRenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../site/pipeline/site-build.ts";
import { CommandProblem } from "./command-problem.ts";
import { type OutputOptions, printProblem, showProgress } from "./output.ts";

/** Builds a folder for as long as something is done with the site, with no database and no project, and leaves nothing. */
export async function withFolderBuild<Result>(
  folder: string,
  options: OutputOptions & Pick<BuildRequest, "addresses" | "withSnippetPages">,
  use: (site: SiteBuild, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  await checkFolder(folder);
  const cacheFolder = await mkdtemp(join(tmpdir(), "lectern-build-"));
  const pool = createRenderPool();
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new CommandProblem("The build was interrupted."));
  process.once("SIGINT", interrupt);
  const { addresses, withSnippetPages = false } = options;
  try {
    const site = await buildSite(
      { pool },
      {
        folder: resolve(folder),
        cacheFolder,
        signal: interrupted.signal,
        isStatic: true,
        fetchSpec: createSpecFetcher([]),
        onLine: options.json ? () => {} : printProblem,
        ...(options.json ? {} : { onProgress: showRendering }),
        withSnippetPages,
        ...(addresses === undefined ? {} : { addresses }),
      },
    );
    return await use(site, interrupted.signal);
  } finally {
    process.off("SIGINT", interrupt);
    await pool.close();
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

/** Before anything is started for it. */
export async function checkFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw new CommandProblem(`There is no folder ${folder}; name the one that holds docs.json.`);
  }
}

/** What the author must mend is a problem to be told, not a fault of ours. */
export function toCommandProblem(error: unknown): unknown {
  return error instanceof BuildFailure ? new CommandProblem(error.message, 1, { cause: error }) : error;
}

function showRendering(done: number, total: number): void {
  showProgress(`Rendering ${done.toLocaleString("en")} of ${total.toLocaleString("en")} pages and files`);
}
