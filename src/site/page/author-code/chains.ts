import type { CallExpression, Expression, MemberExpression, SpreadElement, Super } from "acorn";
import type { Runtime, Scope } from "../page-tree.ts";
import { Dictionary, isFunction, isList, isMap, kindOf, type Value } from "../page-tree.ts";
import { append } from "./list-methods.ts";
import { memberOf, propertyName } from "./members.ts";
import { callMethod } from "./methods.ts";
import { Refusal } from "./refusal.ts";

/** Marks a short-circuited chain: in `a?.b.c()`, everything after a missing link is skipped. */
const cut = Symbol("cut");
type Link = Value | typeof cut;

/** `a.b`, `a[0]`, `a()`, `a?.b.c()`. */
export function evaluateChain(code: MemberExpression | CallExpression, scope: Scope, runtime: Runtime): Value {
  const value = link(code, scope, runtime);
  return value === cut ? undefined : value;
}

/** The items that `...value` adds to a list or call. */
export function spreadItems({ argument }: SpreadElement, scope: Scope, runtime: Runtime): Iterable<Value> {
  return itemsOf(runtime.evaluate(argument, scope));
}

/** The items that a loop or spread iterates over. */
export function itemsOf(value: Value): Iterable<Value> {
  if (isList(value) || typeof value === "string") return value;
  if (value instanceof Dictionary) return [...value];
  throw new Refusal(`it iterates over ${kindOf(value)}`);
}

function link(code: Expression | Super, scope: Scope, runtime: Runtime): Link {
  if (code.type === "CallExpression") return callLink(code, scope, runtime);
  if (code.type === "MemberExpression") {
    const target = objectOf(code, scope, runtime);
    return target === cut ? cut : memberOf(target, memberName(code, scope, runtime));
  }
  if (code.type === "Super") throw new Refusal("it uses super");
  return runtime.evaluate(code, scope);
}

function objectOf({ object: target, optional }: MemberExpression, scope: Scope, runtime: Runtime): Link {
  const value = nestedLink(target, scope, runtime);
  return optional && (value === null || value === undefined) ? cut : value;
}

/** A long chain counts as deep, like any other nested code. */
function nestedLink(code: Expression | Super, scope: Scope, runtime: Runtime): Link {
  runtime.budget.enter();
  runtime.budget.spend(1);
  const value = link(code, scope, runtime);
  runtime.budget.leave();
  return value;
}

export function memberName({ property, computed }: MemberExpression, scope: Scope, runtime: Runtime): string {
  if (property.type === "PrivateIdentifier") throw new Refusal("it uses a private name");
  if (!computed && property.type === "Identifier") return propertyName(property.name);
  return propertyName(runtime.evaluate(property, scope));
}

function callLink({ callee, arguments: given, optional }: CallExpression, scope: Scope, runtime: Runtime): Link {
  if (callee.type !== "MemberExpression") {
    const called = nestedLink(callee, scope, runtime);
    if (called === cut || (optional && (called === null || called === undefined))) return cut;
    return runtime.call(called, argumentValues(given, scope, runtime));
  }
  const target = objectOf(callee, scope, runtime);
  if (target === cut) return cut;
  const name = memberName(callee, scope, runtime);
  // Functions that an author stored in an object are called directly; strings and lists only have the listed methods.
  const own = ownMember(target, name);
  if (optional && isMap(target) && (own === null || own === undefined)) return cut;
  const values = argumentValues(given, scope, runtime);
  return isFunction(own) ? runtime.call(own, values) : callMethod(target, name, values, runtime);
}

function ownMember(target: Value, name: string): Value {
  if (isMap(target)) return target instanceof Dictionary ? undefined : target.get(name);
  return isFunction(target) && target.kind === "builtIn" ? target.members?.get(name) : undefined;
}

export function argumentValues(given: (Expression | SpreadElement)[], scope: Scope, runtime: Runtime): Value[] {
  const values: Value[] = [];
  for (const argument of given) {
    if (argument.type === "SpreadElement") append(values, spreadItems(argument, scope, runtime), runtime);
    else values.push(runtime.evaluate(argument, scope));
  }
  return values;
}
