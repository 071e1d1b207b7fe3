import { createInterpreter, type Interpreter } from "../../src/site/page/author-code/create-interpreter.ts";
import { loadEngine } from "../../src/site/page/author-code/engine.ts";
import { parseModulePart } from "../../src/site/page/author-code/module-part.ts";
import { Refusal } from "../../src/site/page/author-code/refusal.ts";
import { parseExpression } from "../../src/site/page/author-code/syntax.ts";
import { createPageProblems } from "../../src/site/page/markdown/page-problems.ts";
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
    problems: createPageProblems(),
    openIsland: refuseImports,
    openHandlers: refuseImports,
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
  const scope = interpreter.createScope({
    file: "a.mdx",
    pieces: [{ part, line: 1 }],
    imported: part.imports.map(({ local }) => local),
    follow(name) {
      const found = part.imports.find(({ local }) => local === name);
      return found?.specifier === "react" ? { react: found.imported } : refuseImports();
    },
    outside: undefined,
  });
  return interpreter.evaluate(code, expression, 1, scope);
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
