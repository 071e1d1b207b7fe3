import { joinTexts, type Machine, spendText } from "./machine.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { Refusal } from "./refusal.ts";
import { isList, kindOf, type Value } from "./value.ts";

type Method<Target> = (target: Target, values: readonly Value[], machine: Machine) => Value;
type List = readonly Value[];

/** The methods that code may call. Each gives a new value; none changes the one it is called on. */
const textMethods: Record<string, Method<string>> = {
  includes: (text, [part]) => text.includes(textOfValue(part)),
  indexOf: (text, [part]) => text.indexOf(textOfValue(part)),
  startsWith: (text, [part]) => text.startsWith(textOfValue(part)),
  endsWith: (text, [part]) => text.endsWith(textOfValue(part)),
  trim: (text) => text.trim(),
  toUpperCase: (text) => text.toUpperCase(),
  toLowerCase: (text) => text.toLowerCase(),
  slice: (text, [start, end]) => text.slice(position(start), position(end)),
  concat: (text, values, machine) => joinTexts([text, ...values.map(textOfValue)], "", machine),
  split: (text, [separator, limit], machine) =>
    splitText(text, textOfValue(separator), machine).slice(0, position(limit)),
  replace(text, [pattern, replacement], machine) {
    const searched = textOfValue(pattern);
    const start = text.indexOf(searched);
    if (start < 0) return text;
    return joinTexts([text.slice(0, start), text.slice(start + searched.length)], textOfValue(replacement), machine);
  },
  replaceAll: (text, [pattern, replacement], machine) =>
    joinTexts(splitText(text, textOfValue(pattern), machine), textOfValue(replacement), machine),
};

const listMethods: Record<string, Method<List>> = {
  map: (list, [callback], machine) => list.map((item, at) => machine.call(callback, [item, at, list])),
  filter: (list, [callback], machine) => list.filter((item, at) => machine.call(callback, [item, at, list])),
  find: (list, [callback], machine) => list.find((item, at) => machine.call(callback, [item, at, list])),
  some: (list, [callback], machine) => list.some((item, at) => machine.call(callback, [item, at, list])),
  every: (list, [callback], machine) => list.every((item, at) => machine.call(callback, [item, at, list])),
  includes: (list, [item]) => list.includes(item),
  indexOf: (list, [item]) => list.indexOf(item),
  slice: (list, [start, end]) => list.slice(position(start), position(end)),
  reverse: (list) => list.toReversed(),
  join(list, [separator], machine) {
    const texts = list.map((item) => (item === null || item === undefined ? "" : textOfValue(item)));
    return joinTexts(texts, separator === undefined ? "," : textOfValue(separator), machine);
  },
  concat(list, values, machine) {
    const result = [...list];
    for (const value of values) append(result, isList(value) ? value : [value], machine);
    return result;
  },
  flat(list, [depth], machine) {
    const result: Value[] = [];
    flatten(list, depth === undefined ? 1 : numberOf(depth), result, machine);
    return result;
  },
  sort(list, [compare], machine) {
    if (compare !== undefined) return list.toSorted((one, other) => numberOf(machine.call(compare, [one, other])));
    return list.toSorted((one, other) => {
      machine.budget.spend(1);
      const [left, right] = [textOfValue(one), textOfValue(other)];
      return left === right ? 0 : left < right ? -1 : 1;
    });
  },
};

export function callMethod(target: Value, name: string, values: readonly Value[], machine: Machine): Value {
  if (typeof target === "string" && Object.hasOwn(textMethods, name)) {
    spendText(machine, target.length);
    return textMethods[name]?.(target, values, machine);
  }
  if (isList(target) && Object.hasOwn(listMethods, name)) {
    machine.budget.spend(target.length);
    return listMethods[name]?.(target, values, machine);
  }
  throw new Refusal(`it calls ".${name}()" of ${kindOf(target)}, which is not on the list of methods`);
}

/** Adds items one by one: spreading a long list into a call would need the stack. */
export function append(result: Value[], items: Iterable<Value>, { budget }: Machine): void {
  for (const item of items) {
    budget.spend(1);
    result.push(item);
  }
}

function flatten(list: List, depth: number, result: Value[], machine: Machine): void {
  machine.budget.enter();
  for (const item of list) {
    if (isList(item) && depth >= 1) flatten(item, depth - 1, result, machine);
    else append(result, [item], machine);
  }
  machine.budget.leave();
}

/** A part for each character at worst, so that many steps are taken before the list is made. */
function splitText(text: string, separator: string, { budget }: Machine): string[] {
  budget.spend(text.length);
  return text.split(separator);
}

function position(value: Value): number | undefined {
  return value === undefined ? undefined : numberOf(value);
}
