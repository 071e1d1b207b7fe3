import type { Machine } from "./machine.ts";
import { bindPattern } from "./patterns.ts";
import { Refusal } from "./refusal.ts";
import { createScope, placeIn, type Scope } from "./scope.ts";
import { runBody } from "./statements.ts";
import { isFunction, kindOf, type TenantFunction, type Value } from "./value.ts";

export function callFunction(callee: Value, values: readonly Value[], machine: Machine): Value {
  if (!isFunction(callee)) throw new Refusal(`it calls ${kindOf(callee)} as a function`);
  if (callee.kind === "builtIn") {
    machine.budget.spend(1);
    return callee.apply(values, machine);
  }
  machine.budget.enter();
  try {
    if (callee.refused !== undefined) throw new Refusal(callee.refused);
    const scope = createScope(callee.scope);
    bindParameters(callee, values, scope, machine);
    const { body } = callee;
    return body.type === "BlockStatement" ? runBody(body, scope, machine) : machine.evaluate(body, scope);
  } catch (error) {
    if (error instanceof Refusal) error.place ??= placeIn(callee.scope.origin, callee.body.start);
    throw error;
  } finally {
    machine.budget.leave();
  }
}

function bindParameters(callee: TenantFunction, values: readonly Value[], scope: Scope, machine: Machine): void {
  for (const [index, parameter] of callee.parameters.entries()) {
    if (parameter.type === "RestElement") bindPattern(parameter.argument, values.slice(index), scope, machine);
    else bindPattern(parameter, values[index], scope, machine);
  }
}
