import { createInterpreter, type Interpreter } from "../../src/site/page/author-code/create-interpreter.ts";
import { loadEngine } from "../../src/site/page/author-code/engine.ts";
import { type ImportedName, parseModulePart } from "../../src/site/page/author-code/module-part.ts";
import { openModule } from "../../src/site/page/author-code/modules.ts";
import type { ImportAnswer } from "../../src/site/page/author-code/prelude.ts";
import { Refusal } from "../../src/site/page/author-code/refusal.ts";
import { parseExpression } from "../../src/site/page/author-code/syntax.ts";
import { isList, isMap, Jsx, type Value } from "../../src/site/page/page-tree.ts";
import { defaultSiteLimits } from "../../src/site/shared/site-limits.ts";

/** The outcome of a piece of code as plain data: a value, or the reason it was refused. */
export type Outcome = { value: unknown } | { refused: string };

await loadEngine();

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
  const source = { file: "a.mdx", pieces: [{ part, line: 1 }] };
  const { scope } = openModule(source, interpreter.createScope, followImport);
  return interpreter.evaluate(code, expression, 1, scope);
}

function ignore(): void {}

function followImport(_: string, { specifier, imported }: ImportedName): ImportAnswer {
  return specifier === "react" ? { react: imported } : refuseImports();
}

function refuseImports(): never {
  throw new Refusal("it imports something");
}

function plain(value: Value): unknown {
  if (isList(value)) return value.map(plain);
  if (isMap(value)) return Object.fromEntries([...value].map(([name, item]) => [name, plain(item)]));
  if (value instanceof Jsx) return value.nodes;
  return typeof value === "object" && value !== null ? `(${value.kind})` : value;
}
