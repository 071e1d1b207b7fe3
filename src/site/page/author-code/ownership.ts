import type { Ownership } from "../page-tree.ts";
import { isList, isMap, kindOf, type Value } from "../page-tree.ts";
import { Refusal } from "./refusal.ts";

export function createOwnership(): Ownership {
  const owned = new WeakSet<object>();
  return {
    add(value) {
      if (isList(value) || isMap(value)) owned.add(value);
      return value;
    },
    drop(value) {
      if (typeof value === "object" && value !== null) owned.delete(value);
    },
    has: (value) => typeof value === "object" && value !== null && owned.has(value),
  };
}

/** Returns the list for mutation, or refuses. */
export function ownList(value: Value, ownership: Ownership): Value[] {
  if (!isList(value) || !ownership.has(value)) throw new Refusal(`it changes ${kindOf(value)} that it did not create`);
  return value as Value[];
}

/** Returns the object for mutation, or refuses. */
export function ownMap(value: Value, ownership: Ownership): Map<string, Value> {
  if (!isMap(value) || !ownership.has(value)) throw new Refusal(`it changes ${kindOf(value)} that it did not create`);
  return value as Map<string, Value>;
}
