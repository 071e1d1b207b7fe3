import { LRUCache } from "lru-cache";
import type { SearchIndex } from "./open-index.ts";
import { decodePassage } from "./passage-writer.ts";
import type { Passage } from "./split-section.ts";

const passagesRemembered = 500;
const remembered = new WeakMap<SearchIndex, LRUCache<number, Passage>>();

/** A passage of an index. A few of them answer most questions: those that were read last are not taken apart again. */
export function readPassage(index: SearchIndex, number: number): Passage {
  const known = remembered.get(index) ?? new LRUCache<number, Passage>({ max: passagesRemembered });
  remembered.set(index, known);
  const passage = known.get(number) ?? decodePassage(index, number);
  known.set(number, passage);
  return passage;
}
