import type {
  BlockStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Statement,
  SwitchStatement,
  TryStatement,
} from "acorn";
import { itemsOf } from "./chains.ts";
import type { Machine } from "./machine.ts";
import { makeFunction, named } from "./make-function.ts";
import { entriesOf } from "./members.ts";
import { bindPattern } from "./patterns.ts";
import { Exhausted, Refusal, Thrown } from "./refusal.ts";
import { createScope, placeIn, type Scope } from "./scope.ts";
import type { Value } from "./value.ts";

/** How a statement ended: by going on to the next, or by leaving the function or the loop. */
interface Completion {
  kind: "goesOn" | "returned" | "broke" | "continued";
  value: Value;
}

const goesOn: Completion = { kind: "goesOn", value: undefined };
const broke: Completion = { kind: "broke", value: undefined };
const continued: Completion = { kind: "continued", value: undefined };

/** Runs the statements of a function on its own names. Every round of a loop takes steps, so each loop ends. */
export function runBody(body: BlockStatement, scope: Scope, machine: Machine): Value {
  const completion = runBlock(body.body, scope, machine);
  return completion.kind === "returned" ? completion.value : undefined;
}

function runBlock(statements: readonly Statement[], scope: Scope, machine: Machine): Completion {
  for (const statement of statements) {
    if (statement.type === "FunctionDeclaration") {
      scope.names.set(statement.id.name, makeFunction(statement, statement.id.name, scope));
    }
  }
  for (const statement of statements) {
    const completion = runStatement(statement, scope, machine);
    if (completion.kind !== "goesOn") return completion;
  }
  return goesOn;
}

function runStatement(statement: Statement, scope: Scope, machine: Machine): Completion {
  machine.budget.spend(1);
  switch (statement.type) {
    case "ReturnStatement":
      return {
        kind: "returned",
        value: statement.argument ? machine.evaluate(statement.argument, scope) : undefined,
      };
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) {
        bindPattern(id, init ? named(id, machine.evaluate(init, scope)) : undefined, scope, machine);
      }
      return goesOn;
    case "ExpressionStatement":
      machine.evaluate(statement.expression, scope);
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
    case "BreakStatement":
    case "ContinueStatement":
      if (statement.label) throw refusedStatement(statement, scope);
      return statement.type === "BreakStatement" ? broke : continued;
    case "WhileStatement":
      return runLoop(
        () => machine.evaluate(statement.test, scope),
        statement.body,
        () => scope,
        machine,
      );
    case "ForStatement":
      return runFor(statement, scope, machine);
    case "ForOfStatement":
    case "ForInStatement":
      return runForEach(statement, scope, machine);
    case "SwitchStatement":
      return runSwitch(statement, scope, machine);
    case "TryStatement":
      return runTry(statement, scope, machine);
    case "ThrowStatement":
      throw new Thrown(machine.evaluate(statement.argument, scope));
    default:
      throw refusedStatement(statement, scope);
  }
}

function runLoop(isOn: () => Value, body: Statement, scopeOf: () => Scope, machine: Machine): Completion {
  while (isOn()) {
    machine.budget.spend(1);
    const completion = nested(body, scopeOf(), machine);
    if (completion.kind === "broke") return goesOn;
    if (completion.kind === "returned") return completion;
  }
  return goesOn;
}

/** Each round has names of its own, because functions that were made in it keep them. */
function runFor({ init, test, update, body }: ForStatement, scope: Scope, machine: Machine): Completion {
  let round = createScope(scope);
  let isFirst = true;
  if (init?.type === "VariableDeclaration") runStatement(init, round, machine);
  else if (init) machine.evaluate(init, round);
  const isOn = () => {
    if (!isFirst) {
      const next = createScope(scope);
      for (const [name, value] of round.names) next.names.set(name, value);
      round = next;
      if (update) machine.evaluate(update, round);
    }
    isFirst = false;
    return test ? machine.evaluate(test, round) : true;
  };
  return runLoop(isOn, body, () => round, machine);
}

function runForEach(statement: ForOfStatement | ForInStatement, scope: Scope, machine: Machine): Completion {
  const { left, right, body } = statement;
  const declared = left.type === "VariableDeclaration" ? left.declarations[0]?.id : undefined;
  if (declared === undefined) throw refusedStatement(statement, scope);
  const value = machine.evaluate(right, scope);
  const items = statement.type === "ForOfStatement" ? itemsOf(value) : entriesOf(value).map(([name]) => name);
  for (const item of items) {
    machine.budget.spend(1);
    const round = createScope(scope);
    bindPattern(declared, item, round, machine);
    const completion = nested(body, round, machine);
    if (completion.kind === "broke") break;
    if (completion.kind === "returned") return completion;
  }
  return goesOn;
}

function runSwitch({ discriminant, cases }: SwitchStatement, scope: Scope, machine: Machine): Completion {
  const value = machine.evaluate(discriminant, scope);
  const inner = createScope(scope);
  const fits = cases.findIndex(({ test }) => test && machine.evaluate(test, inner) === value);
  const start = fits >= 0 ? fits : cases.findIndex(({ test }) => !test);
  if (start < 0) return goesOn;
  const completion = runBlock(
    cases.slice(start).flatMap(({ consequent }) => consequent),
    inner,
    machine,
  );
  return completion.kind === "broke" ? goesOn : completion;
}

/** What would fail in a browser, or is refused here, goes to the `catch` that the author wrote for it. */
function runTry({ block, handler, finalizer }: TryStatement, scope: Scope, machine: Machine): Completion {
  let completion: Completion;
  try {
    completion = machine.budget.guard(() => nested(block, scope, machine));
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Exhausted || !handler) throw error;
    const inner = createScope(scope);
    if (handler.param) bindPattern(handler.param, caughtValue(error), inner, machine);
    completion = nested(handler.body, inner, machine);
  }
  const last = finalizer ? nested(finalizer, scope, machine) : goesOn;
  return last.kind === "goesOn" ? completion : last;
}

function caughtValue(error: Refusal): Value {
  return error instanceof Thrown ? error.value : new Map([["message", error.message]]);
}

/** Names inside a block are not seen after it. */
function nested(statement: Statement, scope: Scope, machine: Machine): Completion {
  machine.budget.enter();
  const inner = createScope(scope);
  const completion =
    statement.type === "BlockStatement"
      ? runBlock(statement.body, inner, machine)
      : runStatement(statement, inner, machine);
  machine.budget.leave();
  return completion;
}

function refusedStatement(statement: Statement, scope: Scope): Refusal {
  const refusal = new Refusal(`it has ${statementNames[statement.type] ?? "a statement that is not interpreted"}`);
  refusal.place = placeIn(scope.origin, statement.start);
  return refusal;
}

const statementNames: Partial<Record<Statement["type"], string>> = {
  BreakStatement: "a jump to a label",
  ContinueStatement: "a jump to a label",
  LabeledStatement: "a label",
  DoWhileStatement: "a do-while loop",
  ForInStatement: "a loop over a name that is not its own",
  ForOfStatement: "a loop over a name that is not its own",
  ClassDeclaration: "a class",
};
