import { resolve } from "node:path";
import type { Command } from "commander";
import { describeProblem } from "../site/ground/build-problem.ts";
import { writeSite } from "../site/pipeline/write-site.ts";
import { CommandProblem } from "./command-problem.ts";
import { toCommandProblem, withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print, printProblem } from "./output.ts";

type BuildOptions = OutputOptions & { out: string; strict?: boolean; url?: string };

/** Builds a folder of pages to a folder of files, with no database and no project. */
export function defineBuild(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "the folder that holds docs.json")
    .requiredOption("--out <folder>", "where the site is written; files of the same name are replaced")
    .option("--strict", "warnings are errors")
    .option("--url <url>", "where the site will be read; without it there is no sitemap and no canonical address")
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
        throw new CommandProblem(`There are ${faults.length} problems, and the build is strict; nothing was written.`);
      }
      await writeSite(built, out);
      print(
        options,
        { pages: built.pages.length, files: built.files.length, problems: built.problems.length, out },
        `${built.pages.length} pages are in ${options.out}: ${built.summary}`,
      );
    });
  } catch (error) {
    throw toCommandProblem(error);
  }
}

/** The host alone: the links of a site begin at its root. */
function checkedAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !/^\/?$/.test(parsed.pathname + parsed.search)) {
    throw new CommandProblem(
      `--url is ${url}, but must be an address such as https://docs.example.com, without a path.`,
    );
  }
  return parsed.origin;
}
