import type { AssignmentExpression, BinaryOperator, MemberExpression, Pattern, UpdateExpression } from "acorn";
import type { Runtime, Scope } from "../page-tree.ts";
import { isList, isMap, kindOf, Regex, type Value } from "../page-tree.ts";
import { spendText } from "./budget.ts";
import { memberName } from "./chains.ts";
import { listIndex, memberOf } from "./members.ts";
import { applyBinary, numberOf } from "./operators.ts";
import { ownList, ownMap } from "./ownership.ts";
import { bindPattern } from "./patterns.ts";
import { Refusal } from "./refusal.ts";
import { lookUp } from "./scope.ts";

/** `a = 1`, `a += 1`, `a ??= 1`, `a.b = 1`, `[a, b] = c`. A function may only assign to its own names and values. */
export function evaluateAssignment(code: AssignmentExpression, scope: Scope, runtime: Runtime): Value {
  const { left, operator, right } = code;
  if (operator === "=") {
    const value = runtime.evaluate(right, scope);
    assign(left, value, scope, runtime);
    return value;
  }
  const before = read(left, scope, runtime);
  if (operator === "&&=" || operator === "||=" || operator === "??=") {
    const isKept = operator === "??=" ? before !== null && before !== undefined : !before === (operator === "&&=");
    if (isKept) return before;
    const value = runtime.evaluate(right, scope);
    assign(left, value, scope, runtime);
    return value;
  }
  const value = applyBinary(operator.slice(0, -1) as BinaryOperator, before, runtime.evaluate(right, scope));
  if (typeof value === "string") spendText(runtime, value.length);
  assign(left, value, scope, runtime);
  return value;
}

/** `a++` and `--a`. */
export function evaluateUpdate(
  { argument, operator, prefix }: UpdateExpression,
  scope: Scope,
  runtime: Runtime,
): Value {
  const target = argument as Pattern;
  const before = numberOf(read(target, scope, runtime));
  const after = operator === "++" ? before + 1 : before - 1;
  assign(target, after, scope, runtime);
  return prefix ? after : before;
}

function read(target: Pattern, scope: Scope, runtime: Runtime): Value {
  if (target.type === "Identifier") return lookUp(scope, target.name)?.value;
  if (target.type !== "MemberExpression" || target.object.type === "Super") throw new Refusal("it has an assignment");
  return memberOf(runtime.evaluate(target.object, scope), memberName(target, scope, runtime));
}

function assign(target: Pattern, value: Value, scope: Scope, runtime: Runtime): void {
  runtime.budget.spend(1);
  if (target.type === "Identifier") changeName(target.name, value, scope);
  else if (target.type === "MemberExpression") changeMember(target, value, scope, runtime);
  else bindPattern(target, value, { origin: scope.origin, names: assignedNames(scope), parent: scope }, runtime);
}

/** A target for pattern bindings that assigns to existing names instead of declaring new ones. */
function assignedNames(scope: Scope): Map<string, Value> {
  const names = new Map<string, Value>();
  names.set = (name, value) => {
    changeName(name, value, scope);
    return names;
  };
  return names;
}

function changeName(name: string, value: Value, scope: Scope): void {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    if (!current.names.has(name)) continue;
    if (!current.isLocal) break;
    current.names.set(name, value);
    return;
  }
  throw new Refusal(`it changes "${name}", which is not local to the function`);
}

function changeMember(target: MemberExpression, value: Value, scope: Scope, runtime: Runtime): void {
  if (target.object.type === "Super") throw new Refusal("it uses super");
  const object = runtime.evaluate(target.object, scope);
  const name = memberName(target, scope, runtime);
  if (object instanceof Regex && name === "lastIndex") {
    object.lastIndex = Math.max(0, Math.trunc(numberOf(value)) || 0);
  } else if (isMap(object)) {
    ownMap(object, runtime.ownership).set(name, value);
  } else if (isList(object)) {
    const list = ownList(object, runtime.ownership);
    const index = listIndex(name);
    // Lists have no gaps: assigning far past the end would allocate everything in between.
    if (index === undefined || index > list.length) throw new Refusal(`it sets "${name}" of a list`);
    list[index] = value;
  } else throw new Refusal(`it sets "${name}" of ${kindOf(object)}`);
}
