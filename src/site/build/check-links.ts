import { BuildProblem, describeProblem } from "../build-problem.ts";
import { type ConfigReport, createReport, reportValue, type SettingUse } from "../config/config-report.ts";
import type { LinkUse } from "../page/collect-facts.ts";
import { createLinkChecker, type LinkedPage, type LinkFault, type LinkTargets } from "./link-checker.ts";
import type { WrittenRedirect } from "./read-redirects.ts";
import { isPattern } from "./redirects.ts";

/** Everything that leads somewhere. */
export interface LinkSources {
  targets: LinkTargets;
  /** Addresses and files that docs.json names. */
  settings: readonly SettingUse[];
  redirects: readonly WrittenRedirect[];
}

/** Warns of links, anchors and files that lead nowhere: in docs.json first, then page by page. */
export function checkLinks(
  { targets, settings, redirects }: LinkSources,
  locate: ConfigReport["locate"],
  problemsMax: number,
): BuildProblem[] {
  const report = createReport(locate);
  const { checkLink, checkFile } = createLinkChecker(targets);
  for (const { kind, url, place } of settings) {
    const fault = kind === "link" ? checkLink(url, "/") : checkFile(url);
    if (fault !== undefined) reportValue(report, place, fault.message, fault.hint);
  }
  for (const { destination, place } of redirects) {
    const fault = isPattern(destination) ? undefined : checkLink(destination, "/");
    if (fault !== undefined) reportValue(report, place, fault.message.replace(/^links/, "leads"), fault.hint);
  }
  const { problems } = report;
  const said = new Set<string>();
  for (const page of targets.pages) {
    if (problems.length > problemsMax) break;
    const { links, images } = page.facts;
    const uses = [
      ...links.map((link) => () => problemOf(checkLink(link.url, page.url), link, page)),
      ...images.map((image) => () => problemOf(checkFile(image.url), image, page)),
    ];
    for (const find of uses) {
      const problem = problems.length > problemsMax ? undefined : find();
      if (problem === undefined) continue;
      // A snippet, or a part of an API description, stands on many pages and is mended in one place.
      const name = describeProblem(problem);
      if (!said.has(name)) problems.push(problem);
      said.add(name);
    }
  }
  return problems;
}

function problemOf(fault: LinkFault | undefined, { place }: LinkUse, page: LinkedPage): BuildProblem | undefined {
  if (fault === undefined) return undefined;
  const { message, hint } = fault;
  return new BuildProblem(message, { severity: "warning", file: place?.file ?? page.file, line: place?.line, hint });
}
