import type { Machine } from "./machine.ts";
import { entriesOf } from "./members.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { Refusal } from "./refusal.ts";
import { type BuiltInFunction, isList, kindOf, type Value } from "./value.ts";

/** The only names that exist without being defined by an author. There are no globals of a browser or of a server. */
export const builtIns: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  // Readers cannot sign in yet, so nothing is known of them.
  ["user", new Map()],
  [
    "Object",
    new Map<string, Value>([
      builtIn("keys", ([value], machine) => properties(value, machine).map(([name]) => name)),
      builtIn("values", ([value], machine) => properties(value, machine).map(([, item]) => item)),
      builtIn("entries", ([value], machine) => properties(value, machine)),
    ]),
  ],
  ["Array", new Map<string, Value>([builtIn("isArray", ([value]) => isList(value))])],
  builtIn("Boolean", ([value]) => Boolean(value)),
  builtIn("String", ([value]) => textOfValue(value)),
  builtIn("Number", ([value]) => numberOf(value)),
]);

function builtIn(name: string, apply: BuiltInFunction["apply"]): [string, BuiltInFunction] {
  return [name, { kind: "builtIn", name, apply }];
}

function properties(value: Value, { budget }: Machine): [string, Value][] {
  if (value === null || value === undefined) throw new Refusal(`it asks for the properties of ${kindOf(value)}`);
  const found = entriesOf(value);
  budget.spend(found.length);
  return found;
}
