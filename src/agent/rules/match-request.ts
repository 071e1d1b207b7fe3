import { LRUCache } from "lru-cache";
import { editDistance, stemEnglish } from "../../search/language.ts";
import { wordSimilarity } from "../../search/querying.ts";
import { type RequestWords, readRequestWords } from "./request-words.ts";
import type { KnownTask } from "./task-asks.ts";

/** Requests that people make, but that no task does. A request that is closest to one of them isn't understood. */
const unsupported = [
  "remove broken links",
  "remove orphan pages",
  "delete all pages",
  "delete a page",
  "write a new page about a topic",
  "add links to other pages",
  "add a page to the navigation",
  "reorganize the navigation",
  "reorder the sidebar",
  "add code examples",
  "update the code examples",
  "update the descriptions",
  "rewrite the introduction",
  "improve the wording and the style",
  "change the tone",
  "translate into another language",
  "add images and screenshots",
  "replace images",
  "fix grammar",
  "make headings bigger",
  "rename headings",
  "explain how to do something",
  "summarize a page",
  "fix the build",
  "fix the code",
  "fix a bug",
  "fix images",
  "list broken links",
  "remove unused images",
  "fix code blocks",
  "add links",
  "improve titles",
  "add tags and keywords",
  "document an API endpoint",
  "add a table of contents",
  "remove duplicate content",
  "make it better",
];

interface Ask {
  /** Undefined for a request that no task does. */
  task: KnownTask | undefined;
  words: RequestWords;
}

export interface Match {
  task: KnownTask;
  score: number;
}

/** Below this score, the words of a request and of an example have too little in common. */
const matchScoreMin = 0.74;
/** If two tasks are almost equally close, neither is certain. */
const leadMin = 0.03;
const explainedMin = 0.75;
/** Between a description of a problem and a request such as "fix them". The description may have any other words. */
export const joined = "\uE001";
const explainedJoinedMin = 0.45;
const containedJoinedMin = 0.8;
const verbWeight = 1.5;

/** Finds the tasks that a request resembles, by the words it shares with examples and by their meaning. */
export function createMatcher(tasks: readonly KnownTask[]): (text: string) => readonly Match[] {
  const asks: Ask[] = [
    ...tasks.flatMap((task) => task.asks.map((text) => ({ task, text }))),
    ...unsupported.map((text) => ({ task: undefined, text })),
  ].flatMap(({ task, text }) => {
    const words = text.includes("{") ? undefined : readRequestWords(text);
    return words === undefined ? [] : [{ task, words }];
  });
  return (text) => {
    const words = readRequestWords(text);
    if (words === undefined) return [];
    const isJoined = text.includes(joined);
    const best = new Map<KnownTask | undefined, number>();
    for (const ask of asks) {
      const score = scoreOf(words, ask.words, isJoined);
      if (score > (best.get(ask.task) ?? 0)) best.set(ask.task, score);
    }
    const refused = best.get(undefined) ?? 0;
    // A description has words of many examples, also of some that no task does.
    const isAhead = (score: number) => score > refused || (isJoined && score === refused);
    return [...best]
      .flatMap(([task, score]): Match[] =>
        task === undefined ? [] : [{ task, score: isAhead(score) ? score : Math.min(score, matchScoreMin - leadMin) }],
      )
      .toSorted((one, other) => other.score - one.score);
  };
}

/** The task that a request asks for; undefined if none is close, or two are about equally close. */
export function findCertain([first, second]: readonly Match[]): KnownTask | undefined {
  if (first === undefined || first.score < matchScoreMin) return undefined;
  const isClose = second !== undefined && first.score - second.score < leadMin;
  return isClose && first.score < 1 ? undefined : first.task;
}

/** Whether the request asks for something that an example asks for as well. */
export function resembles(text: string, examples: readonly string[]): boolean {
  const words = readRequestWords(text);
  return (
    words !== undefined &&
    examples.some((example) => {
      const other = readRequestWords(example);
      return other !== undefined && scoreOf(words, other) >= matchScoreMin;
    })
  );
}

/** From 0 to 1: how much of the request the example explains, and how much of the example the request contains. */
function scoreOf(request: RequestWords, example: RequestWords, isJoined = false): number {
  const { explained, contained } = sharesOf(request, example);
  // A request with other words asks for something more, or for something else.
  if (isJoined && explained >= explainedJoinedMin && contained >= containedJoinedMin) return contained;
  if (explained < explainedMin) return explained * matchScoreMin * contained;
  return explained + contained === 0 ? 0 : (2 * explained * contained) / (explained + contained);
}

function sharesOf(request: RequestWords, example: RequestWords): { explained: number; contained: number } {
  const closest = { explained: 0, contained: 0 };
  const inExample = new Float64Array(example.others.length);
  for (const word of request.others) {
    const known = closenessOf(word);
    let most = 0;
    for (const [place, other] of example.others.entries()) {
      const close = known.to(other);
      most = Math.max(most, close);
      inExample[place] = Math.max(inExample[place] ?? 0, close);
    }
    closest.explained += most;
  }
  for (const most of inExample) closest.contained += most;
  const verbs = request.verbs.filter((verb) => example.verbs.includes(verb)).length * verbWeight;
  const share = (of: RequestWords, sum: number) => {
    const total = of.verbs.length * verbWeight + of.others.length;
    return total === 0 ? 0 : (verbs + sum) / total;
  };
  return { explained: share(request, closest.explained), contained: share(example, closest.contained) };
}

const typoLengthMin = 5;
const typoCloseness = 0.95;
/** Unrelated words are this similar. */
const unrelated = 0.4;
const relatedMax = 0.9;
const wordsRemembered = 1_000;

interface Closeness {
  /** How close a word of an example is, from 0 to 1. */
  to(other: string): number;
}

/** The words of examples are few, so each word is compared with all of them once. */
const known = new LRUCache<string, Closeness>({ max: wordsRemembered });

function closenessOf(word: string): Closeness {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const stem = stemEnglish(word);
  const found = new Map<string, number>();
  const closeness: Closeness = {
    to(other) {
      const before = found.get(other);
      if (before !== undefined) return before;
      const close = word === other || stem === stemEnglish(other) ? 1 : likenessOf(word, other);
      found.set(other, close);
      return close;
    },
  };
  known.set(word, closeness);
  return closeness;
}

function likenessOf(one: string, other: string): number {
  const isTypo = Math.min(one.length, other.length) >= typoLengthMin && editDistance(one, other, 1) <= 1;
  return isTypo
    ? typoCloseness
    : Math.min(relatedMax, Math.max(0, (wordSimilarity(one, other) - unrelated) / (1 - unrelated)));
}
