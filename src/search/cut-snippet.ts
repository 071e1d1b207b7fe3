import type { TextBlock } from "./page-to-index.ts";
import { forEachWord, termsOf } from "./tokenize.ts";

/** A short excerpt and the ranges in it that match the query. */
export interface Snippet {
  text: string;
  highlights: Highlight[];
}

interface Highlight {
  start: number;
  end: number;
}

const snippetCharactersMax = 280;
/** The maximum length of the text shown before the first match. */
const leadCharactersMax = 60;
const highlightsMax = 40;

interface Match extends Highlight {
  term: string;
  weight: number;
}

/** Cuts out the part of these blocks that contains the most relevant words of the query. */
export function cutSnippet(blocks: readonly TextBlock[], weights: ReadonlyMap<string, number>): Snippet {
  const text = blocks.map((block) => block.text).join("\n");
  const matches = findMatches(text, weights);
  const { start, end } = chooseWindow(text, matches);
  const highlights = joinOverlapping(matches.filter((match) => match.start >= start && match.end <= end))
    .slice(0, highlightsMax)
    .map((match) => ({ start: match.start - start, end: match.end - start }));
  return { text: text.slice(start, end), highlights };
}

function findMatches(text: string, weights: ReadonlyMap<string, number>): Match[] {
  const matches: Match[] = [];
  const mayMatch = matchHint(weights.keys());
  forEachWord(text, (word, start) => {
    if (!mayMatch.test(word)) return;
    for (const { term, start: from, end: to } of termsOf(word)) {
      const weight = weights.get(term);
      if (weight !== undefined) matches.push({ start: start + from, end: start + to, term, weight });
    }
  });
  return matches;
}

/** A cheap check of the first letters of each term, because most words have nothing in common with the query. */
function matchHint(terms: Iterable<string>): RegExp {
  const beginnings = [...terms].map((term) => [...term].slice(0, Math.max(1, Math.min(hintLength, term.length - 1))));
  const patterns = beginnings.map((characters) =>
    characters.map((one) => one.replace(/[+#]/, "\\$&")).join("[._'’-]*"),
  );
  // Words with accents can't be ruled out by their letters, because only the terms are without accents.
  return new RegExp(["[^\\x00-\\x7f]", ...patterns].join("|"), "i");
}

const hintLength = 3;

/** The window with the highest weight, counting each term once. With equal weights, the first window wins. */
function chooseWindow(text: string, matches: readonly Match[]): Highlight {
  let best = { start: 0, weight: 0 };
  for (const [index, match] of matches.entries()) {
    const start = wordStart(text, match.start);
    const seen = new Set<string>();
    let weight = 0;
    for (let next = index; next < matches.length; next++) {
      const other = matches[next];
      if (other === undefined || other.end > start + snippetCharactersMax) break;
      if (!seen.has(other.term)) weight += other.weight;
      seen.add(other.term);
    }
    if (weight > best.weight) best = { start, weight };
  }
  return { start: best.start, end: wordEnd(text, best.start) };
}

/** The start of the sentence or line if it is near, otherwise the start of a word a little before the position. */
function wordStart(text: string, position: number): number {
  const from = Math.max(0, position - leadCharactersMax);
  if (from === 0) return 0;
  const lead = text.slice(from, position);
  const sentence = [...lead.matchAll(/[.!?。！？]\s+|\n+/g)].at(-1);
  if (sentence !== undefined) return from + sentence.index + sentence[0].length;
  const space = lead.search(/\s/);
  return space === -1 ? position : from + space + 1;
}

function wordEnd(text: string, start: number): number {
  const end = start + snippetCharactersMax;
  if (end >= text.length) return text.length;
  const piece = text.slice(start, end);
  const space = piece.search(/\s\S*$/);
  if (space > 0) return start + space;
  // Don't split a surrogate pair.
  return text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff ? end - 1 : end;
}

function joinOverlapping(matches: readonly Match[]): Highlight[] {
  const joined: Highlight[] = [];
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
