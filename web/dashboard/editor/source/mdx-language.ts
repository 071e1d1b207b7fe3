import { json } from "@codemirror/lang-json";
import { foldService, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { copyState, type MdxState, startState } from "./mdx-state.ts";
import { scanBlankLine, scanToken } from "./scan-mdx.ts";

const mdxLanguage = StreamLanguage.define<MdxState>({
  name: "mdx",
  startState,
  copyState,
  blankLine: scanBlankLine,
  token(stream, state) {
    const { end, style } = scanToken(stream.string, stream.pos, state);
    stream.pos = end;
    return style ?? null;
  },
  languageData: {
    commentTokens: { block: { open: "{/*", close: "*/}" } },
    closeBrackets: { brackets: ["(", "[", "{", '"', "`"] },
  },
});

/** The language of a file, by its name. Files that are neither pages nor JSON are plain text. */
export function languageOf(path: string): Extension {
  if (path.endsWith(".json")) return json();
  return isPage(path) ? [mdxLanguage, foldService.of(findFold)] : [];
}

export function isPage(path: string): boolean {
  return /\.mdx?$/.test(path);
}

type FindFold = Parameters<typeof foldService.of>[0];

const known = new WeakMap<object, ReadonlyMap<number, number>>();

/** All folds of a text are computed together, when the first one is needed. */
const findFold: FindFold = ({ doc }, lineStart, lineEnd) => {
  const folds = known.get(doc) ?? findFolds(doc.toString());
  known.set(doc, folds);
  const end = folds.get(lineStart);
  return end === undefined ? null : { from: lineEnd, to: end };
};

/** In a longer text, searching for folds would slow down typing. */
const foldedLengthMax = 300_000;

/** Finds frontmatter, code blocks, elements and sections. Maps the start of each one's first line to its end. */
export function findFolds(text: string): ReadonlyMap<number, number> {
  const folds = new Map<number, number>();
  if (text.length > foldedLengthMax) return folds;
  const state = startState();
  const blocks: number[] = [];
  const elements: number[] = [];
  const sections: { level: number; start: number }[] = [];
  const add = (start: number | undefined, end: number) => {
    if (start !== undefined && text.lastIndexOf("\n", end - 1) > start) folds.set(start, end);
  };
  let lineStart = 0;
  const closeSections = (level: number) => {
    while ((sections.at(-1)?.level ?? 0) >= level) add(sections.pop()?.start, Math.max(lineStart - 1, 0));
  };
  for (const line of text.split("\n")) {
    const lineEnd = lineStart + line.length;
    const before = { part: state.part, fence: state.fence };
    if (line === "") scanBlankLine(state);
    for (let at = 0, tries = 0; at < line.length && tries <= line.length; tries += 1) {
      at = scanToken(line, at, state).end;
      while (elements.length < state.open.length) elements.push(lineStart);
      while (elements.length > state.open.length) add(elements.pop(), Math.max(lineStart - 1, 0));
    }
    const isBlockStart =
      (before.fence === undefined && state.fence !== undefined) ||
      (before.part === "start" && state.part === "frontmatter");
    const isBlockEnd =
      (before.fence !== undefined && state.fence === undefined) ||
      (before.part === "frontmatter" && state.part === "body");
    if (isBlockStart) blocks.push(lineStart);
    if (isBlockEnd) add(blocks.pop(), lineEnd);
    if (state.isHeading && state.open.length === 0) {
      const level = /#+/.exec(line)?.[0].length ?? 1;
      closeSections(level);
      sections.push({ level, start: lineStart });
    }
    lineStart = lineEnd + 1;
  }
  closeSections(1);
  return folds;
}
