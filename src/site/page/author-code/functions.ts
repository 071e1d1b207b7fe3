import type { Runtime, Scope } from "../page-tree.ts";
import { type AuthorFunction, isFunction, kindOf, type Value } from "../page-tree.ts";
import { bindPattern } from "./patterns.ts";
import { Refusal } from "./refusal.ts";
import { createScope, placeIn } from "./scope.ts";
import { runBody } from "./statements.ts";

export function callFunction(callee: Value, values: readonly Value[], runtime: Runtime): Value {
  if (!isFunction(callee)) throw new Refusal(`it calls ${kindOf(callee)} as a function`);
  if (callee.kind === "builtIn") {
    runtime.budget.spend(1);
    return callee.apply(values, runtime);
  }
  runtime.budget.enter();
  try {
    if (callee.refused !== undefined) throw new Refusal(callee.refused);
    const scope = createScope(callee.scope);
    bindParameters(callee, values, scope, runtime);
    const { body } = callee;
    return body.type === "BlockStatement" ? runBody(body, scope, runtime) : runtime.evaluate(body, scope);
  } catch (error) {
    if (error instanceof Refusal) error.place ??= placeIn(callee.scope.origin, callee.body.start);
    throw error;
  } finally {
    runtime.budget.leave();
  }
}

function bindParameters(callee: AuthorFunction, values: readonly Value[], scope: Scope, runtime: Runtime): void {
  for (const [index, parameter] of callee.parameters.entries()) {
    if (parameter.type === "RestElement") bindPattern(parameter.argument, values.slice(index), scope, runtime);
    else bindPattern(parameter, values[index], scope, runtime);
  }
}
