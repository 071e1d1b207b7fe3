import type { Command } from "commander";
import { type BuildProblem, describeProblem, problemToRecord } from "../site/ground/build-problem.ts";
import { createAddressAsker } from "../site/pipeline/ask-address.ts";
import { checkExternalLinks } from "../site/pipeline/check-external-links.ts";
import type { SiteBuild } from "../site/pipeline/site-build.ts";
import { CommandProblem } from "./command-problem.ts";
import { toCommandProblem, withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { count, type OutputOptions, printJson, printText, showProgress } from "./output.ts";

type LinkOptions = OutputOptions & { external?: boolean; snippets?: boolean };

/** Says which links, anchors, redirects and images of a folder lead nowhere. Other sites are asked on request only. */
export function defineBrokenLinks(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "the folder that holds docs.json")
    .option("--external", "also ask other sites whether the pages that are linked to are there")
    .option("--snippets", "also check snippets that no page includes")
    .action((folder: string, options: LinkOptions) => findBrokenLinks(folder, options));
}

interface Findings {
  pages: number;
  brokenLinks: BuildProblem[];
  /** Addresses of other sites; undefined when nobody wants to know. */
  external: { asked: number; notAsked: number } | undefined;
}

async function findBrokenLinks(folder: string, options: LinkOptions): Promise<void> {
  const request = { ...options, withSnippetPages: options.snippets === true };
  const found = await withFolderBuild(folder, request, (site, signal) => find(site, options, signal)).catch((error) => {
    throw toCommandProblem(error);
  });
  const { pages, brokenLinks, external } = found;
  if (options.json) {
    printJson({ pages, brokenLinks: brokenLinks.map(problemToRecord), external });
  } else {
    for (const link of brokenLinks) printText(describeProblem(link));
    if (external !== undefined) printText(describeExternal(external));
  }
  if (brokenLinks.length > 0) {
    const lead = brokenLinks.length === 1 ? "leads" : "lead";
    throw new CommandProblem(`${count(brokenLinks.length, "link")} in ${count(pages, "page")} ${lead} nowhere.`);
  }
  if (!options.json) {
    printText(`Every link of ${count(pages, "page")} leads somewhere.`);
  }
}

async function find(site: SiteBuild, options: LinkOptions, signal: AbortSignal): Promise<Findings> {
  const { brokenLinks } = site;
  const pages = site.pages.length;
  if (options.external !== true) return { pages, brokenLinks, external: undefined };
  const { problems, ...external } = await checkExternalLinks(site.listExternalLinks(), createAddressAsker(), {
    signal,
    ...(options.json ? {} : { onProgress: showAsking }),
  });
  return { pages, brokenLinks: [...brokenLinks, ...problems], external };
}

function describeExternal({ asked, notAsked }: { asked: number; notAsked: number }): string {
  const rest =
    notAsked === 0 ? "" : `, and left out ${notAsked.toLocaleString("en")} (not on the public internet, or too many)`;
  return `Asked other sites for ${asked.toLocaleString("en")} ${asked === 1 ? "address" : "addresses"}${rest}.`;
}

function showAsking(done: number, total: number): void {
  showProgress(`Asking ${done.toLocaleString("en")} of ${total.toLocaleString("en")} addresses of other sites`);
}
