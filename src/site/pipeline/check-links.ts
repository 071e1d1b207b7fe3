import type { LinkUse } from "../page/markdown/collect-facts.ts";
import { BuildProblem, describeProblem } from "../shared/build-problem.ts";
import { computeOnce } from "../shared/compute-once.ts";
import type { SourcePlace } from "../shared/html/html-node.ts";
import { listNames } from "../shared/text/shorten.ts";
import {
  type ConfigReport,
  createReport,
  type Place,
  placePath,
  reportValue,
  type SettingUse,
} from "../source/config/config-report.ts";
import type { WrittenRedirect } from "../source/read-redirects.ts";
import { isPattern } from "../source/redirects.ts";
import { createLinkChecker, type LinkFault, type LinkTargets } from "./link-checker.ts";

/** Everything that contains links. */
interface LinkSources {
  targets: LinkTargets;
  /** Links and files that docs.json references. */
  settings: readonly SettingUse[];
  redirects: readonly WrittenRedirect[];
  /** The faulty links that are already known. The check adds the faulty links of other pages. */
  faults: PageFaults;
}

/** The faulty links of pages, by an object that identifies the links of a page. */
export type PageFaults = Map<object, readonly { use: LinkUse; fault: LinkFault }[]>;

interface LinkProblems {
  /** Broken links, anchors and files. */
  broken: BuildProblem[];
  /** Notes about links that work here, but not in every tool. */
  notes: BuildProblem[];
  /** The files with links to pages that are left out, by URL. */
  linking: Map<string, Set<string>>;
}

/** Finds broken links: in docs.json first, then page by page. */
export function checkLinks(
  { targets, settings, redirects, faults }: LinkSources,
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
  const reportFault = (fault: LinkFault | undefined, place: Place, verb = "links") => {
    if (fault === undefined || isLoose(fault, () => locate(placePath(place)))) return;
    reportValue(report, place, fault.message.replace(/^links/, verb), fault.hint);
  };
  for (const { kind, url, place } of settings)
    reportFault(kind === "link" ? checkLink(url, "/") : checkFile(url), place);
  for (const { destination, place } of redirects) {
    if (!isPattern(destination)) reportFault(checkLink(destination, "/"), place, "leads");
  }
  const reported = new Set<string>();
  const linking = new Map<string, Set<string>>();
  for (const page of targets.pages) {
    if (problems.length > problemsMax) break;
    const { links, images } = page.facts;
    const { identity = page } = page;
    const found = faults.get(identity) ?? [
      ...faultsOf(links, ({ url }) => checkLink(url, page.url)),
      ...faultsOf(images, ({ url }) => checkFile(url)),
    ];
    faults.set(identity, found.length === 0 ? noFaults : found);
    for (const { use, fault } of found) {
      if (problems.length > problemsMax) break;
      const place = use.place ?? { file: page.file };
      if (isLoose(fault, () => place)) continue;
      if (fault.leftOut !== undefined) {
        computeOnce(linking, fault.leftOut, () => new Set()).add(page.file);
        continue;
      }
      const { message, hint } = fault;
      const problem = new BuildProblem(message, { severity: "warning", ...place, hint });
      // A snippet or a part of an API description may be on many pages, but a problem in it is reported once.
      const name = describeProblem(problem);
      if (!reported.has(name)) problems.push(problem);
      reported.add(name);
    }
  }
  return { broken: problems, notes: noteLooseAnchors(looseAnchors), linking };
}

const noFaults: readonly never[] = [];

function faultsOf(uses: readonly LinkUse[], find: (use: LinkUse) => LinkFault | undefined) {
  return uses.flatMap((use) => {
    const fault = find(use);
    return fault === undefined ? [] : [{ use, fault }];
  });
}

/**
 * Reports all links that work here but not in every tool as a single problem: some projects have a thousand of them,
 * and few authors want to change them.
 */
export function noteLooseLinks(places: readonly SourcePlace[]): BuildProblem[] {
  // A snippet may be on many pages, but each of its lines is reported once.
  const lines = [...new Set(places.map(nameOf))];
  if (lines.length === 0) return [];
  const message = `links on ${lines.length} ${lines.length === 1 ? "line" : "lines"} are relative to their file or end in .md, which works here but not in every tool: ${listNames(lines)}`;
  const hint = "write the path from the root of the site and without an extension, such as /guides/start";
  return [new BuildProblem(message, { severity: "note", hint })];
}

/** A link to a heading with a differently spelled anchor. */
interface LooseAnchor {
  place: SourcePlace;
  written: string;
  id: string;
}

/** Reports, as a single problem, all links whose anchor matches a heading only by its letters and digits. */
function noteLooseAnchors(anchors: readonly LooseAnchor[]): BuildProblem[] {
  const names = [...new Set(anchors.map(({ place, written, id }) => `${nameOf(place)} (#${written} for #${id})`))];
  if (names.length === 0) return [];
  const links = names.length === 1 ? "1 link spells" : `${names.length} links spell`;
  const message = `${links} the anchor of a heading differently from the page, so only visitors with JavaScript arrive there: ${listNames(names)}`;
  return [new BuildProblem(message, { severity: "note", hint: "copy the anchor from the address of the heading" })];
}

function nameOf({ file, line }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}`;
}
