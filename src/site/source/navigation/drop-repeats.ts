import { reportValue } from "../config/config-report.ts";
import type { DraftReader } from "./draft-reader.ts";
import type { DraftDivision, DraftEntry, DraftLeaf } from "./draft-tree.ts";
import type { NavigationPart } from "./navigation-tree.ts";

/**
 * Some projects keep the tabs of old beside the versions that now hold the same pages. Both would stand in one row of
 * tabs, each name twice; so a division all of whose pages a version or language beside it holds is left out.
 */
export function dropRepeats(divisions: DraftDivision[], { report }: DraftReader): DraftDivision[] {
  const choices = divisions.filter(({ kind }) => kind === "language" || kind === "version");
  if (choices.length === 0 || choices.length === divisions.length) return divisions;
  const held = new Set(choices.flatMap(listPages));
  return divisions.filter((division) => {
    if (choices.includes(division)) return true;
    const pages = listPages(division);
    if (pages.length === 0 || !pages.every((page) => held.has(page))) return true;
    const message = `repeats pages that the ${choices[0]?.kind}s beside it hold, so it is left out`;
    reportValue(report, division.place, message, "remove it, or put it into one of them");
    return false;
  });
}

function listPages({ divisions, entries }: NavigationPart<DraftLeaf>): string[] {
  return [...divisions.flatMap(listPages), ...entries.flatMap(listPagesOfEntry)];
}

function listPagesOfEntry(entry: DraftEntry): string[] {
  if (entry.kind === "group") {
    return [...(entry.root === undefined ? [] : [entry.root]), ...entry.entries.flatMap(listPagesOfEntry)];
  }
  return [entry.kind === "page" ? entry.slug : `${entry.method} ${entry.path}`];
}
