import { editDistance } from "../../platform/edit-distance.ts";

/** A page that can be suggested, found by its address or by one that redirects to it. */
export interface KnownPage {
  path: string;
  title: string;
  /** The earlier address of a page that was moved. */
  movedFrom?: string;
}

export type FindClosest = (path: string) => KnownPage[];

const suggestionsMax = 3;
const pagesMax = 20_000;
/** Bounds the work of a request: comparing letter by letter is slow. */
const comparisonsMax = 200;
const nameLengthMax = 80;
const nameLengthMin = 3;
const likenessMin = 0.6;
/** The weight of a page's name. Its folders get the rest, so that pages of the same language and version come first. */
const nameWeight = 0.8;

/**
 * Indexes the pages of a site once. The returned function finds pages with an address or title similar to an address.
 */
export function indexPages(pages: readonly KnownPage[]): FindClosest {
  const known = pages.slice(0, pagesMax).map((page) => {
    const { folders, name } = partsOf(page.movedFrom ?? page.path);
    return { page, folders, names: [name, nameOf(page.title)] };
  });
  return (path) => {
    const { folders, name } = partsOf(path);
    if (name.text.length < nameLengthMin) return [];
    const compare = boundedLikeness(name);
    const best = new Map<string, { page: KnownPage; score: number }>();
    for (const { page, folders: others, names } of known) {
      const likeness = Math.max(...names.map(compare));
      const score = nameWeight * likeness + (1 - nameWeight) * sharedFolders(folders, others);
      const isBetter = score > (best.get(page.path)?.score ?? 0);
      if (likeness >= likenessMin && page.path !== path && isBetter) best.set(page.path, { page, score });
    }
    const found = [...best.values()].sort((a, b) => b.score - a.score || a.page.path.length - b.page.path.length);
    return found.slice(0, suggestionsMax).map(({ page }) => page);
  };
}

interface Name {
  text: string;
  words: readonly string[];
  /** A bit mask of the letters in the name. Names whose masks differ in many bits can't be similar. */
  letters: number;
}

function partsOf(path: string): { folders: string[]; name: Name } {
  const parts = path.toLowerCase().split("/").filter(Boolean);
  const last = parts.pop() ?? "";
  return { folders: parts, name: nameOf(last.replace(/\.(?:html|mdx?)$/, "")) };
}

function nameOf(label: string): Name {
  const words = label
    .slice(0, nameLengthMax)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const text = words.join("-");
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return { text, words, letters };
}

/** The similarity from 0 to 1. After `comparisonsMax` comparisons, only names with common words are found. */
function boundedLikeness(asked: Name): (name: Name) => number {
  let left = comparisonsMax;
  return (name) => {
    if (name.text === asked.text) return 1;
    const longest = Math.max(name.text.length, asked.text.length);
    const distanceMax = Math.floor(longest * (1 - likenessMin));
    const byWords = sharedWords(asked.words, name.words);
    // A single edit changes the mask by at most two letters.
    const isFar =
      Math.abs(name.text.length - asked.text.length) > distanceMax ||
      bits(name.letters ^ asked.letters) > 2 * distanceMax;
    if (isFar || left === 0) return byWords;
    left -= 1;
    return Math.max(byWords, 1 - editDistance(asked.text, name.text, distanceMax) / longest);
  };
}

/** The share of common words. Names with exactly the same words score slightly lower than equal names. */
function sharedWords(asked: readonly string[], words: readonly string[]): number {
  const shared = words.filter((word) => asked.includes(word)).length;
  return (
    (0.9 * shared) / Math.max(1, Math.min(asked.length, words.length) / 2 + Math.max(asked.length, words.length) / 2)
  );
}

function sharedFolders(asked: readonly string[], folders: readonly string[]): number {
  const longest = Math.max(asked.length, folders.length);
  const difference = asked.findIndex((folder, index) => folder !== folders[index]);
  return longest === 0 ? 1 : (difference === -1 ? asked.length : difference) / longest;
}

function bits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
