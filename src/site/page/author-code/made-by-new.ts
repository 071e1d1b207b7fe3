import type { NewExpression } from "acorn";
import { argumentValues, itemsOf } from "./chains.ts";
import { uniqueItems } from "./list-methods.ts";
import type { Machine } from "./machine.ts";
import { propertyName } from "./members.ts";
import { textOfValue } from "./operators.ts";
import { Refusal } from "./refusal.ts";
import { makeRegex } from "./regex/regex-methods.ts";
import { lookUp, type Scope } from "./scope.ts";
import { Dictionary, isList, Regex, type Value } from "./value.ts";

type Maker = (values: readonly Value[], machine: Machine) => Value;

/** What `new` can make. Dates are not among them: a page must not depend on when it was built. */
const makers: Record<string, Maker> = {
  // A set is a list without repeats; its methods are those of lists, and "has" and "add".
  Set: ([items], machine) => uniqueItems(items === undefined || items === null ? [] : itemsOf(items), machine),
  Map: ([entries], machine) => dictionary(entries, machine),
  RegExp: ([pattern, flags]) =>
    pattern instanceof Regex
      ? makeRegex(pattern.source, flags === undefined ? pattern.flags : textOfValue(flags))
      : makeRegex(textOfValue(pattern), flags === undefined ? "" : textOfValue(flags)),
  Error: ([message]) => new Map([["message", message]]),
  TypeError: ([message]) => new Map([["message", message]]),
};

export function makeNew({ callee, arguments: given }: NewExpression, scope: Scope, machine: Machine): Value {
  const name = callee.type === "Identifier" ? callee.name : "";
  const maker = Object.hasOwn(makers, name) && lookUp(scope, name) === undefined ? makers[name] : undefined;
  if (maker === undefined) throw new Refusal(`it has a "new"${name === "" ? "" : ` of ${name}`}`);
  return machine.ownership.add(maker(argumentValues(given, scope, machine), machine));
}

function dictionary(entries: Value, machine: Machine): Dictionary {
  const made = new Dictionary();
  for (const entry of entries === undefined || entries === null ? [] : itemsOf(entries)) {
    machine.budget.spend(1);
    if (!isList(entry)) throw new Refusal("it makes a map of something else than pairs");
    made.set(propertyName(entry[0]), entry[1]);
  }
  return made;
}
