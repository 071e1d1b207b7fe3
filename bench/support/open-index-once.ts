import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileSource, openIndex, type SearchIndex, search } from "../../src/search/querying.ts";
import { madeUpQueries } from "./made-up-docs.ts";

/** The measurements of a new process that opens the index in a folder. */
export interface OpenedOnce {
  opened: number;
  first: number;
  /** The time to open the index after an update that changed a page, including the first question. */
  published: number;
  median: number;
  slow: number;
  typingMedian: number;
  typingSlow: number;
  heldBytes: number;
  residentBytes: number;
}

const [folder = ""] = process.argv.slice(2);
const queriesAsked = 200;
// The fastest time of each query is used, because slower times reflect other work on the machine.
const rounds = 5;

const before = process.memoryUsage.rss();
const start = performance.now();
const index = open("before");
const opened = performance.now() - start;
const queries = madeUpQueries(queriesAsked);
const [first = 0] = timesOf(queries.slice(0, 1), 1, false);
const settled = timesOf(queries, rounds, false);
const typing = timesOf(queries, rounds, true);
const publishedAt = performance.now();
search(open("after"), { query: queries[0] ?? "", audience: "search", pagesMax: 10 });
const published = performance.now() - publishedAt;
gc?.();
const result: OpenedOnce = {
  opened,
  first,
  published,
  median: at(settled, 0.5),
  slow: at(settled, 0.99),
  typingMedian: at(typing, 0.5),
  typingSlow: at(typing, 0.99),
  heldBytes: index.byteLength,
  residentBytes: process.memoryUsage.rss() - before,
};
console.log(JSON.stringify(result));

function open(list: string): SearchIndex {
  return openIndex(readFileSync(join(folder, list)), ({ name, byteLength }) =>
    fileSource(join(folder, name), byteLength),
  );
}

function timesOf(asked: readonly string[], times: number, isTyping: boolean): number[] {
  const best = asked.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < times; round++) {
    for (const [number, query] of asked.entries()) {
      const from = performance.now();
      search(index, { query, audience: "search", pagesMax: 10, isTyping });
      best[number] = Math.min(best[number] ?? 0, performance.now() - from);
    }
  }
  return best.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
