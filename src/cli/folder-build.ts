import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BuildRequest, buildSite, type SiteBuild } from "../site/building.ts";
import { BuildFailure } from "../site/project.ts";
import { createFileFetcher, createRenderPool, createSpecFetcher } from "../site/rendering.ts";
import { checkFolder } from "./options.ts";
import { CommandProblem, type OutputOptions, printProblem, showProgress } from "./output.ts";

/** Builds a folder without a database or a project, passes the site to `use`, and cleans up. */
export async function withFolderBuild<Result>(
  folder: string,
  options: OutputOptions & Pick<BuildRequest, "addresses" | "withSnippetPages" | "findGoodPages">,
  use: (site: SiteBuild, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  await checkFolder(folder);
  const cacheFolder = await mkdtemp(join(tmpdir(), "lectern-build-"));
  const pool = createRenderPool();
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new CommandProblem("The build was interrupted."));
  process.once("SIGINT", interrupt);
  const { addresses, withSnippetPages = false, findGoodPages } = options;
  try {
    const site = await buildSite(
      { pool },
      {
        folder: resolve(folder),
        cacheFolder,
        signal: interrupted.signal,
        isStatic: true,
        limits: { buildSecondsMin: Number.POSITIVE_INFINITY },
        fetchSpec: createSpecFetcher([]),
        fetchFile: createFileFetcher([]),
        onLine: options.json ? () => {} : printProblem,
        ...(options.json ? {} : { onProgress: showRendering }),
        withSnippetPages,
        ...(addresses === undefined ? {} : { addresses }),
        ...(findGoodPages === undefined ? {} : { findGoodPages }),
      },
    );
    return await use(site, interrupted.signal);
  } catch (error) {
    // Problems that the author can fix are shown as they are; anything else is unexpected.
    throw error instanceof BuildFailure ? new CommandProblem(error.message, 1, { cause: error }) : error;
  } finally {
    process.off("SIGINT", interrupt);
    await pool.close();
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

function showRendering(done: number, total: number): void {
  showProgress(`Rendered ${done.toLocaleString("en")} of ${total.toLocaleString("en")} pages and files`);
}
