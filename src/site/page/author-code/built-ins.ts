import type { Runtime } from "../page-tree.ts";
import { type BuiltInFunction, isList, isMap, kindOf, type Value } from "../page-tree.ts";
import { spendText } from "./budget.ts";
import { itemsOf } from "./chains.ts";
import { hookNames } from "./hooks.ts";
import { append } from "./list-methods.ts";
import { entriesOf, propertyName } from "./members.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { ownMap } from "./ownership.ts";
import { Refusal } from "./refusal.ts";
import { writeJson } from "./write-json.ts";

/** The only names that exist without an author defining them. There are no browser or server globals. */
export const builtIns: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  // Readers can't sign in yet, so nothing is known about them.
  ["user", new Map()],
  ["Object", objectFunctions()],
  ["Math", mathFunctions()],
  ["JSON", new Map([builtIn("stringify", ([value, , indent], runtime) => writeJson(value, indent, runtime))])],
  // Console output isn't meant for readers.
  ["console", new Map(["log", "info", "warn", "error", "debug"].map((name) => builtIn(name, () => undefined)))],
  builtIn("Boolean", ([value]) => Boolean(value)),
  ["String", callable("String", ([value]) => textOfValue(value))],
  ["Number", callable("Number", ([value]) => numberOf(value), numberFunctions())],
  ["Array", callable("Array", ([length], runtime) => emptyList(numberOf(length), runtime), arrayFunctions())],
  builtIn("parseInt", ([value, radix]) => Number.parseInt(textOfValue(value), radixOf(radix))),
  builtIn("parseFloat", ([value]) => Number.parseFloat(textOfValue(value))),
  builtIn("isNaN", ([value]) => Number.isNaN(numberOf(value))),
  builtIn("encodeURIComponent", ([value], runtime) => encoded(textOfValue(value), runtime)),
  builtIn("btoa", ([value], runtime) => base64(textOfValue(value), runtime)),
  ...hookNames,
]);

function objectFunctions(): Map<string, Value> {
  return new Map<string, Value>([
    builtIn("keys", ([value], runtime) =>
      own(
        properties(value, runtime).map(([name]) => name),
        runtime,
      ),
    ),
    builtIn("values", ([value], runtime) =>
      own(
        properties(value, runtime).map(([, item]) => item),
        runtime,
      ),
    ),
    builtIn("entries", ([value], runtime) => own(properties(value, runtime), runtime)),
    builtIn("fromEntries", ([entries], runtime) => objectOf(entries, runtime)),
    builtIn("freeze", ([value]) => value),
    builtIn("assign", ([target, ...sources], runtime) => {
      const object = ownMap(target, runtime.ownership);
      for (const source of sources) {
        for (const [name, value] of properties(source ?? new Map(), runtime)) object.set(propertyName(name), value);
      }
      return object;
    }),
  ]);
}

function numberFunctions(): [string, Value][] {
  return [
    builtIn("isNaN", ([value]) => Number.isNaN(value)),
    builtIn("isInteger", ([value]) => Number.isInteger(value)),
    builtIn("isFinite", ([value]) => Number.isFinite(value)),
    builtIn("parseInt", ([value, radix]) => Number.parseInt(textOfValue(value), radixOf(radix))),
    builtIn("parseFloat", ([value]) => Number.parseFloat(textOfValue(value))),
  ];
}

function arrayFunctions(): [string, Value][] {
  return [
    builtIn("isArray", ([value]) => isList(value)),
    builtIn("of", (values, runtime) => own([...values], runtime)),
    builtIn("from", ([value, callback], runtime) => {
      const items = isMap(value) && value.has("length") ? emptyList(numberOf(value.get("length")), runtime) : [];
      if (items.length === 0 && !(isMap(value) && value.has("length"))) append(items, itemsOf(value), runtime);
      return own(callback === undefined ? items : items.map((item, at) => runtime.call(callback, [item, at])), runtime);
    }),
  ];
}

/** No `random`: a page must be the same in every build. */
function mathFunctions(): Map<string, Value> {
  const names = [
    "abs",
    "ceil",
    "floor",
    "round",
    "trunc",
    "sqrt",
    "sign",
    "sin",
    "cos",
    "log",
    "log10",
    "log2",
  ] as const;
  return new Map<string, Value>([
    ["PI", Math.PI],
    ...names.map((name) => builtIn(name, ([value]) => Math[name](numberOf(value)))),
    builtIn("pow", ([base, exponent]) => numberOf(base) ** numberOf(exponent)),
    builtIn("min", (values) => values.map(numberOf).reduce((one, other) => Math.min(one, other), Infinity)),
    builtIn("max", (values) => values.map(numberOf).reduce((one, other) => Math.max(one, other), -Infinity)),
  ]);
}

function builtIn(name: string, apply: BuiltInFunction["apply"]): [string, BuiltInFunction] {
  return [name, { kind: "builtIn", name, apply }];
}

/** A function with members, such as `Number("1")` and `Number.isNaN(1)`. */
function callable(name: string, apply: BuiltInFunction["apply"], members: [string, Value][] = []): BuiltInFunction {
  return { kind: "builtIn", name, apply, members: new Map(members) };
}

function own(list: Value[], runtime: Runtime): Value {
  return runtime.ownership.add(list);
}

function properties(value: Value, { budget }: Runtime): [string, Value][] {
  if (value === null || value === undefined) throw new Refusal(`it reads the properties of ${kindOf(value)}`);
  const found = entriesOf(value);
  budget.spend(found.length);
  return found;
}

function objectOf(entries: Value, runtime: Runtime): Value {
  const object = new Map<string, Value>();
  for (const entry of itemsOf(entries)) {
    runtime.budget.spend(1);
    if (!isList(entry)) throw new Refusal("it creates an object from something other than pairs");
    object.set(propertyName(entry[0]), entry[1]);
  }
  return runtime.ownership.add(object);
}

/** Spends the steps before allocating: any number can be a length. */
function emptyList(length: number, runtime: Runtime): Value[] {
  const count = Math.max(Math.trunc(length) || 0, 0);
  runtime.budget.spend(count);
  const items = Array.from<Value>({ length: count });
  runtime.ownership.add(items);
  return items;
}

function radixOf(radix: Value): number | undefined {
  return radix === undefined ? undefined : numberOf(radix);
}

function encoded(text: string, runtime: Runtime): string {
  spendText(runtime, text.length * 9);
  return encodeURIComponent(text.toWellFormed());
}

function base64(text: string, runtime: Runtime): string {
  spendText(runtime, text.length * 2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: btoa accepts exactly these characters.
  if (!/^[\x00-\xff]*$/.test(text)) throw new Refusal("it encodes characters that btoa() does not support");
  return Buffer.from(text, "latin1").toString("base64");
}
