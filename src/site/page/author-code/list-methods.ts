import type { Runtime } from "../page-tree.ts";
import { isList, type Value } from "../page-tree.ts";
import { joinTexts } from "./budget.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { ownList } from "./ownership.ts";
import { Refusal } from "./refusal.ts";

type List = readonly Value[];
type Method = (list: List, values: readonly Value[], runtime: Runtime) => Value;

/** The list methods that code may call. Mutating ones only work on lists created by the code itself. */
export const listMethods: Record<string, Method> = {
  map: (list, [callback], runtime) => list.map((item, at) => runtime.call(callback, [item, at, list])),
  filter: (list, [callback], runtime) => list.filter((item, at) => runtime.call(callback, [item, at, list])),
  find: (list, [callback], runtime) => list.find((item, at) => runtime.call(callback, [item, at, list])),
  findIndex: (list, [callback], runtime) => list.findIndex((item, at) => runtime.call(callback, [item, at, list])),
  some: (list, [callback], runtime) => list.some((item, at) => runtime.call(callback, [item, at, list])),
  every: (list, [callback], runtime) => list.every((item, at) => runtime.call(callback, [item, at, list])),
  forEach(list, [callback], runtime) {
    for (const [at, item] of list.entries()) runtime.call(callback, [item, at, list]);
    return undefined;
  },
  reduce: (list, values, runtime) => reduced(list, values, runtime),
  at: (list, [index]) => list.at(numberOf(index)),
  includes: (list, [item]) => list.includes(item),
  has: (list, [item]) => list.includes(item),
  indexOf: (list, [item]) => list.indexOf(item),
  lastIndexOf: (list, [item]) => list.lastIndexOf(item),
  slice: (list, [start, end]) => list.slice(position(start), position(end)),
  keys: (list) => list.map((_, at) => at),
  values: (list) => [...list],
  entries: (list) => list.map((item, at) => [at, item]),
  join(list, [separator], runtime) {
    const texts = list.map((item) => (item === null || item === undefined ? "" : textOfValue(item)));
    return joinTexts(texts, separator === undefined ? "," : textOfValue(separator), runtime);
  },
  concat(list, values, runtime) {
    const result = [...list];
    for (const value of values) append(result, isList(value) ? value : [value], runtime);
    return result;
  },
  flat: (list, [depth], runtime) => flattened(list, depth === undefined ? 1 : numberOf(depth), runtime),
  flatMap: (list, [callback], runtime) =>
    flattened(
      list.map((item, at) => runtime.call(callback, [item, at, list])),
      1,
      runtime,
    ),
  reverse: (list, _, runtime) => inPlace(list, list.toReversed(), runtime),
  toReversed: (list) => list.toReversed(),
  sort: (list, [compare], runtime) => inPlace(list, sorted(list, compare, runtime), runtime),
  toSorted: (list, [compare], runtime) => sorted(list, compare, runtime),
  fill: (list, [value], runtime) =>
    inPlace(
      list,
      list.map(() => value),
      runtime,
    ),
  push(list, values, runtime) {
    const own = ownList(list, runtime.ownership);
    append(own, values, runtime);
    return own.length;
  },
  unshift(list, values, runtime) {
    const own = ownList(list, runtime.ownership);
    runtime.budget.spend(values.length);
    return own.unshift(...values);
  },
  pop: (list, _, runtime) => ownList(list, runtime.ownership).pop(),
  shift: (list, _, runtime) => ownList(list, runtime.ownership).shift(),
  splice(list, [start, count, ...added], runtime) {
    runtime.budget.spend(added.length);
    const own = ownList(list, runtime.ownership);
    return own.splice(numberOf(start), count === undefined ? own.length : numberOf(count), ...added);
  },
  /** For sets, which are lists without duplicates. */
  add(list, [item], runtime) {
    if (!list.includes(item)) append(ownList(list, runtime.ownership), [item], runtime);
    return list;
  },
};

/** Appends one by one: spreading a long list into a call could overflow the stack. */
export function append(result: Value[], items: Iterable<Value>, { budget }: Runtime): void {
  for (const item of items) {
    budget.spend(1);
    result.push(item);
  }
}

export function uniqueItems(items: Iterable<Value>, runtime: Runtime): Value[] {
  const unique = new Set<Value>();
  for (const item of items) {
    runtime.budget.spend(1);
    unique.add(item);
  }
  return [...unique];
}

/** Lists the code doesn't own stay unchanged; the caller gets a modified copy instead. */
function inPlace(list: List, changed: Value[], runtime: Runtime): Value {
  if (!runtime.ownership.has(list)) return changed;
  const own = ownList(list, runtime.ownership);
  own.length = 0;
  for (const item of changed) own.push(item);
  return own;
}

function sorted(list: List, compare: Value, runtime: Runtime): Value[] {
  if (compare !== undefined) {
    return list.toSorted((one, other) => numberOf(runtime.call(compare, [one, other])));
  }
  return list.toSorted((one, other) => {
    runtime.budget.spend(1);
    const [left, right] = [textOfValue(one), textOfValue(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}

function reduced(list: List, values: readonly Value[], runtime: Runtime): Value {
  if (values.length < 2 && list.length === 0) throw new Refusal("it reduces an empty list without an initial value");
  const from = values.length < 2 ? 1 : 0;
  let result = from === 1 ? list[0] : values[1];
  const items = list.slice(from);
  for (const [at, item] of items.entries()) result = runtime.call(values[0], [result, item, at + from, list]);
  return result;
}

function flattened(list: List, depth: number, runtime: Runtime): Value[] {
  const result: Value[] = [];
  flatten(list, depth, result, runtime);
  return result;
}

function flatten(list: List, depth: number, result: Value[], runtime: Runtime): void {
  runtime.budget.enter();
  for (const item of list) {
    if (isList(item) && depth >= 1) flatten(item, depth - 1, result, runtime);
    else append(result, [item], runtime);
  }
  runtime.budget.leave();
}

function position(value: Value): number | undefined {
  return value === undefined ? undefined : numberOf(value);
}
