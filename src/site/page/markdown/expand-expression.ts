import type { ArrayExpression, Property } from "acorn";
import type { SourcePlace } from "../../shared/html/html-node.ts";
import { shorten } from "../../shared/text/shorten.ts";
import { type Interpreter, unboundName } from "../author-code/create-interpreter.ts";
import { describeRefusal, Refusal, UnboundName } from "../author-code/refusal.ts";
import { type Code, isBlank, parseExpression, readsOnlyMembers } from "../author-code/syntax.ts";
import { type AuthorFunction, isMap, type Jsx, type MarkdownNode, type Scope, type Value } from "../page-tree.ts";
import type { Expansion } from "./render-context.ts";

/** A name, with or without members. */
const path = /^\s*([\w$]+)((?:\??\.[\w$]+)*)\s*$/;
const wordInBraces = /^\s*\{\s*[\w$-]+\s*\}\s*$/;
const shownLengthMax = 60;
/** Objects whose properties may be missing: nothing is known about readers, and props are optional. */
const openObjects: ReadonlySet<string> = new Set(["user", "props"]);

/** Expands `{name}` to its value, to the literal text if the name isn't defined, or to a placeholder. */
export function expandExpression(node: MarkdownNode, expansion: Expansion): MarkdownNode[] {
  const text = node.value ?? "";
  // Variables of the project are replaced before parsing, so any `{{name}}` that is left is template code.
  if (wordInBraces.test(text)) return [{ type: "text", value: `{${text}}` }];
  const [, root = "", rest = ""] = path.exec(text) ?? [];
  const { interpreter, scope } = expansion;
  const place = expansion.place(node);
  try {
    const value = evaluateExpression(text, place.line ?? 1, scope, interpreter);
    if (value === undefined && rest !== "" && !openObjects.has(root)) return unresolved(node, text, expansion);
    // `{{/* … */}}` is an empty object: a comment with one pair of braces too many.
    if (isMap(value) && value.size === 0) return [];
    const knowsReader = interpreter.knowsReader && !scope.has("user");
    const runs = handlerInJsx.test(text) || (knowsReader && isPersonal(text));
    const asked = runs || !knowsReader || !readerName.test(text) ? undefined : interpreter.askedMember();
    if (asked !== undefined) {
      expansion.warn(`user.${asked} is not known here, because this expression runs on the server`, node, {
        hint: "use user.groups in one expression and other data of the reader in another, as in user.name",
      });
    }
    const output = runs ? showRunning(text, place, expansion) : interpreter.show(value);
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

/** Not a member of something else, as in `team.user`. */
export const readerName = /(?<![\w$.])user(?![\w$])/;

/**
 * Whether an expression needs what only the browser knows about the reader, and nothing that only the server may decide.
 * The code of its module is checked again when it is compiled.
 */
function isPersonal(text: string): boolean {
  const code = readerName.test(text) ? parseExpression(text) : undefined;
  return code !== undefined && readsOnlyMembers(code, /^user$/, "groups");
}

const handlerInJsx = /\son[A-Z]\w*=\{/;

/** Shows an expression whose elements have handlers, as a component that consists of this expression. */
function showRunning(text: string, place: SourcePlace, { scope, interpreter }: Expansion): Jsx {
  const expression = `() => (${text}\n)`;
  const component = evaluateExpression(expression, place.line ?? 1, scope, interpreter) as AuthorFunction;
  const use = { name: "Expression", component: withCode(component, expression, scope), props: new Map(), place };
  return interpreter.applyComponent(use);
}

/**
 * The browser runs the code of a function that has no name in its file, unless the code needs the props of a snippet,
 * which only the build knows.
 */
export function withCode(value: AuthorFunction, expression: string, { file, given }: Scope): AuthorFunction {
  const words = expression.match(/[\w$]+/g) ?? [];
  return value.file !== undefined || words.some((word) => given?.has(word)) ? value : { ...value, file, expression };
}

function unresolved(node: MarkdownNode, text: string, expansion: Expansion): MarkdownNode[] {
  const written = expansion.interpreter.fill(text);
  expansion.warn(`{${written.trim()}} is not defined in this file`, node, {
    hint: "export or import it, or write \\{ if you mean the brace itself",
  });
  return [{ type: "text", value: `{${written}}` }];
}

/** `{"a", "b"}` isn't meant as code: the author wants to show a set or list in braces. */
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

/**
 * Evaluates `{…}` in a page. Nearly all expressions are plain numbers, strings or booleans, so these are recognized
 * first, which is much cheaper than parsing. Throws a Refusal for unsupported code.
 */
export function evaluateExpression(text: string, line: number, scope: Scope, interpreter: Interpreter): Value {
  const trimmed = text.trim();
  if (isBlank(trimmed)) return undefined;
  if (words.has(trimmed)) return words.get(trimmed);
  if (numberPattern.test(trimmed)) return Number(trimmed);
  if (plainString.test(trimmed)) return interpreter.fill(trimmed.slice(1, -1));
  const [, root, members] = path.exec(text) ?? [];
  if (root !== undefined && members === "" && scope.given?.has(root)) return scope.given.get(root);
  // Template code in braces is common in prose. Undefined names are found without starting an engine.
  if (root !== undefined && !scope.has(root) && !isGlobal(root)) throw unboundName(root);
  const code = parseExpression(text);
  if (code === undefined) throw new Refusal("it is not valid JavaScript");
  const literal = readLiteral(code, interpreter);
  if (literal !== undefined) return literal.value;
  if (code.type === "SequenceExpression") throw new Refusal("it has a comma between two expressions");
  return interpreter.evaluate(code, text, line, scope);
}

/** Lists and objects of literals are common props, and need no engine. */
function readLiteral(code: Code, interpreter: Interpreter): { value: Value } | undefined {
  if (code.type === "ParenthesizedExpression") return readLiteral(code.expression, interpreter);
  if (code.type === "Literal" && typeof code.value === "string") return { value: interpreter.fill(code.value) };
  if (code.type === "Literal" && (typeof code.value === "number" || typeof code.value === "boolean")) {
    return { value: code.value };
  }
  if (code.type === "ArrayExpression") {
    const items = code.elements.map((item) => literalOf(item, interpreter));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  if (code.type !== "ObjectExpression") return undefined;
  const names = new Map<string, Value>();
  for (const property of code.properties) {
    const name = property.type === "Property" && !property.computed ? nameOf(property.key) : undefined;
    const item = property.type === "Property" ? readLiteral(property.value, interpreter) : undefined;
    if (name === undefined || name === "__proto__" || item === undefined) return undefined;
    names.set(name, item.value);
  }
  return { value: names };
}

function literalOf(item: ArrayExpression["elements"][number], interpreter: Interpreter): { value: Value } | undefined {
  return item === null || item.type === "SpreadElement" ? undefined : readLiteral(item, interpreter);
}

function nameOf(key: Property["key"]): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : undefined;
}

/** Whether author code may use this name without defining it. All globals of the engine are also globals of Node. */
function isGlobal(name: string): boolean {
  return name === "user" || name === "React" || /^(?:use[A-Z]|\d)/.test(name) || name in globalThis;
}
