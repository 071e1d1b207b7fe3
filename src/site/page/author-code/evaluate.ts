import type { ArrayExpression, NewExpression, ObjectExpression, TemplateLiteral } from "acorn";
import { Dictionary, isList, Regex, type Runtime, type Scope, type Value } from "../page-tree.ts";
import { evaluateAssignment, evaluateUpdate } from "./assignments.ts";
import { isBrowserName } from "./browser-names.ts";
import { spendText } from "./budget.ts";
import { argumentValues, evaluateChain, itemsOf, spreadItems } from "./chains.ts";
import { evaluateElement, evaluateFragment } from "./elements.ts";
import { append, uniqueItems } from "./list-methods.ts";
import { makeFunction } from "./make-function.ts";
import { entriesOf, propertyName } from "./members.ts";
import { applyBinary, applyUnary, textOfValue } from "./operators.ts";
import { keyOf } from "./patterns.ts";
import { Refusal, UnboundName } from "./refusal.ts";
import { makeRegex } from "./regex/regex-methods.ts";
import { lookUp, placeIn } from "./scope.ts";
import type { Code } from "./syntax.ts";

/** Evaluates an expression. Anything not listed here is refused; there is no way to run it. */
export function evaluateCode(code: Code, scope: Scope, runtime: Runtime): Value {
  runtime.budget.enter();
  runtime.budget.spend(1);
  try {
    return evaluateKind(code, scope, runtime);
  } catch (error) {
    if (error instanceof Refusal) error.place ??= placeIn(scope.origin, code.start);
    throw error;
  } finally {
    runtime.budget.leave();
  }
}

function evaluateKind(code: Code, scope: Scope, runtime: Runtime): Value {
  switch (code.type) {
    case "Literal":
      return code.regex ? makeRegex(code.regex.pattern, code.regex.flags) : literal(code.value, runtime);
    case "TemplateLiteral":
      return template(code, scope, runtime);
    case "Identifier":
      return identifier(code.name, scope);
    case "MemberExpression":
    case "CallExpression":
      return evaluateChain(code, scope, runtime);
    case "ChainExpression":
      return evaluateChain(code.expression, scope, runtime);
    case "ParenthesizedExpression":
      return runtime.evaluate(code.expression, scope);
    case "ArrayExpression":
      return list(code, scope, runtime);
    case "ObjectExpression":
      return object(code, scope, runtime);
    case "UnaryExpression":
      // `typeof` is the only operator allowed on undefined names.
      if (code.operator === "typeof" && code.argument.type === "Identifier" && !lookUp(scope, code.argument.name)) {
        // `typeof window` asks where the code runs.
        if (isBrowserName(code.argument.name)) runtime.noteFirstState();
        return "undefined";
      }
      return applyUnary(code.operator, runtime.evaluate(code.argument, scope));
    case "BinaryExpression": {
      if (code.left.type === "PrivateIdentifier") throw new Refusal("it uses a private name");
      const result = applyBinary(
        code.operator,
        runtime.evaluate(code.left, scope),
        runtime.evaluate(code.right, scope),
      );
      if (typeof result === "string") spendText(runtime, result.length);
      return result;
    }
    case "LogicalExpression": {
      const left = runtime.evaluate(code.left, scope);
      const isDecided =
        code.operator === "??" ? left !== null && left !== undefined : !left === (code.operator === "&&");
      return isDecided ? left : runtime.evaluate(code.right, scope);
    }
    case "ConditionalExpression":
      return runtime.evaluate(runtime.evaluate(code.test, scope) ? code.consequent : code.alternate, scope);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return makeFunction(code, "id" in code ? (code.id?.name ?? "") : "", scope);
    case "AssignmentExpression":
      return evaluateAssignment(code, scope, runtime);
    case "UpdateExpression":
      return evaluateUpdate(code, scope, runtime);
    case "NewExpression":
      return evaluateNew(code, scope, runtime);
    case "JSXElement":
      return evaluateElement(code, scope, runtime);
    case "JSXFragment":
      return evaluateFragment(code, scope, runtime);
    default:
      throw new Refusal(`it has ${names[code.type] ?? "unsupported code"}`);
  }
}

function literal(value: unknown, runtime: Runtime): Value {
  if (typeof value === "string") return runtime.fill(value);
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  throw new Refusal("it has a large integer");
}

function template({ quasis, expressions }: TemplateLiteral, scope: Scope, runtime: Runtime): string {
  let text = "";
  for (const [index, { value }] of quasis.entries()) {
    const inserted = expressions[index];
    text += runtime.fill(value.cooked ?? "");
    if (inserted !== undefined) text += textOfValue(runtime.evaluate(inserted, scope));
    spendText(runtime, text.length);
  }
  return text;
}

function identifier(name: string, scope: Scope): Value {
  const found = lookUp(scope, name);
  if (found !== undefined) return found.value;
  const why = isBrowserName(name) ? "needs JavaScript in the browser" : "is not defined or imported here";
  throw new UnboundName(name, why);
}

function list({ elements }: ArrayExpression, scope: Scope, runtime: Runtime): Value {
  const items: Value[] = [];
  for (const item of elements) {
    if (item?.type === "SpreadElement") append(items, spreadItems(item, scope, runtime), runtime);
    else items.push(item === null ? undefined : runtime.evaluate(item, scope));
  }
  return runtime.ownership.add(items);
}

function object({ properties }: ObjectExpression, scope: Scope, runtime: Runtime): Value {
  const result = new Map<string, Value>();
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      for (const [name, value] of entriesOf(runtime.evaluate(property.argument, scope))) {
        runtime.budget.spend(1);
        result.set(propertyName(name), value);
      }
    } else {
      if (property.kind !== "init") throw new Refusal("it has an object with a getter");
      result.set(keyOf(property, scope, runtime), runtime.evaluate(property.value, scope));
    }
  }
  return runtime.ownership.add(result);
}

const names: Record<string, string> = {
  ThisExpression: '"this"',
  AwaitExpression: 'an "await"',
  YieldExpression: 'a "yield"',
  ClassExpression: "a class",
  ImportExpression: "an import()",
  SequenceExpression: "a comma between two expressions",
  TaggedTemplateExpression: "a tagged template",
  MetaProperty: '"import.meta"',
};

type Constructor = (values: readonly Value[], runtime: Runtime) => Value;

/** Supported constructors. `Date` isn't one of them: a page must not depend on when it was built. */
const constructors: Record<string, Constructor> = {
  // A set is a list without duplicates, with the list methods plus "has" and "add".
  Set: ([items], runtime) => uniqueItems(items === undefined || items === null ? [] : itemsOf(items), runtime),
  Map: ([entries], runtime) => dictionary(entries, runtime),
  RegExp: ([pattern, flags]) =>
    pattern instanceof Regex
      ? makeRegex(pattern.source, flags === undefined ? pattern.flags : textOfValue(flags))
      : makeRegex(textOfValue(pattern), flags === undefined ? "" : textOfValue(flags)),
  Error: ([message]) => new Map([["message", message]]),
  TypeError: ([message]) => new Map([["message", message]]),
};

function evaluateNew({ callee, arguments: given }: NewExpression, scope: Scope, runtime: Runtime): Value {
  const name = callee.type === "Identifier" ? callee.name : "";
  const construct =
    Object.hasOwn(constructors, name) && lookUp(scope, name) === undefined ? constructors[name] : undefined;
  if (construct === undefined) throw new Refusal(`it uses "new${name === "" ? "" : ` ${name}`}"`);
  return runtime.ownership.add(construct(argumentValues(given, scope, runtime), runtime));
}

function dictionary(entries: Value, runtime: Runtime): Dictionary {
  const made = new Dictionary();
  for (const entry of entries === undefined || entries === null ? [] : itemsOf(entries)) {
    runtime.budget.spend(1);
    if (!isList(entry)) throw new Refusal("it creates a map from something other than pairs");
    made.set(propertyName(entry[0]), entry[1]);
  }
  return made;
}
