import { joinTexts, type Machine } from "./machine.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { ownList } from "./ownership.ts";
import { Refusal } from "./refusal.ts";
import { isList, type Value } from "./value.ts";

type List = readonly Value[];
type Method = (list: List, values: readonly Value[], machine: Machine) => Value;

/** The methods of lists that code may call. What changes a list does so only to one that the code has made. */
export const listMethods: Record<string, Method> = {
  map: (list, [callback], machine) => list.map((item, at) => machine.call(callback, [item, at, list])),
  filter: (list, [callback], machine) => list.filter((item, at) => machine.call(callback, [item, at, list])),
  find: (list, [callback], machine) => list.find((item, at) => machine.call(callback, [item, at, list])),
  findIndex: (list, [callback], machine) => list.findIndex((item, at) => machine.call(callback, [item, at, list])),
  some: (list, [callback], machine) => list.some((item, at) => machine.call(callback, [item, at, list])),
  every: (list, [callback], machine) => list.every((item, at) => machine.call(callback, [item, at, list])),
  forEach(list, [callback], machine) {
    for (const [at, item] of list.entries()) machine.call(callback, [item, at, list]);
    return undefined;
  },
  reduce: (list, values, machine) => reduced(list, values, machine),
  at: (list, [index]) => list.at(numberOf(index)),
  includes: (list, [item]) => list.includes(item),
  has: (list, [item]) => list.includes(item),
  indexOf: (list, [item]) => list.indexOf(item),
  lastIndexOf: (list, [item]) => list.lastIndexOf(item),
  slice: (list, [start, end]) => list.slice(position(start), position(end)),
  keys: (list) => list.map((_, at) => at),
  values: (list) => [...list],
  entries: (list) => list.map((item, at) => [at, item]),
  join(list, [separator], machine) {
    const texts = list.map((item) => (item === null || item === undefined ? "" : textOfValue(item)));
    return joinTexts(texts, separator === undefined ? "," : textOfValue(separator), machine);
  },
  concat(list, values, machine) {
    const result = [...list];
    for (const value of values) append(result, isList(value) ? value : [value], machine);
    return result;
  },
  flat: (list, [depth], machine) => flattened(list, depth === undefined ? 1 : numberOf(depth), machine),
  flatMap: (list, [callback], machine) =>
    flattened(
      list.map((item, at) => machine.call(callback, [item, at, list])),
      1,
      machine,
    ),
  reverse: (list, _, machine) => inPlace(list, list.toReversed(), machine),
  toReversed: (list) => list.toReversed(),
  sort: (list, [compare], machine) => inPlace(list, sorted(list, compare, machine), machine),
  toSorted: (list, [compare], machine) => sorted(list, compare, machine),
  fill: (list, [value], machine) =>
    inPlace(
      list,
      list.map(() => value),
      machine,
    ),
  push(list, values, machine) {
    const own = ownList(list, machine.ownership);
    append(own, values, machine);
    return own.length;
  },
  unshift(list, values, machine) {
    const own = ownList(list, machine.ownership);
    machine.budget.spend(values.length);
    return own.unshift(...values);
  },
  pop: (list, _, machine) => ownList(list, machine.ownership).pop(),
  shift: (list, _, machine) => ownList(list, machine.ownership).shift(),
  splice(list, [start, count, ...added], machine) {
    machine.budget.spend(added.length);
    const own = ownList(list, machine.ownership);
    return own.splice(numberOf(start), count === undefined ? own.length : numberOf(count), ...added);
  },
  /** Of a set, which is a list without repeats. */
  add(list, [item], machine) {
    if (!list.includes(item)) append(ownList(list, machine.ownership), [item], machine);
    return list;
  },
};

/** Adds items one by one: spreading a long list into a call would need the stack. */
export function append(result: Value[], items: Iterable<Value>, { budget }: Machine): void {
  for (const item of items) {
    budget.spend(1);
    result.push(item);
  }
}

export function uniqueItems(items: Iterable<Value>, machine: Machine): Value[] {
  const unique = new Set<Value>();
  for (const item of items) {
    machine.budget.spend(1);
    unique.add(item);
  }
  return [...unique];
}

/** Lists that are not the code's own stay as they are; the caller gets the changed copy all the same. */
function inPlace(list: List, changed: Value[], machine: Machine): Value {
  if (!machine.ownership.has(list)) return changed;
  const own = ownList(list, machine.ownership);
  own.length = 0;
  for (const item of changed) own.push(item);
  return own;
}

function sorted(list: List, compare: Value, machine: Machine): Value[] {
  if (compare !== undefined) {
    return list.toSorted((one, other) => numberOf(machine.call(compare, [one, other])));
  }
  return list.toSorted((one, other) => {
    machine.budget.spend(1);
    const [left, right] = [textOfValue(one), textOfValue(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}

function reduced(list: List, values: readonly Value[], machine: Machine): Value {
  if (values.length < 2 && list.length === 0) throw new Refusal("it reduces an empty list without a first value");
  const from = values.length < 2 ? 1 : 0;
  let result = from === 1 ? list[0] : values[1];
  const items = list.slice(from);
  for (const [at, item] of items.entries()) result = machine.call(values[0], [result, item, at + from, list]);
  return result;
}

function flattened(list: List, depth: number, machine: Machine): Value[] {
  const result: Value[] = [];
  flatten(list, depth, result, machine);
  return result;
}

function flatten(list: List, depth: number, result: Value[], machine: Machine): void {
  machine.budget.enter();
  for (const item of list) {
    if (isList(item) && depth >= 1) flatten(item, depth - 1, result, machine);
    else append(result, [item], machine);
  }
  machine.budget.leave();
}

function position(value: Value): number | undefined {
  return value === undefined ? undefined : numberOf(value);
}
