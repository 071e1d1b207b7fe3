import { defaultSiteLimits } from "../../src/site/ground/site-limits.ts";
import { createInterpreter, type Interpreter } from "../../src/site/page/author-code/create-interpreter.ts";
import { parseModulePart } from "../../src/site/page/author-code/module-part.ts";
import { openModule } from "../../src/site/page/author-code/modules.ts";
import { Refusal } from "../../src/site/page/author-code/refusal.ts";
import { parseExpression } from "../../src/site/page/author-code/syntax.ts";
import { isList, isMap, Jsx, Regex, type Value } from "../../src/site/page/page-tree.ts";

/** The outcome of a piece of code as plain data: a value, or the reason it was refused. */
export type Outcome = { value: unknown } | { refused: string };

/** Evaluates an expression with the constants and functions of a module. */
export function interpret(expression: string, module = "", limits = defaultSiteLimits): Outcome {
  const interpreter = createInterpreter({
    limits,
    fill: (text) => text,
    onRefusal: ignore,
    onFirstState: ignore,
    openIsland: refuseImports,
  });
  try {
    return { value: plain(evaluate(expression, module, interpreter)) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

function evaluate(expression: string, module: string, interpreter: Interpreter): Value {
  const part = parseModulePart(module);
  const code = parseExpression(expression);
  if (part === undefined || code === undefined) throw new Refusal("it does not parse");
  const { scope } = openModule({ file: "a.mdx", pieces: [{ part, line: 1 }] }, interpreter, refuseImports);
  return interpreter.evaluate(code, {
    origin: { file: "a.mdx", text: expression, line: 1 },
    names: new Map(),
    parent: scope,
  });
}

function ignore(): void {}

function refuseImports(): never {
  throw new Refusal("it imports something");
}

function plain(value: Value): unknown {
  if (isList(value)) return value.map(plain);
  if (isMap(value)) return Object.fromEntries([...value].map(([name, item]) => [name, plain(item)]));
  if (value instanceof Jsx) return value.nodes;
  if (value instanceof Regex) return `/${value.source}/${value.flags}`;
  return typeof value === "object" && value !== null ? `(${value.kind})` : value;
}
