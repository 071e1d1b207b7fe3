import { BuildProblem, describeProblem } from "../ground/build-problem.ts";
import type { SourcePlace } from "../ground/html/html-node.ts";
import { type ConfigReport, createReport, reportValue, type SettingUse } from "../source/config/config-report.ts";
import { type Place, placePath } from "../source/config/place.ts";
import type { WrittenRedirect } from "../source/read-redirects.ts";
import { isPattern } from "../source/redirects.ts";
import { createLinkChecker, type LinkFault, type LinkTargets } from "./link-checker.ts";
import { type LooseAnchor, noteLooseAnchors } from "./note-loose-links.ts";

/** Everything that leads somewhere. */
export interface LinkSources {
  targets: LinkTargets;
  /** Addresses and files that docs.json names. */
  settings: readonly SettingUse[];
  redirects: readonly WrittenRedirect[];
}

export interface LinkProblems {
  /** Links, anchors and files that lead nowhere. */
  broken: BuildProblem[];
  /** What is written loosely and works all the same. */
  notes: BuildProblem[];
}

/** Finds what leads nowhere: in docs.json first, then page by page. */
export function checkLinks(
  { targets, settings, redirects }: LinkSources,
  locate: ConfigReport["locate"],
  problemsMax: number,
): LinkProblems {
  const report = createReport(locate);
  const { problems } = report;
  const { checkLink, checkFile } = createLinkChecker(targets);
  const looseAnchors: LooseAnchor[] = [];
  const isLoose = (fault: LinkFault, place: () => SourcePlace) => {
    const { written, arrivesAt: id } = fault;
    if (written === undefined || id === undefined) return false;
    if (looseAnchors.length < problemsMax) looseAnchors.push({ place: place(), written, id });
    return true;
  };
  const tell = (fault: LinkFault | undefined, place: Place, verb = "links") => {
    if (fault === undefined || isLoose(fault, () => locate(placePath(place)))) return;
    reportValue(report, place, fault.message.replace(/^links/, verb), fault.hint);
  };
  for (const { kind, url, place } of settings) tell(kind === "link" ? checkLink(url, "/") : checkFile(url), place);
  for (const { destination, place } of redirects) {
    if (!isPattern(destination)) tell(checkLink(destination, "/"), place, "leads");
  }
  const said = new Set<string>();
  for (const page of targets.pages) {
    if (problems.length > problemsMax) break;
    const { links, images } = page.facts;
    const uses = [
      ...links.map((link) => ({ use: link, find: () => checkLink(link.url, page.url) })),
      ...images.map((image) => ({ use: image, find: () => checkFile(image.url) })),
    ];
    for (const { use, find } of uses) {
      const fault = problems.length > problemsMax ? undefined : find();
      const place = use.place ?? { file: page.file };
      if (fault === undefined || isLoose(fault, () => place)) continue;
      const { message, hint } = fault;
      const problem = new BuildProblem(message, { severity: "warning", ...place, hint });
      // A snippet, or a part of an API description, stands on many pages and is mended in one place.
      const name = describeProblem(problem);
      if (!said.has(name)) problems.push(problem);
      said.add(name);
    }
  }
  return { broken: problems, notes: noteLooseAnchors(looseAnchors) };
}
