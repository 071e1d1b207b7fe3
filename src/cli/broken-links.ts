import type { Command } from "commander";
import { count } from "../contract/count.ts";
import type { SiteBuild } from "../site/building.ts";
import { type BuildProblem, describeProblem, problemToRecord } from "../site/project.ts";
import { isMissingFile } from "../site/reading.ts";
import { checkExternalLinks, createAddressChecker } from "../site/rendering.ts";
import { withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, printJson, printText, showProgress, textLines } from "./output.ts";

type LinkOptions = OutputOptions & { external?: boolean; snippets?: boolean };

/** Reports broken links, anchors, redirects and images in a folder. Other sites are checked only on request. */
export function defineBrokenLinks(command: Command): void {
  addJsonOption(command)
    .argument("[folder]", "Folder with docs.json", ".")
    .option("--external", "Also check links to other sites")
    .option("--snippets", "Also check snippets that no page includes")
    .action((folder: string, options: LinkOptions) => findBrokenLinks(folder, options));
}

interface Findings {
  pages: number;
  brokenLinks: BuildProblem[];
  /** Pages that can't be built, whose links can't be checked either. */
  errors: BuildProblem[];
  /** Links to other sites; undefined if they weren't checked. */
  external: { asked: number; notAsked: number } | undefined;
}

async function findBrokenLinks(folder: string, options: LinkOptions): Promise<void> {
  const request = { ...options, withSnippetPages: options.snippets === true };
  const { pages, brokenLinks, errors, external } = await withFolderBuild(folder, request, (site, signal) =>
    collectBrokenLinks(site, options, signal),
  );
  if (options.json) {
    printJson({ pages, brokenLinks: brokenLinks.map(problemToRecord), errors: errors.map(problemToRecord), external });
  } else {
    for (const error of errors) printText(`error: ${describeProblem(error)}`);
    for (const link of brokenLinks) printText(describeProblem(link));
    if (external !== undefined) printText(describeExternal(external));
  }
  if (brokenLinks.length + errors.length > 0) {
    throw new CommandProblem(`Found ${describeBrokenLinks(brokenLinks, errors)} in ${count(pages, "page")}.`);
  }
  if (!options.json) {
    printText(`No broken links in ${count(pages, "page")}.`);
  }
}

async function collectBrokenLinks(site: SiteBuild, options: LinkOptions, signal: AbortSignal): Promise<Findings> {
  const { brokenLinks } = site;
  const pages = site.pages.length;
  const errors = site.problems.filter(({ severity }) => severity === "error");
  if (options.external !== true) return { pages, brokenLinks, errors, external: undefined };
  const { problems, asked, notAsked } = await checkExternalLinks(site.listExternalLinks(), createAddressChecker(), {
    signal,
    ...(options.json ? {} : { onProgress: showAsking }),
  });
  return { pages, brokenLinks: [...brokenLinks, ...problems], errors, external: { asked, notAsked } };
}

/** Counts missing images separately, because they aren't links. */
function describeBrokenLinks(problems: readonly BuildProblem[], errors: readonly BuildProblem[]): string {
  const files = problems.filter(isMissingFile).length;
  const links = problems.length - files;
  return textLines(
    links > 0 && count(links, "broken link"),
    files > 0 && count(files, "missing file"),
    errors.length > 0 && count(errors.length, "error"),
  ).join(" and ");
}

function describeExternal({ asked, notAsked }: { asked: number; notAsked: number }): string {
  const rest =
    notAsked === 0 ? "" : `, skipped ${notAsked.toLocaleString("en")} (not on the public internet, or too many)`;
  return `Checked ${count(asked, "external link")}${rest}.`;
}

function showAsking(done: number, total: number): void {
  showProgress(`Checked ${done.toLocaleString("en")} of ${count(total, "external link")}`);
}
