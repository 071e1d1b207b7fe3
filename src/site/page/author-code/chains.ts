import type { CallExpression, Expression, MemberExpression, SpreadElement, Super } from "acorn";
import { append } from "./list-methods.ts";
import type { Machine } from "./machine.ts";
import { memberOf, propertyName } from "./members.ts";
import { callMethod } from "./methods.ts";
import { Refusal } from "./refusal.ts";
import type { Scope } from "./scope.ts";
import { Dictionary, isFunction, isList, isMap, kindOf, type Value } from "./value.ts";

/** A link of `a?.b.c()`: once one is cut, so are all that follow. */
const cut = Symbol("cut");
type Link = Value | typeof cut;

/** `a.b`, `a[0]`, `a()`, `a?.b.c()`. */
export function evaluateChain(code: MemberExpression | CallExpression, scope: Scope, machine: Machine): Value {
  const value = link(code, scope, machine);
  return value === cut ? undefined : value;
}

/** The items of `...value` in a list or a call. */
export function spreadItems({ argument }: SpreadElement, scope: Scope, machine: Machine): Iterable<Value> {
  return itemsOf(machine.evaluate(argument, scope));
}

/** What a loop or a spread goes through. */
export function itemsOf(value: Value): Iterable<Value> {
  if (isList(value) || typeof value === "string") return value;
  if (value instanceof Dictionary) return [...value];
  throw new Refusal(`it takes the items of ${kindOf(value)}`);
}

function link(code: Expression | Super, scope: Scope, machine: Machine): Link {
  if (code.type === "CallExpression") return callLink(code, scope, machine);
  if (code.type === "MemberExpression") {
    const target = objectOf(code, scope, machine);
    return target === cut ? cut : memberOf(target, memberName(code, scope, machine));
  }
  if (code.type === "Super") throw new Refusal("it uses super");
  return machine.evaluate(code, scope);
}

function objectOf({ object: target, optional }: MemberExpression, scope: Scope, machine: Machine): Link {
  const value = nestedLink(target, scope, machine);
  return optional && (value === null || value === undefined) ? cut : value;
}

/** A long chain of links is as deep as any other code. */
function nestedLink(code: Expression | Super, scope: Scope, machine: Machine): Link {
  machine.budget.enter();
  machine.budget.spend(1);
  const value = link(code, scope, machine);
  machine.budget.leave();
  return value;
}

export function memberName({ property, computed }: MemberExpression, scope: Scope, machine: Machine): string {
  if (property.type === "PrivateIdentifier") throw new Refusal("it uses a private name");
  if (!computed && property.type === "Identifier") return propertyName(property.name);
  return propertyName(machine.evaluate(property, scope));
}

function callLink({ callee, arguments: given, optional }: CallExpression, scope: Scope, machine: Machine): Link {
  if (callee.type !== "MemberExpression") {
    const called = nestedLink(callee, scope, machine);
    if (called === cut || (optional && (called === null || called === undefined))) return cut;
    return machine.call(called, argumentValues(given, scope, machine));
  }
  const target = objectOf(callee, scope, machine);
  if (target === cut) return cut;
  const name = memberName(callee, scope, machine);
  // A function that an author keeps in an object is called like any other; texts and lists have the listed methods.
  const own = ownMember(target, name);
  if (optional && isMap(target) && (own === null || own === undefined)) return cut;
  const values = argumentValues(given, scope, machine);
  return isFunction(own) ? machine.call(own, values) : callMethod(target, name, values, machine);
}

function ownMember(target: Value, name: string): Value {
  if (isMap(target)) return target instanceof Dictionary ? undefined : target.get(name);
  return isFunction(target) && target.kind === "builtIn" ? target.members?.get(name) : undefined;
}

export function argumentValues(given: (Expression | SpreadElement)[], scope: Scope, machine: Machine): Value[] {
  const values: Value[] = [];
  for (const argument of given) {
    if (argument.type === "SpreadElement") append(values, spreadItems(argument, scope, machine), machine);
    else values.push(machine.evaluate(argument, scope));
  }
  return values;
}
