import type { TextBlock, TextLink } from "../../../search/indexing.ts";
import { collapseWhitespace } from "../../shared/html/collapse-whitespace.ts";

/** The start or end of a range in a line. Only links have a target. */
interface LineEdge {
  range: "code" | "strong" | "cells" | "links";
  isStart: boolean;
  target?: string;
}

export type LinePart = string | LineEdge;

interface OpenRange {
  start: number;
  /** Counts nested ranges of the same kind, which become a single range. */
  depth: number;
  target: string;
}

type WrittenLine = Pick<TextBlock, "text" | "code" | "strong" | "cells" | "links">;

const betweenCells = " · ";

/** Joins the parts of a line with normalized whitespace. A range that isn't closed ends with the line. */
export function writeLine(parts: readonly LinePart[]): WrittenLine {
  let text = "";
  const found: Record<LineEdge["range"], TextLink[]> = { code: [], strong: [], cells: [], links: [] };
  const open = new Map<LineEdge["range"], OpenRange>();
  const end = (range: LineEdge["range"]): void => {
    const { start = text.length, depth = 1, target = "" } = open.get(range) ?? {};
    if (depth > 1) open.set(range, { start, depth: depth - 1, target });
    else if (open.delete(range)) {
      const written = trimmed(text, start, target);
      // A range may be empty: a linked image, for example, has no text.
      if (written[1] > written[0] || range === "cells") found[range].push(written);
    }
  };
  for (const part of parts) {
    if (typeof part === "string") text += continued(part, text === "" || text.endsWith(" "));
    else if (part.isStart) {
      if (part.range === "cells" && text !== "" && !text.endsWith(betweenCells)) text = text.trimEnd() + betweenCells;
      const { start = text.length, depth = 0, target = part.target ?? "" } = open.get(part.range) ?? {};
      open.set(part.range, { start, depth: depth + 1, target });
    } else end(part.range);
  }
  for (const range of [...open.keys()]) end(range);
  text = withoutSeparators(text);
  const edgesOf = (range: "code" | "strong" | "cells") =>
    found[range].flatMap(([start, stop]) => [Math.min(start, text.length), Math.min(stop, text.length)]);
  const { code, strong, links } = found;
  return {
    text,
    ...(code.length === 0 ? {} : { code: edgesOf("code") }),
    ...(strong.length === 0 ? {} : { strong: edgesOf("strong") }),
    ...(found.cells.length === 0 ? {} : { cells: edgesOf("cells") }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** Removes the separators that empty cells leave at the end of a row. */
function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && betweenCells.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The range from `start` to the end of the text, without the spaces around it. */
function trimmed(text: string, start: number, target: string): TextLink {
  const end = Math.max(start, text.trimEnd().length);
  return [text[start] === " " && start < end ? start + 1 : start, end, target];
}

/** Appends text within a line without doubling spaces. */
function continued(text: string, isAfterSpace: boolean): string {
  const even = collapseWhitespace(text);
  return isAfterSpace && even.startsWith(" ") ? even.slice(1) : even;
}
