import type { ArrayPattern, AssignmentProperty, Expression, ObjectPattern, Pattern, PrivateIdentifier } from "acorn";
import type { Runtime, Scope } from "../page-tree.ts";
import { isList, kindOf, type Value } from "../page-tree.ts";
import { append } from "./list-methods.ts";
import { entriesOf, memberOf, propertyName } from "./members.ts";
import { Refusal } from "./refusal.ts";

/** Binds a value to a pattern: `name`, `{ a, b = 1, ...rest }`, `[first, , third]`, nested to any depth. */
export function bindPattern(pattern: Pattern, value: Value, scope: Scope, runtime: Runtime): void {
  runtime.budget.spend(1);
  switch (pattern.type) {
    case "Identifier":
      scope.names.set(pattern.name, value);
      return;
    case "AssignmentPattern": {
      const given = value === undefined ? runtime.evaluate(pattern.right, scope) : value;
      bindPattern(pattern.left, given, scope, runtime);
      return;
    }
    case "ObjectPattern":
      nested(runtime, () => bindObject(pattern, value, scope, runtime));
      return;
    case "ArrayPattern":
      nested(runtime, () => bindList(pattern, value, scope, runtime));
      return;
    default:
      throw new Refusal("it assigns to a property");
  }
}

/** The names that a pattern would bind. */
export function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesOf(pattern.left);
    case "RestElement":
      return namesOf(pattern.argument);
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => namesOf(part.type === "RestElement" ? part.argument : part.value));
    case "ArrayPattern":
      return pattern.elements.flatMap((part) => (part === null ? [] : namesOf(part)));
    default:
      return [];
  }
}

/** The property name in an object or pattern: `a`, `"a"`, `1` or `[expression]`. */
export function keyOf(
  { key, computed }: { key: Expression | PrivateIdentifier; computed: boolean },
  scope: Scope,
  runtime: Runtime,
): string {
  if (key.type === "PrivateIdentifier") throw new Refusal("it uses a private name");
  if (!computed && key.type === "Identifier") return propertyName(key.name);
  return propertyName(runtime.evaluate(key, scope));
}

function bindObject(pattern: ObjectPattern, value: Value, scope: Scope, runtime: Runtime): void {
  if (value === null || value === undefined) throw new Refusal(`it destructures ${kindOf(value)}`);
  const taken = new Set<string>();
  for (const part of pattern.properties) {
    if (part.type === "RestElement") {
      const rest = entriesOf(value).filter(([name]) => !taken.has(name));
      runtime.budget.spend(rest.length);
      bindPattern(part.argument, new Map(rest), scope, runtime);
    } else {
      const name = keyOf(part satisfies AssignmentProperty, scope, runtime);
      taken.add(name);
      bindPattern(part.value, memberOf(value, name), scope, runtime);
    }
  }
}

function bindList(pattern: ArrayPattern, value: Value, scope: Scope, runtime: Runtime): void {
  if (!isList(value)) throw new Refusal(`it destructures ${kindOf(value)} as a list`);
  for (const [index, part] of pattern.elements.entries()) {
    if (part === null) continue;
    if (part.type === "RestElement") {
      const rest: Value[] = [];
      append(rest, value.slice(index), runtime);
      bindPattern(part.argument, rest, scope, runtime);
    } else bindPattern(part, value[index], scope, runtime);
  }
}

function nested(runtime: Runtime, bind: () => void): void {
  runtime.budget.enter();
  bind();
  runtime.budget.leave();
}
