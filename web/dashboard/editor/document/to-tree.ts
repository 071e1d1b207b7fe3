import type { PhrasingContent, RootContent, TableRow } from "mdast";
import type { Mark, Node } from "prosemirror-model";
import { findOrigin, withoutPrefix } from "./node-origin.ts";
import { normalChildren } from "./normal-form.ts";
import { componentAttributes, isList, pageSchema } from "./page-schema.ts";
import type { SourceText } from "./stringify.ts";
import { writeAttribute } from "./write-attribute.ts";

interface ToTreeOptions {
  quote: string;
  /** Writes text without escaping. The result must be parsed again to check that this was safe. */
  isLiteral: boolean;
}

const { nodes, marks } = pageSchema;

/** The parser's tree for a block that has to be written anew. Unedited blocks inside it keep their source. */
export function toTree(node: Node, options: ToTreeOptions): RootContent {
  const origin = findOrigin(node);
  const written = origin === undefined ? undefined : withoutPrefix(origin);
  if (written !== undefined && node.type !== nodes.listItem) return sourceText(written);
  const blocks = () => normalChildren(node).map((child) => toTree(child, options)) as never[];
  const inline = () => inlineToTree(normalChildren(node), options);
  switch (node.type) {
    case nodes.heading:
      return { type: "heading", depth: node.attrs.level, children: inline() };
    case nodes.blockquote:
      return { type: "blockquote", children: blocks() };
    case nodes.bulletList:
      return { type: "list", ordered: false, spread: false, children: blocks() };
    case nodes.orderedList:
      return { type: "list", ordered: true, start: node.attrs.start, spread: false, children: blocks() };
    case nodes.listItem:
      return itemToTree(node, blocks());
    case nodes.codeBlock:
      return { type: "code", lang: node.attrs.lang, meta: node.attrs.meta, value: node.textContent };
    case nodes.table:
      return {
        type: "table",
        align: node.firstChild?.children.map(({ attrs }) => attrs.align) ?? [],
        children: node.children.map((row) => rowToTree(row, options)),
      };
    case nodes.thematicBreak:
      return { type: "thematicBreak" };
    case nodes.component:
      return { type: "mdxJsxFlowElement", ...elementTag(node, options), children: blocks() };
    case nodes.opaque:
    case nodes.frontmatter:
      return sourceText(String(node.attrs.source));
    default:
      return { type: "paragraph", children: inline() };
  }
}

/** Nests the marks: the mark that reaches farthest is outside. */
export function inlineToTree(content: readonly Node[], options: ToTreeOptions): PhrasingContent[] {
  const tree: PhrasingContent[] = [];
  for (let index = 0; index < content.length; ) {
    const node = content[index];
    if (node === undefined) break;
    const { mark, end } = farthestMark(content, index);
    if (mark === undefined) tree.push(leafToTree(node, options));
    else {
      const run = content.slice(index, end).map((inner) => inner.mark(mark.removeFromSet(inner.marks)));
      tree.push(markToTree(mark, inlineToTree(run, options)));
    }
    index = end;
  }
  return tree;
}

function farthestMark(content: readonly Node[], start: number): { mark: Mark | undefined; end: number } {
  let farthest: { mark: Mark | undefined; end: number } = { mark: undefined, end: start + 1 };
  for (const mark of content[start]?.marks ?? []) {
    if (mark.type === marks.code) continue;
    let end = start;
    while (content[end] !== undefined && mark.isInSet(content[end]?.marks ?? [])) end += 1;
    if (farthest.mark === undefined || end > farthest.end) farthest = { mark, end };
  }
  return farthest;
}

function markToTree(mark: Mark, children: PhrasingContent[]): PhrasingContent {
  if (mark.type === marks.strong) return { type: "strong", children };
  if (mark.type === marks.emphasis) return { type: "emphasis", children };
  if (mark.type === marks.strike) return { type: "delete", children };
  const label = mark.attrs.reference as string | null;
  // Always the full form `[text][label]`, because the text may have been edited and differ from the label.
  if (label !== null) {
    return { type: "linkReference", identifier: label, label, referenceType: "full", children: children as never[] };
  }
  return { type: "link", url: mark.attrs.href, title: mark.attrs.title, children: children as never[] };
}

function leafToTree(node: Node, options: ToTreeOptions): PhrasingContent {
  switch (node.type) {
    case nodes.hardBreak:
      return { type: "break" };
    case nodes.image:
      return { type: "image", url: node.attrs.src, alt: node.attrs.alt, title: node.attrs.title };
    case nodes.inlineOpaque:
      return sourceText(String(node.attrs.source));
    case nodes.inlineComponent:
      return {
        type: "mdxJsxTextElement",
        ...elementTag(node, options),
        children: inlineToTree(node.children, options),
      };
    default: {
      const text = node.text ?? "";
      if (node.marks.some(({ type }) => type === marks.code)) return { type: "inlineCode", value: text };
      return options.isLiteral ? sourceText(text) : { type: "text", value: text };
    }
  }
}

function elementTag(node: Node, { quote }: ToTreeOptions) {
  const attributes = componentAttributes(node).map((attribute) => ({
    type: "mdxJsxExpressionAttribute" as const,
    value: writeAttribute(attribute, quote),
  }));
  return { name: node.attrs.name === "" ? null : String(node.attrs.name), attributes };
}

function itemToTree(node: Node, blocks: RootContent[]): RootContent {
  const { checked } = node.attrs;
  const [first, ...others] = blocks;
  const children = blocks as never[];
  // Only a list can follow a paragraph without a blank line.
  const item = { type: "listItem" as const, spread: !normalChildren(node).slice(1).every(isList) };
  if (checked === null || first?.type === "paragraph") return { ...item, checked, children };
  const box = `[${checked === true ? "x" : " "}]`;
  const head = sourceText(first?.type === "sourceText" ? `${box} ${first.value}` : box);
  const rest = first === undefined || first.type === "sourceText" ? others : blocks;
  return { ...item, children: [head, ...rest] as never[] };
}

function rowToTree(row: Node, options: ToTreeOptions): TableRow {
  const children = row.children.map((cell) => {
    const origin = findOrigin(cell);
    const content = origin === undefined ? inlineToTree(normalChildren(cell), options) : [sourceText(origin.text)];
    return { type: "tableCell" as const, children: content };
  });
  return { type: "tableRow", children };
}

function sourceText(value: string): SourceText {
  return { type: "sourceText", value };
}
