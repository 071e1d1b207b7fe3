import { BuildProblem } from "../ground/build-problem.ts";
import type { SourcePlace } from "../ground/html/html-node.ts";

const namedMax = 10;

/** Links that work here but not in every tool, in one line: some projects have a thousand, and few want to change them. */
export function noteLooseLinks(places: readonly SourcePlace[]): BuildProblem[] {
  // A snippet stands on many pages and is mended in one place.
  const lines = [...new Set(places.map(nameOf))];
  if (lines.length === 0) return [];
  const count = `${lines.length} ${lines.length === 1 ? "line" : "lines"}`;
  const message = `links on ${count} are relative to their file or end in .md, which works here but not in every tool: ${listOf(lines)}`;
  const hint = "write the address from the root of the site and without an ending, such as /guides/start";
  return [new BuildProblem(message, { severity: "note", hint })];
}

/** A link to a heading whose id is spelt otherwise. */
export interface LooseAnchor {
  place: SourcePlace;
  written: string;
  id: string;
}

/** Links to headings that a browser finds by their letters and numbers only, in one line. */
export function noteLooseAnchors(anchors: readonly LooseAnchor[]): BuildProblem[] {
  const names = [...new Set(anchors.map(({ place, written, id }) => `${nameOf(place)} (#${written} for #${id})`))];
  if (names.length === 0) return [];
  const links = names.length === 1 ? "1 link spells" : `${names.length} links spell`;
  const message = `${links} the anchor of a heading otherwise than the page, so only readers with JavaScript arrive there: ${listOf(names)}`;
  return [new BuildProblem(message, { severity: "note", hint: "write it as the page has it" })];
}

function nameOf({ file, line }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}`;
}

function listOf(names: readonly string[]): string {
  const others = names.length - namedMax;
  return `${names.slice(0, namedMax).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
