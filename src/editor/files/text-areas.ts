import { scanLines } from "../../docs-edits/scan-lines.ts";
import { isPageFile } from "../../site/project.ts";

/** Parts of a text in which a replacement could break something. Everything else is prose. */
export type Area = "code" | "link" | "key";

interface AreaRange {
  area: Area;
  start: number;
  /** The offset after the last character. */
  end: number;
}

/**
 * The areas of a text, in order. In a page, each line of code is an area, and all other lines are searched for code
 * spans, links and keys of the frontmatter.
 */
export function listAreas(path: string, text: string): AreaRange[] {
  if (!isPageFile(path)) return [{ area: "code", start: 0, end: text.length }];
  return [...scanLines(text)].flatMap(({ kind, start, end }): AreaRange[] => {
    const line = text.slice(start, end);
    if (kind === "frontmatter") return frontmatterAreas(line, start);
    return kind === "code" || moduleLine.test(line) ? [{ area: "code", start, end }] : proseAreas(line, start);
  });
}

const moduleLine = /^(?:import|export)\s/;
const keyPattern = /^[ \t]{0,40}(?:- )?["']?[\w.:-]{1,100}["']?(?=:(?:\s|$))/;

function frontmatterAreas(line: string, start: number): AreaRange[] {
  const key = keyPattern.exec(line)?.[0].length ?? 0;
  const links = linkRanges(line, start);
  return key === 0 ? links : [{ area: "key", start, end: start + key }, ...links];
}

/** Every area of a line of prose has one of these characters, and most lines have none. */
const areaCharacter = /[`(=/]/;

function proseAreas(line: string, start: number): AreaRange[] {
  if (!areaCharacter.test(line)) return [];
  return [...codeSpans(line, start), ...linkRanges(line, start)].sort((one, other) => one.start - other.start);
}

/** A code span ends with the same number of backticks that it starts with, on the same line. */
function codeSpans(line: string, start: number): AreaRange[] {
  const runs = [...line.matchAll(/`+/g)];
  const spans: AreaRange[] = [];
  for (let index = 0; index < Math.min(runs.length, runsMax); index += 1) {
    const open = runs[index];
    const found = runs.findIndex((run, at) => at > index && run[0].length === open?.[0].length);
    const close = runs[found];
    if (open === undefined || close === undefined) continue;
    spans.push({ area: "code", start: start + open.index, end: start + close.index + close[0].length });
    index = found;
  }
  return spans;
}

const runsMax = 200;
/** Finds the targets of Markdown links, attributes that name a file or page, and bare addresses. */
const linkPatterns = [/\]\([^)\s]*/g, /\b(?:href|src|img|url|poster)=["'{]*[^"'\s}>]*/g, /\bhttps?:\/\/[^\s"'<>)\]]*/g];

function linkRanges(line: string, start: number): AreaRange[] {
  return linkPatterns.flatMap((pattern) =>
    [...line.matchAll(pattern)].map((found): AreaRange => {
      const from = start + found.index;
      return { area: "link", start: from, end: from + found[0].length };
    }),
  );
}
