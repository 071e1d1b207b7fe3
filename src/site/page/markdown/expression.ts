import type { Interpreter } from "../author-code/create-interpreter.ts";
import { Refusal } from "../author-code/refusal.ts";
import { isBlank, parseExpression } from "../author-code/syntax.ts";
import type { Scope, Value } from "../page-tree.ts";

const numberPattern = /^-?\d+(?:\.\d+)?$/;
const plainString = /^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/;
const words: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

export interface ExpressionCode {
  text: string;
  line: number;
}

/**
 * The value of `{…}` in a page. Nearly every one is a plain number, string or boolean, and a test on the text is far
 * cheaper than a parser. Throws a Refusal for what is beyond the interpreter.
 */
export function evaluateExpression({ text, line }: ExpressionCode, scope: Scope, interpreter: Interpreter): Value {
  const trimmed = text.trim();
  if (isBlank(trimmed)) return undefined;
  if (words.has(trimmed)) return words.get(trimmed);
  if (numberPattern.test(trimmed)) return Number(trimmed);
  if (plainString.test(trimmed)) return interpreter.fill(trimmed.slice(1, -1));
  const code = parseExpression(text);
  if (code === undefined) throw new Refusal("it is not JavaScript that is understood");
  return interpreter.evaluate(code, {
    origin: { file: scope.origin.file, text, line },
    names: new Map(),
    parent: scope,
  });
}
