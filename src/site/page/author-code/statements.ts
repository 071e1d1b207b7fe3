import type {
  BlockStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Statement,
  SwitchStatement,
  TryStatement,
} from "acorn";
import type { Runtime, Scope, Value } from "../page-tree.ts";
import { itemsOf } from "./chains.ts";
import { makeFunction, named } from "./make-function.ts";
import { entriesOf } from "./members.ts";
import { bindPattern } from "./patterns.ts";
import { Exhausted, Refusal, Thrown } from "./refusal.ts";
import { createScope, placeIn } from "./scope.ts";

/** How a statement ended: normally, or by leaving the function or loop. */
interface Completion {
  kind: "goesOn" | "returned" | "broke" | "continued";
  value: Value;
}

const goesOn: Completion = { kind: "goesOn", value: undefined };
const broke: Completion = { kind: "broke", value: undefined };
const continued: Completion = { kind: "continued", value: undefined };

/** Runs the statements of a function. Every iteration of a loop spends steps, so every loop ends. */
export function runBody(body: BlockStatement, scope: Scope, runtime: Runtime): Value {
  const completion = runBlock(body.body, scope, runtime);
  return completion.kind === "returned" ? completion.value : undefined;
}

function runBlock(statements: readonly Statement[], scope: Scope, runtime: Runtime): Completion {
  for (const statement of statements) {
    if (statement.type === "FunctionDeclaration") {
      scope.names.set(statement.id.name, makeFunction(statement, statement.id.name, scope));
    }
  }
  for (const statement of statements) {
    const completion = runStatement(statement, scope, runtime);
    if (completion.kind !== "goesOn") return completion;
  }
  return goesOn;
}

function runStatement(statement: Statement, scope: Scope, runtime: Runtime): Completion {
  runtime.budget.spend(1);
  switch (statement.type) {
    case "ReturnStatement":
      return {
        kind: "returned",
        value: statement.argument ? runtime.evaluate(statement.argument, scope) : undefined,
      };
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) {
        bindPattern(id, init ? named(id, runtime.evaluate(init, scope)) : undefined, scope, runtime);
      }
      return goesOn;
    case "ExpressionStatement":
      runtime.evaluate(statement.expression, scope);
      return goesOn;
    case "IfStatement": {
      const branch = runtime.evaluate(statement.test, scope) ? statement.consequent : statement.alternate;
      return branch ? nested(branch, scope, runtime) : goesOn;
    }
    case "BlockStatement":
      return nested(statement, scope, runtime);
    case "FunctionDeclaration":
    case "EmptyStatement":
      return goesOn;
    case "BreakStatement":
    case "ContinueStatement":
      if (statement.label) throw refusedStatement(statement, scope);
      return statement.type === "BreakStatement" ? broke : continued;
    case "WhileStatement":
      return runLoop(
        () => runtime.evaluate(statement.test, scope),
        statement.body,
        () => scope,
        runtime,
      );
    case "ForStatement":
      return runFor(statement, scope, runtime);
    case "ForOfStatement":
    case "ForInStatement":
      return runForEach(statement, scope, runtime);
    case "SwitchStatement":
      return runSwitch(statement, scope, runtime);
    case "TryStatement":
      return runTry(statement, scope, runtime);
    case "ThrowStatement":
      throw new Thrown(runtime.evaluate(statement.argument, scope));
    default:
      throw refusedStatement(statement, scope);
  }
}

function runLoop(isOn: () => Value, body: Statement, scopeOf: () => Scope, runtime: Runtime): Completion {
  while (isOn()) {
    runtime.budget.spend(1);
    const completion = nested(body, scopeOf(), runtime);
    if (completion.kind === "broke") return goesOn;
    if (completion.kind === "returned") return completion;
  }
  return goesOn;
}

/** Each iteration has its own scope, because functions created in it capture its names. */
function runFor({ init, test, update, body }: ForStatement, scope: Scope, runtime: Runtime): Completion {
  let round = createScope(scope);
  let isFirst = true;
  if (init?.type === "VariableDeclaration") runStatement(init, round, runtime);
  else if (init) runtime.evaluate(init, round);
  const isOn = () => {
    if (!isFirst) {
      const next = createScope(scope);
      for (const [name, value] of round.names) next.names.set(name, value);
      round = next;
      if (update) runtime.evaluate(update, round);
    }
    isFirst = false;
    return test ? runtime.evaluate(test, round) : true;
  };
  return runLoop(isOn, body, () => round, runtime);
}

function runForEach(statement: ForOfStatement | ForInStatement, scope: Scope, runtime: Runtime): Completion {
  const { left, right, body } = statement;
  const declared = left.type === "VariableDeclaration" ? left.declarations[0]?.id : undefined;
  if (declared === undefined) throw refusedStatement(statement, scope);
  const value = runtime.evaluate(right, scope);
  const items = statement.type === "ForOfStatement" ? itemsOf(value) : entriesOf(value).map(([name]) => name);
  for (const item of items) {
    runtime.budget.spend(1);
    const round = createScope(scope);
    bindPattern(declared, item, round, runtime);
    const completion = nested(body, round, runtime);
    if (completion.kind === "broke") break;
    if (completion.kind === "returned") return completion;
  }
  return goesOn;
}

function runSwitch({ discriminant, cases }: SwitchStatement, scope: Scope, runtime: Runtime): Completion {
  const value = runtime.evaluate(discriminant, scope);
  const inner = createScope(scope);
  const fits = cases.findIndex(({ test }) => test && runtime.evaluate(test, inner) === value);
  const start = fits >= 0 ? fits : cases.findIndex(({ test }) => !test);
  if (start < 0) return goesOn;
  const completion = runBlock(
    cases.slice(start).flatMap(({ consequent }) => consequent),
    inner,
    runtime,
  );
  return completion.kind === "broke" ? goesOn : completion;
}

/** Errors of a browser and refusals both go to the author's `catch`. */
function runTry({ block, handler, finalizer }: TryStatement, scope: Scope, runtime: Runtime): Completion {
  let completion: Completion;
  try {
    completion = runtime.budget.guard(() => nested(block, scope, runtime));
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Exhausted || !handler) throw error;
    const inner = createScope(scope);
    if (handler.param) bindPattern(handler.param, caughtValue(error), inner, runtime);
    completion = nested(handler.body, inner, runtime);
  }
  const last = finalizer ? nested(finalizer, scope, runtime) : goesOn;
  return last.kind === "goesOn" ? completion : last;
}

function caughtValue(error: Refusal): Value {
  return error instanceof Thrown ? error.value : new Map([["message", error.message]]);
}

/** A block has its own scope. */
function nested(statement: Statement, scope: Scope, runtime: Runtime): Completion {
  runtime.budget.enter();
  const inner = createScope(scope);
  const completion =
    statement.type === "BlockStatement"
      ? runBlock(statement.body, inner, runtime)
      : runStatement(statement, inner, runtime);
  runtime.budget.leave();
  return completion;
}

function refusedStatement(statement: Statement, scope: Scope): Refusal {
  const refusal = new Refusal(`it has ${statementNames[statement.type] ?? "an unsupported statement"}`);
  refusal.place = placeIn(scope.origin, statement.start);
  return refusal;
}

const statementNames: Partial<Record<Statement["type"], string>> = {
  BreakStatement: "a jump to a label",
  ContinueStatement: "a jump to a label",
  LabeledStatement: "a label",
  DoWhileStatement: "a do-while loop",
  ForInStatement: "a loop over a variable it does not declare",
  ForOfStatement: "a loop over a variable it does not declare",
  ClassDeclaration: "a class",
};
