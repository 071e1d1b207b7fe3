import { resolve } from "node:path";
import type { Command } from "commander";
import { describeProblem } from "../site/ground/build-problem.ts";
import { writeSite } from "../site/pipeline/write-site.ts";
import { CommandProblem } from "./command-problem.ts";
import { toCommandProblem, withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { count, type OutputOptions, print, printProblem } from "./output.ts";

type BuildOptions = OutputOptions & { out: string; strict?: boolean; url?: string };

/** Builds a folder of pages into static files, without a database or a project. */
export function defineBuild(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "Folder with docs.json")
    .requiredOption("--out <folder>", "Output folder; existing files are overwritten")
    .option("--strict", "Treat warnings as errors")
    .option("--url <url>", "Public URL of the site, for the sitemap and canonical links")
    .action((folder: string, options: BuildOptions) => build(folder, options));
}

async function build(folder: string, options: BuildOptions): Promise<void> {
  const out = resolve(options.out);
  const address = options.url === undefined ? undefined : checkedAddress(options.url);
  const addresses = address === undefined ? {} : { addresses: { own: address, main: address } };
  try {
    await withFolderBuild(folder, { ...options, ...addresses }, async (built) => {
      for (const problem of built.problems) {
        printProblem(`${problem.severity}: ${describeProblem(problem)}`);
      }
      const faults = built.problems.filter((problem) => problem.severity !== "note");
      if (options.strict && faults.length > 0) {
        throw new CommandProblem(`Found ${count(faults.length, "problem")} in a strict build; nothing was written.`);
      }
      await writeSite(built, out);
      print(
        options,
        { pages: built.pages.length, files: built.files.length, problems: built.problems.length, out },
        `Wrote ${count(built.pages.length, "page")} to ${options.out}: ${built.summary}\nSearch and the assistant need a Lectern server, so this folder has neither.`,
      );
    });
  } catch (error) {
    throw toCommandProblem(error);
  }
}

/** Must be an origin without a path, because a site's links start at the root. */
function checkedAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !/^\/?$/.test(parsed.pathname + parsed.search)) {
    throw new CommandProblem(`Invalid --url ${url}; use a URL without a path, such as https://docs.example.com.`);
  }
  return parsed.origin;
}
