import { shorten } from "../../ground/text/shorten.ts";
import type { Interpreter } from "../author-code/create-interpreter.ts";
import { Refusal, UnboundName } from "../author-code/refusal.ts";
import { isBlank, parseExpression } from "../author-code/syntax.ts";
import { isMap, type MarkdownNode, type Scope, type Value } from "../page-tree.ts";
import { describeRefusal, type Expansion } from "./expansion.ts";

const path = /^\s*([\w$]+)((?:\??\.[\w$]+)*)\s*$/;
const wordInBraces = /^\s*\{\s*[\w$-]+\s*\}\s*$/;
const shownLengthMax = 60;
/** Their properties may be missing: nothing is known about readers, and props are optional. */
const openObjects: ReadonlySet<string> = new Set(["user", "props"]);

/** Expands `{name}` in text to what it shows, to the literal text if the name isn't defined, or to a placeholder. */
export function expandExpression(node: MarkdownNode, expansion: Expansion): MarkdownNode[] {
  const text = node.value ?? "";
  // `{{name}}` is template code unless the project has variables, and those are replaced before parsing.
  if (wordInBraces.test(text)) return [{ type: "text", value: `{${text}}` }];
  const [, root = "", rest = ""] = path.exec(text) ?? [];
  const { interpreter, scope } = expansion;
  const place = expansion.place(node);
  try {
    const value = evaluateExpression({ text, line: place.line ?? 1 }, scope, interpreter);
    if (value === undefined && rest !== "" && !openObjects.has(root)) return unresolved(node, text, expansion);
    // `{{/* … */}}` is an empty object: a comment with one pair of braces too many.
    if (isMap(value) && value.size === 0) return [];
    const output = interpreter.show(value);
    interpreter.emit(output);
    return inlineNodes(node, output.nodes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (root === "user") return [];
    if (error instanceof UnboundName && error.unbound === root) return unresolved(node, text, expansion);
    if (parseExpression(text)?.type === "SequenceExpression") return literally(node, text, expansion);
    const reason = describeRefusal(error, place);
    const what = root === "" ? "this expression" : `{${text.trim()}}`;
    expansion.warn(`${what} cannot be shown: ${reason}`, node, { hint: error.hint });
    return [node];
  }
}

function unresolved(node: MarkdownNode, text: string, expansion: Expansion): MarkdownNode[] {
  const written = expansion.interpreter.fill(text);
  expansion.warn(`{${written.trim()}} is not defined in this file`, node, {
    hint: "export or import it, or write \\{ if you mean the brace itself",
  });
  return [{ type: "text", value: `{${written}}` }];
}

/** `{"a", "b"}` makes no sense as code: the author meant a set or list in braces. */
function literally(node: MarkdownNode, text: string, expansion: Expansion): MarkdownNode[] {
  const written = `{${expansion.interpreter.fill(text)}}`;
  expansion.warn(
    `${shorten(written, shownLengthMax)} is not a value that a page can show, so it is shown as written`,
    node,
    {
      hint: "write \\{ if you mean the brace itself",
    },
  );
  return [{ type: "text", value: written }];
}

/** Elements inside a line of text become inline. */
export function inlineNodes(site: MarkdownNode, nodes: MarkdownNode[]): MarkdownNode[] {
  if (site.type !== "mdxTextExpression" && site.type !== "mdxJsxTextElement") return nodes;
  return nodes.map((node) => (node.type === "mdxJsxFlowElement" ? { ...node, type: "mdxJsxTextElement" } : node));
}

const numberPattern = /^-?\d+(?:\.\d+)?$/;
const plainString = /^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/;
const words: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

interface ExpressionCode {
  text: string;
  line: number;
}

/**
 * Evaluates `{…}` in a page. Nearly all are plain numbers, strings or booleans, and testing for those is far cheaper
 * than parsing. Throws a Refusal for unsupported code.
 */
export function evaluateExpression({ text, line }: ExpressionCode, scope: Scope, interpreter: Interpreter): Value {
  const trimmed = text.trim();
  if (isBlank(trimmed)) return undefined;
  if (words.has(trimmed)) return words.get(trimmed);
  if (numberPattern.test(trimmed)) return Number(trimmed);
  if (plainString.test(trimmed)) return interpreter.fill(trimmed.slice(1, -1));
  const code = parseExpression(text);
  if (code === undefined) throw new Refusal("it is not valid JavaScript");
  return interpreter.evaluate(code, {
    origin: { file: scope.origin.file, text, line },
    names: new Map(),
    parent: scope,
  });
}
