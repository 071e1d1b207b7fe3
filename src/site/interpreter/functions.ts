import type { BlockStatement, Function as FunctionCode, Statement } from "acorn";
import type { Machine } from "./machine.ts";
import { bindPattern } from "./patterns.ts";
import { Refusal } from "./refusal.ts";
import { createScope, placeIn, type Scope } from "./scope.ts";
import { isFunction, kindOf, type TenantFunction, type Value } from "./value.ts";

/** A function is only remembered with the names it sees; nothing runs before it is called. */
export function makeFunction(code: FunctionCode, name: string, scope: Scope): TenantFunction {
  if (code.async) throw new Refusal("it has an async function");
  if (code.generator) throw new Refusal("it has a generator function");
  return { kind: "function", name, parameters: code.params, body: code.body, scope };
}

export function callFunction(callee: Value, values: readonly Value[], machine: Machine): Value {
  if (!isFunction(callee)) throw new Refusal(`it calls ${kindOf(callee)} as a function`);
  if (callee.kind === "builtIn") {
    machine.budget.spend(1);
    return callee.apply(values, machine);
  }
  machine.budget.enter();
  try {
    const scope = createScope(callee.scope);
    bindParameters(callee, values, scope, machine);
    const { body } = callee;
    return body.type === "BlockStatement" ? runBlock(body, scope, machine).value : machine.evaluate(body, scope);
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

/** How a statement ended: with `return` and its value, or by going on to the next. */
interface Completion {
  hasReturned: boolean;
  value: Value;
}

const goesOn: Completion = { hasReturned: false, value: undefined };

function runBlock(block: BlockStatement, scope: Scope, machine: Machine): Completion {
  for (const statement of block.body) {
    if (statement.type === "FunctionDeclaration") {
      scope.names.set(statement.id.name, makeFunction(statement, statement.id.name, scope));
    }
  }
  for (const statement of block.body) {
    const completion = runStatement(statement, scope, machine);
    if (completion.hasReturned) return completion;
  }
  return goesOn;
}

function runStatement(statement: Statement, scope: Scope, machine: Machine): Completion {
  machine.budget.spend(1);
  switch (statement.type) {
    case "ReturnStatement":
      return { hasReturned: true, value: statement.argument ? machine.evaluate(statement.argument, scope) : undefined };
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) {
        bindPattern(id, init ? named(id, machine.evaluate(init, scope)) : undefined, scope, machine);
      }
      return goesOn;
    case "IfStatement": {
      const branch = machine.evaluate(statement.test, scope) ? statement.consequent : statement.alternate;
      return branch ? nested(branch, scope, machine) : goesOn;
    }
    case "BlockStatement":
      return nested(statement, scope, machine);
    case "FunctionDeclaration":
    case "EmptyStatement":
      return goesOn;
    default:
      throw refusedStatement(statement, scope);
  }
}

function refusedStatement(statement: Statement, scope: Scope): Refusal {
  const refusal = new Refusal(`it has ${statementNames[statement.type] ?? "a statement that is not interpreted"}`);
  refusal.place = placeIn(scope.origin, statement.start);
  return refusal;
}

/** Names inside a block are not seen after it. */
function nested(statement: Statement, scope: Scope, machine: Machine): Completion {
  machine.budget.enter();
  const inner = createScope(scope);
  const completion =
    statement.type === "BlockStatement" ? runBlock(statement, inner, machine) : runStatement(statement, inner, machine);
  machine.budget.leave();
  return completion;
}

/** `const Row = () => …` names the function after its constant, for messages. */
export function named(pattern: { type: string; name?: string }, value: Value): Value {
  if (pattern.type !== "Identifier" || !isFunction(value) || value.kind !== "function" || value.name !== "")
    return value;
  return { ...value, name: pattern.name ?? "" };
}

const statementNames: Partial<Record<Statement["type"], string>> = {
  ExpressionStatement: "a statement that only has an effect",
  ForStatement: "a loop",
  ForInStatement: "a loop",
  ForOfStatement: "a loop",
  WhileStatement: "a loop",
  DoWhileStatement: "a loop",
  SwitchStatement: "a switch",
  ThrowStatement: "a throw",
  TryStatement: "a try",
  ClassDeclaration: "a class",
};
