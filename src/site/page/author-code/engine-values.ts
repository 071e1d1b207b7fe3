import type { SourcePlace } from "../../shared/html/html-node.ts";
import { isList, isMap, isSnippet, Jsx, type MarkdownNode, type Value, type ValueMap } from "../page-tree.ts";
import type { CodePlace, EncodedValue, ShownNode } from "./engine-messages.ts";

/** The cost of an element in addition to its text, in characters. */
const elementSize = 64;
const tagPattern = /^[\w$][\w$.:-]{0,199}$/;

interface ValueReader {
  /** The file and line of code. */
  place(place: CodePlace): SourcePlace;
  /** Shows a component that isn't inside another component. */
  showComponent(element: number, name: string, place: SourcePlace): Jsx;
}

/** Converts values and elements between a page and the engine. */
export function createEngineValues({ place, showComponent }: ValueReader) {
  const nodes: Jsx[] = [];
  const refs = new WeakMap<object, number>();

  /** Stores elements of the page, so that the engine can refer to them by number. */
  function keepNodes(jsx: Jsx): number {
    return nodes.push(jsx) - 1;
  }

  function encode(value: Value): EncodedValue {
    if (value === undefined) return ["undefined"];
    // JSON has no NaN, no infinity and no negative zero.
    if (Object.is(value, -0)) return ["number", "-0"];
    if (typeof value === "number") return Number.isFinite(value) ? value : ["number", String(value)];
    if (value === null || typeof value !== "object") return value;
    const ref = refs.get(value);
    if (ref !== undefined) return ["kept", ref];
    if (value instanceof Jsx) return ["nodes", keepNodes(value), value.size, value.depth];
    if (isList(value)) return ["list", value.map(encode)];
    if (isMap(value)) return ["map", encodeNames(value)];
    return isSnippet(value) ? ["snippet", value.file] : ["kept", value.ref];
  }

  function encodeNames(names: ValueMap): [string, EncodedValue][] {
    return [...names].map(([name, value]) => [name, encode(value)]);
  }

  function decode(value: EncodedValue): Value {
    if (!Array.isArray(value)) return value;
    switch (value[0]) {
      case "number":
        return Number(value[1]);
      case "list":
        return value[1].map(decode);
      case "map":
        return new Map(value[1].map(([name, item]) => [name, decode(item)]));
      case "function":
        return { kind: "function", ref: value[1], name: value[2], file: value[3] ?? undefined };
      case "opaque":
        return { kind: "opaque", ref: value[1] };
      case "snippet":
        return { kind: "snippet", file: value[1] };
      case "shown":
        return decodeShown(value[1]);
      default:
        return undefined;
    }
  }

  function decodeShown(shown: ShownNode[]): Jsx {
    return joinJsx(shown.map(decodeNode));
  }

  function decodeNode(node: ShownNode): Jsx {
    if (typeof node === "string") return new Jsx([{ type: "text", value: node }], node.length, 0);
    if (node[0] === "nodes") return nodes[node[1]] ?? joinJsx([]);
    if (node[0] === "component") return showComponent(node[1], node[2], place(node[3]));
    if (node[0] === "refused") {
      const [, name, children, at] = node;
      const content = decodeShown(children);
      return elementOf({ name, isRefused: true, children: content.nodes, source: place(at) }, content, name.length);
    }
    const [, name, attributes, children, at, snippet] = node;
    const content = decodeShown(children);
    const values = attributes.map(([attribute, value]) => [attribute, decode(value)] as const);
    let size = elementSize;
    for (const [, value] of values) size += sizeOfValue(value);
    const element = {
      name,
      attributes: values.map(([attribute, evaluated]) => ({
        type: "mdxJsxAttribute",
        name: attribute,
        value: { type: "evaluated" as const, evaluated },
      })),
      children: asSiblings(content.nodes),
      source: place(at),
      ...(snippet !== undefined && { snippet }),
    };
    return elementOf(element, content, size);
  }

  return {
    encode,
    encodeNames,
    keepNodes,
    decode,
    decodeShown,
    /** Remembers that the engine has kept a value, so that the engine gets the value itself back and not a copy. */
    remember(value: Value, ref: number): void {
      if (typeof value === "object" && value !== null) refs.set(value, ref);
    },
  };
}

function elementOf(element: Omit<MarkdownNode, "type">, content: Jsx, size: number): Jsx {
  // Only code that has replaced parts of the engine can produce a name that doesn't match.
  const name = tagPattern.test(element.name ?? "") ? element.name : "span";
  const node: MarkdownNode = { type: "mdxJsxFlowElement", ...element, name: name ?? "span" };
  return new Jsx([node], content.size + size, content.depth + 1);
}

function joinJsx(parts: Jsx[]): Jsx {
  const nodes: MarkdownNode[] = [];
  let size = 0;
  let depth = 0;
  for (const part of parts) {
    for (const node of part.nodes) nodes.push(node);
    size += part.size;
    depth = Math.max(depth, part.depth);
  }
  return new Jsx(nodes, size, depth);
}

/** Elements next to text are inline, as the parser treats them in a page. */
function asSiblings(nodes: MarkdownNode[]): MarkdownNode[] {
  if (!nodes.some((node) => node.type === "text" && node.value?.trim() !== "")) return nodes;
  return nodes.map((node) => (node.type === "mdxJsxFlowElement" ? { ...node, type: "mdxJsxTextElement" } : node));
}

/** Converts a value to elements: strings and numbers print, lists flatten, `false` and `null` show nothing. */
export function toJsx(value: Value, refuse: (value: Value) => never): Jsx {
  if (value === null || value === undefined || typeof value === "boolean" || value === "") return joinJsx([]);
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    return new Jsx([{ type: "text", value: text }], text.length, 0);
  }
  if (value instanceof Jsx) return value;
  return isList(value) ? joinJsx(value.map((item) => toJsx(item, refuse))) : refuse(value);
}

/** The approximate size of a value in characters. */
export function sizeOfValue(value: Value): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Jsx) return value.size;
  if (!isList(value) && !isMap(value)) return 1;
  let size = 0;
  for (const item of isMap(value) ? value.values() : value) size += sizeOfValue(item);
  return size;
}

/** Measures elements of a page that are passed to a component as its children. */
export function measureNodes(nodes: MarkdownNode[]): Jsx {
  let size = 0;
  let depth = 0;
  const waiting: [MarkdownNode, number][] = nodes.map((node) => [node, 1]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, level] = next;
    size += elementSize;
    for (const text of [node.value, node.url, node.title, node.alt]) size += text?.length ?? 0;
    for (const { value } of node.attributes ?? []) {
      if (typeof value === "string") size += value.length;
      else if (value && "evaluated" in value) size += sizeOfValue(value.evaluated);
    }
    depth = Math.max(depth, level);
    for (const child of node.children ?? []) waiting.push([child, level + 1]);
  }
  return new Jsx(nodes, size, depth);
}
