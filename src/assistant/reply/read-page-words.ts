import { LRUCache } from "lru-cache";
import type { SectionToIndex, TextBlock } from "../../search/indexing.ts";
import { forEachWord, framingWords, termsOf } from "../../search/language.ts";
import { type IndexedPage, readPage, readPassages, type SearchIndex } from "../../search/querying.ts";

/**
 * A page with the words of each of its parts, numbered in reading order. A question looks up its few words here, rather
 * than going through all words of the page.
 */
export interface PageWords extends IndexedPage {
  passages: readonly PagePassage[];
  /** The parts that contain a term. */
  partsWith: ReadonlyMap<string, readonly number[]>;
  partCount: number;
  /** Whether the page documents an endpoint of an API. Such a page says how to use a thing, not what it is. */
  isEndpoint: boolean;
  /** The number of words in the title and in each heading that name a subject. */
  subjectWords: ReadonlyMap<number, number>;
}

/** The part number of the page's title. */
export const titlePart = 0;

/** A passage. The page's first one starts with the page's description. */
export interface PagePassage extends SectionToIndex {
  headingPart: number;
  headingsAbovePart: number;
  /** The part number of the passage's first block. */
  firstPart: number;
  /** Whether the passage is the first one under its heading. */
  isSectionStart: boolean;
  isOpening: boolean;
  hasCode: boolean;
}

const charactersRemembered = 4_000_000;
const remembered = new LRUCache<string, PageWords>({ maxSize: charactersRemembered });
const indexNumbers = new WeakMap<SearchIndex, number>();
let indexCount = 0;

/**
 * Reads a page of an index. Analyzing its words would be most of the cost of a question, so recent pages are
 * remembered.
 */
export function readPageWords(index: SearchIndex, page: number): PageWords {
  const name = `${numberOf(index)}/${page}`;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const { read, characters } = analyzePage(index, page);
  remembered.set(name, read, { size: characters + 1 });
  return read;
}

/** Makes room when an index is closed. */
export function forgetPageWords(index: SearchIndex): void {
  const start = `${indexNumbers.get(index)}/`;
  for (const name of [...remembered.keys()]) if (name.startsWith(start)) remembered.delete(name);
}

function numberOf(index: SearchIndex): number {
  const known = indexNumbers.get(index);
  if (known !== undefined) return known;
  indexCount += 1;
  indexNumbers.set(index, indexCount);
  return indexCount;
}

const labelCharactersMax = 40;

/** A short line that introduces the next block: the title of a tab, an accordion or a card. */
export function isLabel({ kind, text, item, marks = [] }: TextBlock): boolean {
  if (kind !== "text" || item !== undefined) return false;
  const isBold = marks.some((mark) => mark.kind === "strong" && mark.start === 0 && mark.end === text.length);
  const isShort = text.length <= labelCharactersMax && !marks.some((mark) => mark.kind === "code");
  return isBold || (isShort && !/[.!:。！：]$/.test(text));
}

export function termsIn(texts: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    forEachWord(text, (word) => {
      for (const { term } of termsOf(word)) terms.add(term);
    });
  }
  return terms;
}

function analyzePage(index: SearchIndex, page: number): { read: PageWords; characters: number } {
  const described = readPage(index, page);
  const partsWith = new Map<string, number[]>();
  const subjectWords = new Map<number, number>();
  let partCount = 0;
  let characters = 0;
  const addPart = (text: string, isHeading: boolean): number => {
    const part = partCount++;
    const subjects = new Set<string>();
    characters += text.length;
    forEachWord(text, (word) => {
      for (const { term, spelling, isStopWord } of termsOf(word)) {
        if (isHeading && !isStopWord && !framingWords.has(spelling)) subjects.add(term);
        const parts = partsWith.get(term);
        if (parts === undefined) partsWith.set(term, [part]);
        else if (parts.at(-1) !== part) parts.push(part);
      }
    });
    if (isHeading) subjectWords.set(part, subjects.size);
    return part;
  };
  addPart(described.title, true);
  const passages: PagePassage[] = [];
  for (const { headingPath, anchor, blocks: own } of readPassages(index, page)) {
    const before = passages.at(-1);
    const isSectionStart = before === undefined || !isSamePath(before.headingPath, headingPath);
    const isOpening = before === undefined;
    const blocks = isOpening ? withDescription(described.description, own) : own;
    const headingPart = isSectionStart ? addPart(headingPath.at(-1) ?? "", true) : before.headingPart;
    const headingsAbovePart = isSectionStart
      ? addPart(headingPath.slice(0, -1).join("\n"), false)
      : before.headingsAbovePart;
    const firstPart = partCount;
    for (const { text } of blocks) addPart(text, false);
    passages.push({
      headingPath,
      anchor,
      blocks,
      headingPart,
      headingsAbovePart,
      firstPart,
      isSectionStart,
      isOpening,
      hasCode: blocks.some(({ kind }) => kind === "code"),
    });
  }
  const isEndpoint = passages[0]?.blocks.slice(0, 2).some(({ text }) => endpoint.test(text)) ?? false;
  return { read: { ...described, passages, partsWith, partCount, isEndpoint, subjectWords }, characters };
}

const endpoint = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|QUERY|TRACE) (?:\/|https?:)\S*$/;

function withDescription(description: string | undefined, blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (description === undefined) return blocks;
  // The description of an endpoint is the beginning of its text, without the markup.
  const plain = lettersOf(description);
  const isRepeated = blocks.slice(0, openingBlocks).some(({ text }) => lettersOf(text).startsWith(plain));
  return isRepeated ? blocks : [{ kind: "text", text: description }, ...blocks];
}

const openingBlocks = 3;

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, depth) => heading === other[depth]);
}
