import type { List, ListItem, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";
import { Fragment, type Node, type NodeType } from "prosemirror-model";
import { mapInline } from "./map-inline.ts";
import { mapTable } from "./map-table.ts";
import { type Origin, type OriginChild, setOrigin, withoutPrefix } from "./node-origin.ts";
import { type OpaqueKind, pageSchema } from "./page-schema.ts";
import { readAttributes, readTag } from "./read-tag.ts";
import { type Definitions, type MapContext, opaqueKind, rangeOf } from "./tree-range.ts";

const nodes = pageSchema.nodes;

/** Maps the parser's tree to a document. Each node remembers its source. */
export function mapTree(tree: Root, source: string): Node {
  const context: MapContext = { source, definitions: listDefinitions(tree) };
  const place: Place = { start: 0, prefix: "" };
  const children = tree.children.flatMap((child) => mapBlocks(child, place, context));
  const content = children.map(({ node }) => node);
  if (content.every(({ type }) => type === nodes.frontmatter)) content.push(nodes.paragraph.create());
  return setOrigin(nodes.doc.create(null, content), { text: source, prefix: "", children });
}

/** The parent of the block that is being mapped. */
interface Place {
  start: number;
  prefix: string;
  /** List items and quotes put a marker before their first block. */
  marker?: "item" | "quote";
}

/** The start and end of the block are relative to the start of its place. */
type MappedBlock = OriginChild;

function mapBlocks(tree: RootContent, place: Place, context: MapContext): MappedBlock[] {
  const elements = tree.type === "paragraph" ? elementsOnLines(tree) : [];
  return (elements.length > 0 ? elements : [tree]).map((block) => mapBlock(block, place, context));
}

/**
 * Readers see `<Note>Text</Note>` on its own lines as a block, although the parser puts it into a paragraph. Empty if
 * the paragraph contains other text.
 */
function elementsOnLines({ children }: Paragraph): MdxJsxTextElement[] {
  const elements = children.filter((child) => child.type === "mdxJsxTextElement");
  const between = children.filter((child) => child.type !== "mdxJsxTextElement");
  const areSeparate = between.every(
    (child) => child.type === "text" && child.value.trim() === "" && child.value.includes("\n"),
  );
  return areSeparate && between.length === elements.length - 1 ? elements : [];
}

function mapBlock(tree: RootContent, place: Place, context: MapContext): MappedBlock {
  const { start, end } = rangeOf(tree);
  const text = context.source.slice(start, end);
  const prefix = prefixOf(start, place, context.source);
  const origin: Origin = { text, prefix };
  const inside: Place = { start, prefix };
  const node = create();
  return { node: setOrigin(node, origin), start: start - place.start, end: end - place.start };

  function create(): Node {
    switch (tree.type) {
      case "yaml":
      case "toml" as "yaml":
        return nodes.frontmatter.create({ source: text.replaceAll(/\r\n?/g, "\n") });
      case "paragraph":
        return textblock(nodes.paragraph, null, tree.children);
      case "heading":
        return textblock(nodes.heading, { level: tree.depth }, tree.children);
      case "blockquote":
        return container(nodes.blockquote, null, tree.children, { ...inside, marker: "quote" });
      case "list":
        return list(tree);
      case "code":
        return nodes.codeBlock.create(
          { lang: tree.lang ?? null, meta: tree.meta ?? null },
          literalText(tree.value.replaceAll(/\r\n?/g, "\n")),
        );
      case "table":
        return mapTable(tree, origin, context) ?? opaque("other");
      case "thematicBreak":
        return nodes.thematicBreak.create();
      case "mdxJsxFlowElement":
        return component(tree, tree.children);
      case "mdxJsxTextElement":
        return component(tree, elementContent(tree));
      default:
        return opaque(opaqueKind(tree));
    }
  }

  function textblock(type: NodeType, attributes: object | null, content: Paragraph["children"]): Node {
    const mapped = mapInline(content, start, context);
    origin.units = mapped.units;
    const [first, last] = [content.at(0), content.at(-1)];
    origin.inner =
      first === undefined || last === undefined
        ? { start: text.length, end: text.length }
        : { start: rangeOf(first).start - start, end: rangeOf(last).end - start };
    return type.create({ ...attributes }, mapped.nodes);
  }

  function container(
    type: NodeType,
    attributes: object | null,
    content: readonly RootContent[],
    containing: Place,
  ): Node {
    const children = content.flatMap((child) => mapBlocks(child, containing, context));
    origin.children = children;
    const blocks = children.map(({ node }) => node);
    // Markdown allows an empty quote or item, but visual mode needs a place for the cursor.
    if (blocks.length === 0 && type !== nodes.component) blocks.push(nodes.paragraph.create());
    return type.create({ ...attributes }, blocks);
  }

  function list(tree: List): Node {
    const isLoose = tree.spread === true || tree.children.some((item) => item.spread === true);
    origin.isLoose = isLoose;
    const items = tree.children.map((item) => mapItem(item, isLoose, inside, context));
    origin.children = items;
    const type = tree.ordered === true ? nodes.orderedList : nodes.bulletList;
    return type.create(
      tree.ordered === true ? { start: tree.start ?? 1 } : null,
      items.map((item) => item.node),
    );
  }

  function component(element: MdxJsxFlowElement | MdxJsxTextElement, content: readonly RootContent[]): Node {
    origin.tag = readTag(element, start, text);
    const attributes = { name: element.name ?? "", attributes: readAttributes(element) };
    return container(nodes.component, attributes, content, inside);
  }

  /** The text of an element that was written inline becomes a paragraph. */
  function elementContent(element: MdxJsxTextElement): Paragraph[] {
    const children = trimEdges(element.children, context.source);
    const [first, last] = [children.at(0), children.at(-1)];
    if (first?.position === undefined || last?.position === undefined) return [];
    return [{ type: "paragraph", children, position: { start: first.position.start, end: last.position.end } }];
  }

  function opaque(kind: OpaqueKind): Node {
    return nodes.opaque.create({ source: withoutPrefix(origin) ?? text, kind });
  }
}

function mapItem(item: ListItem, isLoose: boolean, list: Place, context: MapContext): MappedBlock {
  const { start, end } = rangeOf(item);
  const prefix = prefixOf(start, list, context.source);
  const blocks = item.children.map((child) => (typeof item.checked === "boolean" ? withoutBox(child) : child));
  const children = blocks.flatMap((child) => mapBlocks(child, { start, prefix, marker: "item" }, context));
  const content = children.length === 0 ? [nodes.paragraph.create()] : children.map(({ node }) => node);
  const node = nodes.listItem.create({ checked: item.checked ?? null }, content);
  const text = context.source.slice(start, end);
  return {
    node: setOrigin(node, { text, prefix, children, isLoose }),
    start: start - list.start,
    end: end - list.start,
  };
}

/** The checkbox of a task isn't part of its paragraph, although the parser may include it. */
function withoutBox(child: ListItem["children"][number]): ListItem["children"][number] {
  const start = child.type === "paragraph" ? child.children[0]?.position?.start : undefined;
  return start === undefined || child.position === undefined
    ? child
    : { ...child, position: { ...child.position, start } };
}

/** The prefix of all lines of the block after its first. */
function prefixOf(start: number, place: Place, source: string): string {
  let lineStart = start;
  while (lineStart > 0 && source[lineStart - 1] !== "\n" && source[lineStart - 1] !== "\r") lineStart -= 1;
  const before = source.slice(lineStart, start);
  if (/^[ \t>]*$/.test(before)) return before;
  if (start === place.start || place.marker === undefined) return place.prefix;
  const marker = source.slice(place.start, start).replace(/\[[ xX]\][ \t]+$/, "");
  return place.prefix + (place.marker === "quote" ? marker : marker.replaceAll(/[^\t]/g, " "));
}

function listDefinitions(tree: Root): Definitions {
  const definitions: Definitions = new Map();
  const visit = (children: readonly RootContent[]) => {
    for (const child of children) {
      if (child.type === "definition" && !definitions.has(child.identifier)) definitions.set(child.identifier, child);
      if ("children" in child) visit(child.children);
    }
  };
  visit(tree.children);
  return definitions;
}

/** Whitespace between a tag and its text belongs to the tag. */
function trimEdges(children: readonly PhrasingContent[], source: string): PhrasingContent[] {
  const content = [...children];
  const [first] = content;
  if (first?.type === "text" && first.position !== undefined) {
    const { start, end } = rangeOf(first);
    const blank = source.slice(start, end).search(/[^ \t\r\n>]|$/);
    const position = { ...first.position, start: { ...first.position.start, offset: start + blank } };
    content[0] = { ...first, value: first.value.trimStart(), position };
  }
  const last = content.at(-1);
  if (last?.type === "text" && last.position !== undefined) {
    const { start, end } = rangeOf(last);
    const length = source.slice(start, end).trimEnd().length;
    const position = { ...last.position, end: { ...last.position.end, offset: start + length } };
    content[content.length - 1] = { ...last, value: last.value.trimEnd(), position };
  }
  return content.filter((child) => child.type !== "text" || child.value !== "");
}

function literalText(text: string): Fragment {
  return text === "" ? Fragment.empty : Fragment.from(pageSchema.text(text));
}
