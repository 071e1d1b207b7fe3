import { moveMarks, sliceBlock, type TextBlock } from "../../search/indexing.ts";
import { coverageOf, type WeighedWords, wordsIn } from "./weigh-words.ts";

const sentenceEnd = /(?<=[.!?])\s+|(?<=[。！？])/g;
const lineEnd = /\n/g;
/** The bonus for the beginning of a block. A bonus of 1 counts as much as another matching word of the question. */
const beginningLead = 0.1;
const lengthLead = 0.0001;
const charactersMin = 80;
const omitted = "…";

/** Cuts an overlong block to the run of sentences, or lines of code, that covers most of the question. */
export function cutBlock(words: WeighedWords, block: TextBlock, charactersMax: number): TextBlock {
  const most = Math.max(charactersMin, charactersMax);
  if (block.text.length <= most) return block;
  const pieces = piecesOf(block.text, block.kind === "code" ? lineEnd : sentenceEnd);
  const present = pieces.map(([start, end]) => wordsIn(words, block.text.slice(start, end)));
  let best = -1;
  let chosen: [start: number, end: number] = [0, most];
  for (const [first, [start]] of pieces.entries()) {
    let covered = 0;
    for (let last = first; last < pieces.length; last++) {
      const end = pieces[last]?.[1] ?? start;
      if (end - start > most - 2 * omitted.length) break;
      covered |= present[last] ?? 0;
      const lead = (first === 0 ? beginningLead : 0) + lengthLead * (end - start);
      const score = coverageOf(words, covered, words.all) + lead;
      if (score <= best) continue;
      best = score;
      chosen = [start, end];
    }
  }
  return cutOut(block, ...chosen);
}

/** The sentence that matches the pattern and covers most of the question, as a block without ellipses. */
export function findSentence(
  words: WeighedWords,
  block: TextBlock,
  pattern: RegExp,
): { block: TextBlock; isFirst: boolean } | undefined {
  let best = 0;
  let found: [start: number, end: number] | undefined;
  for (const [start, end] of piecesOf(block.text, sentenceEnd)) {
    const text = block.text.slice(start, end);
    const coverage = pattern.test(text) ? coverageOf(words, wordsIn(words, text), words.all) : 0;
    if (coverage <= best) continue;
    best = coverage;
    found = [start, end];
  }
  if (found === undefined) return undefined;
  const { item: _, ...sentence } = sliceBlock(block, ...found);
  return { block: sentence, isFirst: found[0] === 0 };
}

/** The block up to this position. A position of 0 returns the whole block. */
export function cutAt(block: TextBlock, end: number): TextBlock {
  if (end <= 0) return block;
  const { text } = block;
  return cutOut({ ...block, text: text.slice(0, end) }, 0, end);
}

/** The ranges between the separators. */
function piecesOf(text: string, separator: RegExp): [start: number, end: number][] {
  const pieces: [number, number][] = [];
  let start = 0;
  for (const { index, 0: found } of text.matchAll(separator)) {
    pieces.push([start, index]);
    start = index + found.length;
  }
  return [...pieces, [start, text.length]];
}

/** Part of a block, with ellipses where text is left out. Marks move with their text. */
function cutOut(block: TextBlock, start: number, end: number): TextBlock {
  const { kind, text, marks, cells: _, head: __, ...others } = block;
  const gap = kind === "code" ? "\n" : " ";
  const before = start > 0 ? omitted + gap : "";
  const after = end < text.length ? gap + omitted : "";
  const moved = (at: number) => Math.min(Math.max(at, start), end) - start + before.length;
  const whole = marks?.filter((mark) => mark.kind !== "link" || (mark.start >= start && mark.end <= end));
  return {
    ...others,
    kind: kind === "code" ? "code" : "text",
    text: before + text.slice(start, end) + after,
    ...(whole === undefined ? {} : { marks: moveMarks(whole, moved) }),
  };
}
