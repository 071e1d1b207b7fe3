import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { BuildFailure, describeProblem } from "../site/build-problem.ts";
import { buildSite } from "../site/build-site.ts";
import { createRenderPool } from "../site/render/render-pool.ts";
import { writeSite } from "../site/write-site.ts";
import { CommandProblem } from "./command-problem.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print, printProblem } from "./output.ts";

type BuildOptions = OutputOptions & { out: string; strict?: boolean };

/** Builds a folder of pages to a folder of files, with no database and no project. */
export function defineBuild(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "the folder that holds docs.json")
    .requiredOption("--out <folder>", "where the site is written; files of the same name are replaced")
    .option("--strict", "warnings are errors")
    .action((folder: string, options: BuildOptions) => build(resolve(folder), options));
}

async function build(folder: string, options: BuildOptions): Promise<void> {
  const out = resolve(options.out);
  const cacheFolder = await mkdtemp(join(tmpdir(), "lectern-build-"));
  const pool = createRenderPool();
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort(new CommandProblem("The build was interrupted.")));
  try {
    const built = await buildSite(
      { pool },
      { folder, cacheFolder, signal: interrupted.signal, onLine: options.json ? () => {} : printProblem },
    );
    for (const problem of built.problems) {
      printProblem(`${problem.severity}: ${describeProblem(problem)}`);
    }
    if (options.strict && built.problems.length > 0) {
      throw new CommandProblem(
        `There are ${built.problems.length} problems, and the build is strict; nothing was written.`,
      );
    }
    await writeSite(built, out);
    print(
      options,
      { pages: built.pages.length, files: built.files.length, problems: built.problems.length, out },
      `${built.pages.length} pages are in ${options.out}: ${built.summary}`,
    );
  } catch (error) {
    throw error instanceof BuildFailure ? new CommandProblem(error.message, 1, { cause: error }) : error;
  } finally {
    await pool.close();
    await rm(cacheFolder, { recursive: true, force: true });
  }
}
