import type { Command } from "commander";
import { describeProblem, problemToRecord } from "../site/build-problem.ts";
import { CommandProblem } from "./command-problem.ts";
import { toCommandProblem, withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { count, type OutputOptions, printJson, printText } from "./output.ts";

/** Says which links, anchors and images of a folder lead nowhere. Addresses of other sites are not asked for. */
export function defineBrokenLinks(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "the folder that holds docs.json")
    .action((folder: string, options: OutputOptions) => findBrokenLinks(folder, options));
}

async function findBrokenLinks(folder: string, options: OutputOptions): Promise<void> {
  const { pages, brokenLinks } = await withFolderBuild(folder, options, async (site) => site).catch((error) => {
    throw toCommandProblem(error);
  });
  if (options.json) {
    printJson({ pages: pages.length, brokenLinks: brokenLinks.map(problemToRecord) });
  } else {
    for (const link of brokenLinks) {
      printText(describeProblem(link));
    }
  }
  if (brokenLinks.length > 0) {
    const lead = brokenLinks.length === 1 ? "leads" : "lead";
    throw new CommandProblem(`${count(brokenLinks.length, "link")} in ${count(pages.length, "page")} ${lead} nowhere.`);
  }
  if (!options.json) {
    printText(`Every link of ${count(pages.length, "page")} leads somewhere.`);
  }
}
