import { json } from "@codemirror/lang-json";
import { foldService, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { findFolds } from "./find-folds.ts";
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
