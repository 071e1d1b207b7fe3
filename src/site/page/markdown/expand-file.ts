import { describeRefusal, Refusal } from "../author-code/refusal.ts";
import {
  type AuthorFunction,
  isFunction,
  isList,
  isMap,
  isSnippet,
  type JsxAttribute,
  kindOf,
  type MarkdownNode,
  type Value,
} from "../page-tree.ts";
import { evaluateExpression, expandExpression, inlineNodes, readerName, withCode } from "./expand-expression.ts";
import { fillNode, fillText } from "./fill-node.ts";
import { readValues } from "./props.ts";
import type { Expansion } from "./render-context.ts";

/**
 * Replaces everything in a file that depends on names: expressions, tags of the author's components, and expressions in
 * attributes. The result is Markdown, HTML elements and built-in components, which can inspect their children without
 * knowing about code. The tree itself isn't modified.
 *
 * Tags and expressions that share a line are inline: if they produce text, that line becomes one paragraph.
 */
export function expandFile(nodes: MarkdownNode[], expansion: Expansion): MarkdownNode[] {
  const expanded: MarkdownNode[] = [];
  for (let index = 0; index < nodes.length; ) {
    const line = lineOfNodes(nodes, index);
    const parts = line.map((node) => expandNodes([node], expansion));
    if (parts.some(holdsWords)) expanded.push(paragraphOf(parts, line[0]));
    else for (const part of parts.flat()) expanded.push(part);
    index += line.length;
  }
  return expanded;
}

/** The node and the following nodes that start on the same line. */
function lineOfNodes(nodes: MarkdownNode[], start: number): MarkdownNode[] {
  const line = nodes[start]?.position?.start.line;
  let end = start + 1;
  while (line !== undefined && end < nodes.length && nodes[end]?.position?.start.line === line) end += 1;
  return nodes.slice(start, end);
}

function holdsWords(nodes: MarkdownNode[]): boolean {
  return nodes.some((node) => node.type === "text" && node.value?.trim() !== "");
}

function paragraphOf(parts: MarkdownNode[][], first: MarkdownNode | undefined): MarkdownNode {
  const children: MarkdownNode[] = [];
  for (const part of parts) {
    if (children.length > 0 && part.length > 0) children.push({ type: "text", value: " " });
    for (const node of part) children.push(node);
  }
  return { type: "paragraph", children, ...(first?.position && { position: first.position }) };
}

function expandNodes(nodes: MarkdownNode[], expansion: Expansion): MarkdownNode[] {
  // Most nodes are plain Markdown and stay as they are, so only changed lists are copied.
  let expanded: MarkdownNode[] | undefined;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    const parts = expandNode(node, expansion);
    if (expanded === undefined && parts === node) continue;
    expanded ??= nodes.slice(0, index);
    for (const part of Array.isArray(parts) ? parts : [parts]) expanded.push(part);
  }
  return expanded ?? nodes;
}

/** Returns the node itself if nothing in it changes. */
function expandNode(node: MarkdownNode, expansion: Expansion): MarkdownNode | MarkdownNode[] {
  switch (node.type) {
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return expandExpression(node, expansion);
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return expandElement(node, expansion);
    default: {
      const filled = fillNode(node, expansion);
      if (filled.children === undefined) return filled;
      const children = expandNodes(filled.children, expansion);
      return children === filled.children ? filled : { ...filled, children };
    }
  }
}

function expandElement(node: MarkdownNode, expansion: Expansion): MarkdownNode[] {
  const children = expandNodes(node.children ?? [], expansion);
  if (node.name === null || node.name === undefined) return children;
  const attributes = expandAttributes(node, expansion);
  if (attributes === undefined) return [];
  const element = { ...node, attributes, children };
  if (/^[a-z][^.]*$/.test(node.name)) return [takeFunctions(element, expansion)];
  return expandTag(element, expansion) ?? [takeFunctions(element, expansion)];
}

/** Expands a tag that the author defined. Returns undefined if the file has no such name. */
function expandTag(node: MarkdownNode, expansion: Expansion): MarkdownNode[] | undefined {
  const name = node.name ?? "";
  try {
    const found = expansion.interpreter.findTag(name, expansion.scope);
    if (found === undefined) return undefined;
    if (isSnippet(found.value)) return [{ ...node, snippet: found.value.file }];
    if (isFunction(found.value)) return applyComponent(node, found.value, expansion);
    throw new Refusal(`it is ${kindOf(found.value)}, not a component`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = describeRefusal(error, expansion.place(node));
    expansion.warn(`<${name}> cannot be shown: ${reason}`, node, { hint: error.hint });
    return [{ ...node, isRefused: true }];
  }
}

function applyComponent(node: MarkdownNode, component: AuthorFunction, expansion: Expansion): MarkdownNode[] {
  const { interpreter, place } = expansion;
  const props = readValues(node);
  const children = interpreter.takeChildren(node.children ?? []) ?? props.get("children");
  if (children !== undefined) props.set("children", children);
  const use = { name: node.name ?? "", component, props, place: place(node) };
  const output = interpreter.applyComponent(use);
  interpreter.emit(output);
  return inlineNodes(node, output.nodes);
}

/**
 * Evaluates the expressions in attributes and expands `{...props}`. Attributes that can't be evaluated are left out.
 * Undefined if one of them is about the reader: without it, a component could show what is for other readers.
 */
function expandAttributes(node: MarkdownNode, expansion: Expansion): JsxAttribute[] | undefined {
  let isComplete = true;
  const attempt = (name: string, text: string, read: () => JsxAttribute[]): JsxAttribute[] => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (readerName.test(text) && !expansion.scope.has("user")) isComplete = false;
      const what = isComplete ? `the prop "${name}" of <${node.name}>` : `<${node.name}> with the prop "${name}"`;
      expansion.warn(`${what} is left out: ${describeRefusal(error, expansion.place(node))}`, node, {
        hint: error.hint,
      });
      return [];
    }
  };
  const attributes = (node.attributes ?? []).flatMap((attribute): JsxAttribute[] => {
    const { name, value } = attribute;
    if (attribute.type === "mdxJsxExpressionAttribute") {
      const text = typeof value === "string" ? value.trim().replace(/^\.\.\./, "") : "";
      return attempt("{...}", text, () => {
        const spread = spreadEntries(evaluate(text, node, expansion));
        return spread.map(([spreadName, item]) => evaluated(spreadName, item, expansion));
      });
    }
    if (name === undefined) return [];
    if (typeof value === "string") return [{ ...attribute, value: fillText(value, node, expansion) }];
    if (value?.type !== "mdxJsxAttributeValueExpression") return [attribute];
    return attempt(name, value.value, () => {
      const given = evaluate(value.value, node, expansion);
      return [evaluated(name, isFunction(given) ? withCode(given, value.value, expansion.scope) : given, expansion)];
    });
  });
  return isComplete ? attributes : undefined;
}

/** The handlers of an HTML element run in the browser. Nothing would call other functions, so they are left out. */
function takeFunctions(node: MarkdownNode, expansion: Expansion): MarkdownNode {
  const functions = [...readValues(node)].filter((prop): prop is [string, AuthorFunction] => isFunction(prop[1]));
  if (functions.length === 0) return node;
  const names = new Set(functions.map(([name]) => name));
  const plain = { ...node, attributes: node.attributes?.filter(({ name = "" }) => !names.has(name)) ?? [] };
  let why = "put the element into a component, whose code can run in the browser";
  try {
    const areHandlers = /^[a-z]/.test(node.name ?? "") && functions.every(([name]) => /^on[A-Z]/.test(name));
    if (areHandlers) return { ...plain, island: expansion.interpreter.openHandlers(node.name ?? "", functions) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    why = `it can't run in the browser: ${error.message}`;
  }
  for (const name of names)
    expansion.warn(`<${node.name}> has the function "${name}", which is left out`, node, { hint: why });
  return plain;
}

/** The entries that `{...value}` adds; none for values without properties. */
function spreadEntries(value: Value): [string, Value][] {
  if (isMap(value)) return [...value];
  return isList(value) ? value.map((item, index) => [String(index), item]) : [];
}

function evaluate(text: string, node: MarkdownNode, { scope, interpreter, place }: Expansion): Value {
  return evaluateExpression(text, place(node).line ?? 1, scope, interpreter);
}

function evaluated(name: string, value: Value, { interpreter }: Expansion): JsxAttribute {
  interpreter.emitProp(value);
  return { type: "mdxJsxAttribute", name, value: { type: "evaluated", evaluated: value } };
}
