import type { ArrayExpression, ObjectExpression, TemplateLiteral } from "acorn";
import { evaluateAssignment, evaluateUpdate } from "./assignments.ts";
import { evaluateChain, spreadItems } from "./chains.ts";
import { evaluateElement, evaluateFragment } from "./elements.ts";
import { append } from "./list-methods.ts";
import { type Machine, spendText } from "./machine.ts";
import { makeNew } from "./made-by-new.ts";
import { makeFunction } from "./make-function.ts";
import { entriesOf, propertyName } from "./members.ts";
import { applyBinary, applyUnary, textOfValue } from "./operators.ts";
import { keyOf } from "./patterns.ts";
import { Refusal, UnboundName } from "./refusal.ts";
import { makeRegex } from "./regex/regex-methods.ts";
import { lookUp, placeIn, type Scope } from "./scope.ts";
import type { Code } from "./syntax.ts";
import type { Value } from "./value.ts";

/** The value of an expression. Whatever is not listed here is refused; there is no way to run it. */
export function evaluateCode(code: Code, scope: Scope, machine: Machine): Value {
  machine.budget.enter();
  machine.budget.spend(1);
  try {
    return evaluateKind(code, scope, machine);
  } catch (error) {
    if (error instanceof Refusal) error.place ??= placeIn(scope.origin, code.start);
    throw error;
  } finally {
    machine.budget.leave();
  }
}

function evaluateKind(code: Code, scope: Scope, machine: Machine): Value {
  switch (code.type) {
    case "Literal":
      return code.regex ? makeRegex(code.regex.pattern, code.regex.flags) : literal(code.value, machine);
    case "TemplateLiteral":
      return template(code, scope, machine);
    case "Identifier":
      return identifier(code.name, scope);
    case "MemberExpression":
    case "CallExpression":
      return evaluateChain(code, scope, machine);
    case "ChainExpression":
      return evaluateChain(code.expression, scope, machine);
    case "ParenthesizedExpression":
      return machine.evaluate(code.expression, scope);
    case "ArrayExpression":
      return list(code, scope, machine);
    case "ObjectExpression":
      return object(code, scope, machine);
    case "UnaryExpression":
      // The one question that a name may be asked that is not there.
      if (code.operator === "typeof" && code.argument.type === "Identifier" && !lookUp(scope, code.argument.name)) {
        return "undefined";
      }
      return applyUnary(code.operator, machine.evaluate(code.argument, scope));
    case "BinaryExpression": {
      if (code.left.type === "PrivateIdentifier") throw new Refusal("it uses a private name");
      const result = applyBinary(
        code.operator,
        machine.evaluate(code.left, scope),
        machine.evaluate(code.right, scope),
      );
      if (typeof result === "string") spendText(machine, result.length);
      return result;
    }
    case "LogicalExpression": {
      const left = machine.evaluate(code.left, scope);
      const isDecided =
        code.operator === "??" ? left !== null && left !== undefined : !left === (code.operator === "&&");
      return isDecided ? left : machine.evaluate(code.right, scope);
    }
    case "ConditionalExpression":
      return machine.evaluate(machine.evaluate(code.test, scope) ? code.consequent : code.alternate, scope);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return makeFunction(code, "id" in code ? (code.id?.name ?? "") : "", scope);
    case "AssignmentExpression":
      return evaluateAssignment(code, scope, machine);
    case "UpdateExpression":
      return evaluateUpdate(code, scope, machine);
    case "NewExpression":
      return makeNew(code, scope, machine);
    case "JSXElement":
      return evaluateElement(code, scope, machine);
    case "JSXFragment":
      return evaluateFragment(code, scope, machine);
    default:
      throw new Refusal(`it has ${names[code.type] ?? "code that is not interpreted"}`);
  }
}

function literal(value: unknown, machine: Machine): Value {
  if (typeof value === "string") return machine.fill(value);
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  throw new Refusal("it has a large integer");
}

function template({ quasis, expressions }: TemplateLiteral, scope: Scope, machine: Machine): string {
  let text = "";
  for (const [index, { value }] of quasis.entries()) {
    const inserted = expressions[index];
    text += machine.fill(value.cooked ?? "");
    if (inserted !== undefined) text += textOfValue(machine.evaluate(inserted, scope));
    spendText(machine, text.length);
  }
  return text;
}

function identifier(name: string, scope: Scope): Value {
  const found = lookUp(scope, name);
  if (found !== undefined) return found.value;
  const why = ofTheBrowser.test(name) ? "would need JavaScript in the browser" : "is not defined or imported here";
  throw new UnboundName(name, why);
}

const ofTheBrowser =
  /^(?:use[A-Z]\w*|React|window|document|navigator|location|history|console|fetch|(?:local|session)Storage|set(?:Timeout|Interval))$/;

function list({ elements }: ArrayExpression, scope: Scope, machine: Machine): Value {
  const items: Value[] = [];
  for (const item of elements) {
    if (item?.type === "SpreadElement") append(items, spreadItems(item, scope, machine), machine);
    else items.push(item === null ? undefined : machine.evaluate(item, scope));
  }
  return machine.ownership.add(items);
}

function object({ properties }: ObjectExpression, scope: Scope, machine: Machine): Value {
  const result = new Map<string, Value>();
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      for (const [name, value] of entriesOf(machine.evaluate(property.argument, scope))) {
        machine.budget.spend(1);
        result.set(propertyName(name), value);
      }
    } else {
      if (property.kind !== "init") throw new Refusal("it has an object with a getter");
      result.set(keyOf(property, scope, machine), machine.evaluate(property.value, scope));
    }
  }
  return machine.ownership.add(result);
}

const names: Record<string, string> = {
  ThisExpression: '"this"',
  AwaitExpression: 'an "await"',
  YieldExpression: 'a "yield"',
  ClassExpression: "a class",
  ImportExpression: "an import() of its own",
  SequenceExpression: "a comma between two expressions",
  TaggedTemplateExpression: "a tagged template",
  MetaProperty: '"import.meta"',
};
