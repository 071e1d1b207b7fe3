import type { NewExpression } from "acorn";
import type { Runtime, Scope } from "../page-tree.ts";
import { Dictionary, isList, Regex, type Value } from "../page-tree.ts";
import { argumentValues, itemsOf } from "./chains.ts";
import { uniqueItems } from "./list-methods.ts";
import { propertyName } from "./members.ts";
import { textOfValue } from "./operators.ts";
import { Refusal } from "./refusal.ts";
import { makeRegex } from "./regex/regex-methods.ts";
import { lookUp } from "./scope.ts";

type Maker = (values: readonly Value[], runtime: Runtime) => Value;

/** What `new` can make. Dates are not among them: a page must not depend on when it was built. */
const makers: Record<string, Maker> = {
  // A set is a list without repeats; its methods are those of lists, and "has" and "add".
  Set: ([items], runtime) => uniqueItems(items === undefined || items === null ? [] : itemsOf(items), runtime),
  Map: ([entries], runtime) => dictionary(entries, runtime),
  RegExp: ([pattern, flags]) =>
    pattern instanceof Regex
      ? makeRegex(pattern.source, flags === undefined ? pattern.flags : textOfValue(flags))
      : makeRegex(textOfValue(pattern), flags === undefined ? "" : textOfValue(flags)),
  Error: ([message]) => new Map([["message", message]]),
  TypeError: ([message]) => new Map([["message", message]]),
};

export function makeNew({ callee, arguments: given }: NewExpression, scope: Scope, runtime: Runtime): Value {
  const name = callee.type === "Identifier" ? callee.name : "";
  const maker = Object.hasOwn(makers, name) && lookUp(scope, name) === undefined ? makers[name] : undefined;
  if (maker === undefined) throw new Refusal(`it has a "new"${name === "" ? "" : ` of ${name}`}`);
  return runtime.ownership.add(maker(argumentValues(given, scope, runtime), runtime));
}

function dictionary(entries: Value, runtime: Runtime): Dictionary {
  const made = new Dictionary();
  for (const entry of entries === undefined || entries === null ? [] : itemsOf(entries)) {
    runtime.budget.spend(1);
    if (!isList(entry)) throw new Refusal("it makes a map of something else than pairs");
    made.set(propertyName(entry[0]), entry[1]);
  }
  return made;
}
