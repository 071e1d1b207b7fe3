import { shorten } from "../../ground/text/shorten.ts";
import type { Interpreter } from "../author-code/create-interpreter.ts";
import { Refusal, UnboundName } from "../author-code/refusal.ts";
import { isBlank, parseExpression } from "../author-code/syntax.ts";
import { isMap, type MarkdownNode, type Scope, type Value } from "../page-tree.ts";
import { describeRefusal, type Expansion } from "./expansion.ts";

const path = /^\s*([\w$]+)((?:\??\.[\w$]+)*)\s*$/;
const wordInBraces = /^\s*\{\s*[\w$-]+\s*\}\s*$/;
const shownLengthMax = 60;
/** Their properties may be missing: nothing is known of a reader, and props may be left out. */
const openObjects: ReadonlySet<string> = new Set(["user", "props"]);

/** `{name}` in the text: what it shows, the words themselves when nothing defines them, or the mark of a placeholder. */
export function expandExpression(node: MarkdownNode, expansion: Expansion): MarkdownNode[] {
  const text = node.value ?? "";
  // `{{name}}` is template code unless the project has variables, and those are resolved before the page is parsed.
  if (wordInBraces.test(text)) return [{ type: "text", value: `{${text}}` }];
  const [, root = "", rest = ""] = path.exec(text) ?? [];
  const { interpreter, scope } = expansion;
  const place = expansion.place(node);
  try {
    const value = evaluateExpression({ text, line: place.line ?? 1 }, scope, interpreter);
    if (value === undefined && rest !== "" && !openObjects.has(root)) return unresolved(node, text, expansion);
    // `{{/* … */}}` is an object without properties: a comment in one pair of braces too many.
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

/** `{"a", "b"}` shows nothing sensible as code: a set or a list in braces is what the author meant. */
function literally(node: MarkdownNode, text: string, expansion: Expansion): MarkdownNode[] {
  const written = `{${expansion.interpreter.fill(text)}}`;
  expansion.warn(
    `${shorten(written, shownLengthMax)} is no value that a page can show, so it is shown as it is written`,
    node,
    {
      hint: "write \\{ if you mean the brace itself",
    },
  );
  return [{ type: "text", value: written }];
}

/** Elements that stand where a line of text is are part of that line. */
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
