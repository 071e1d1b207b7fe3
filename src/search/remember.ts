import { LRUCache } from "lru-cache";
import type { SearchIndex } from "./open-index.ts";

/** Creates a cache with the latest results for each index. An index never changes, so its results stay valid. */
export function rememberPerIndex<Value extends object>(max: number) {
  const remembered = new WeakMap<SearchIndex, LRUCache<string | number, Value>>();
  return (index: SearchIndex, name: string | number, find: () => Value): Value => {
    const known = remembered.get(index) ?? new LRUCache<string | number, Value>({ max });
    remembered.set(index, known);
    const value = known.get(name) ?? find();
    known.set(name, value);
    return value;
  };
}
