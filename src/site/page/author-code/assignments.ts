import type { AssignmentExpression, BinaryOperator, MemberExpression, Pattern, UpdateExpression } from "acorn";
import { memberName } from "./chains.ts";
import { type Machine, spendText } from "./machine.ts";
import { listIndex, memberOf } from "./members.ts";
import { applyBinary, numberOf } from "./operators.ts";
import { ownList, ownMap } from "./ownership.ts";
import { bindPattern } from "./patterns.ts";
import { Refusal } from "./refusal.ts";
import { lookUp, type Scope } from "./scope.ts";
import { isList, isMap, kindOf, Regex, type Value } from "./value.ts";

/** `a = 1`, `a += 1`, `a ??= 1`, `a.b = 1`, `[a, b] = c`: inside of a function, on its own names and values. */
export function evaluateAssignment(code: AssignmentExpression, scope: Scope, machine: Machine): Value {
  const { left, operator, right } = code;
  if (operator === "=") {
    const value = machine.evaluate(right, scope);
    assign(left, value, scope, machine);
    return value;
  }
  const before = read(left, scope, machine);
  if (operator === "&&=" || operator === "||=" || operator === "??=") {
    const isKept = operator === "??=" ? before !== null && before !== undefined : !before === (operator === "&&=");
    if (isKept) return before;
    const value = machine.evaluate(right, scope);
    assign(left, value, scope, machine);
    return value;
  }
  const value = applyBinary(operator.slice(0, -1) as BinaryOperator, before, machine.evaluate(right, scope));
  if (typeof value === "string") spendText(machine, value.length);
  assign(left, value, scope, machine);
  return value;
}

/** `a++` and `--a`. */
export function evaluateUpdate(
  { argument, operator, prefix }: UpdateExpression,
  scope: Scope,
  machine: Machine,
): Value {
  const target = argument as Pattern;
  const before = numberOf(read(target, scope, machine));
  const after = operator === "++" ? before + 1 : before - 1;
  assign(target, after, scope, machine);
  return prefix ? after : before;
}

function read(target: Pattern, scope: Scope, machine: Machine): Value {
  if (target.type === "Identifier") return lookUp(scope, target.name)?.value;
  if (target.type !== "MemberExpression" || target.object.type === "Super") throw new Refusal("it has an assignment");
  return memberOf(machine.evaluate(target.object, scope), memberName(target, scope, machine));
}

function assign(target: Pattern, value: Value, scope: Scope, machine: Machine): void {
  machine.budget.spend(1);
  if (target.type === "Identifier") changeName(target.name, value, scope);
  else if (target.type === "MemberExpression") changeMember(target, value, scope, machine);
  else bindPattern(target, value, { origin: scope.origin, names: assignedNames(scope), parent: scope }, machine);
}

/** Stands where a pattern puts its names: each goes to the name that is there already. */
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
  throw new Refusal(`it changes "${name}", which is not a name of the function`);
}

function changeMember(target: MemberExpression, value: Value, scope: Scope, machine: Machine): void {
  if (target.object.type === "Super") throw new Refusal("it uses super");
  const object = machine.evaluate(target.object, scope);
  const name = memberName(target, scope, machine);
  if (object instanceof Regex && name === "lastIndex") {
    object.lastIndex = Math.max(0, Math.trunc(numberOf(value)) || 0);
  } else if (isMap(object)) {
    ownMap(object, machine.ownership).set(name, value);
  } else if (isList(object)) {
    const list = ownList(object, machine.ownership);
    const index = listIndex(name);
    // A list has no gaps: one far behind its end would be as long as that.
    if (index === undefined || index > list.length) throw new Refusal(`it sets "${name}" of a list`);
    list[index] = value;
  } else throw new Refusal(`it sets "${name}" of ${kindOf(object)}`);
}
