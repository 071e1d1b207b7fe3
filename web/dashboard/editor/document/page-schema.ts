import { type Attrs, type DOMOutputSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";

/** An attribute of a component. A spread such as `{...props}` has an empty name and an expression. */
export interface ComponentAttribute {
  name: string;
  /** Null for an attribute without a value. An expression is the source between the braces. */
  value: string | { expression: string } | null;
}

/** The kinds of content that visual mode can't edit, and their names. "page" is a file that couldn't be parsed. */
export const opaqueNames = {
  comment: "Comment",
  definition: "Link definition",
  expression: "Expression",
  footnote: "Footnote",
  html: "HTML",
  import: "Import",
  math: "Formula",
  other: "Source",
  page: "Page",
  reference: "Reference",
};
export type OpaqueKind = keyof typeof opaqueNames;

export type ColumnAlign = "left" | "center" | "right" | null;

const cell = (tableRole: string, tag: "td" | "th"): NodeSpec => ({
  content: "inline*",
  attrs: {
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: { default: null },
    align: { default: null },
  },
  tableRole,
  isolating: true,
  toDOM: ({ attrs }) => [tag, { dir: "auto", ...(attrs.align !== null && { "data-align": attrs.align }) }, 0],
});

const opaque = (isInline: boolean): NodeSpec => ({
  inline: isInline,
  group: isInline ? "inline" : "block",
  atom: true,
  attrs: {
    source: { default: "" },
    kind: { default: "other" },
    /** The parser's message about a page that it refused. */
    message: { default: null },
  },
  toDOM: ({ attrs }): DOMOutputSpec => [isInline ? "code" : "pre", { "data-opaque": attrs.kind }, String(attrs.source)],
});

const component = (isInline: boolean): NodeSpec => ({
  inline: isInline,
  group: isInline ? "inline" : "block",
  content: isInline ? "inline*" : "block*",
  attrs: {
    /** Empty for a fragment. */
    name: { default: "" },
    attributes: { default: [] },
  },
  defining: true,
  toDOM: ({ attrs }) => [isInline ? "span" : "div", { "data-component": attrs.name }, 0],
});

/** The schema of visual mode. Content that it can't edit is an opaque node with its source. */
export const pageSchema = new Schema({
  nodes: {
    doc: { content: "frontmatter? block+" },
    frontmatter: {
      atom: true,
      /** The source, including the fences. */
      attrs: { source: { default: "---\n---" } },
      toDOM: ({ attrs }) => ["pre", { "data-frontmatter": "" }, String(attrs.source)],
    },
    paragraph: { group: "block", content: "inline*", toDOM: () => ["p", { dir: "auto" }, 0] },
    heading: {
      group: "block",
      content: "inline*",
      attrs: { level: { default: 2 } },
      defining: true,
      toDOM: ({ attrs }) => [`h${attrs.level}`, { dir: "auto" }, 0],
    },
    blockquote: { group: "block", content: "block+", defining: true, toDOM: () => ["blockquote", 0] },
    bulletList: { group: "block", content: "listItem+", toDOM: () => ["ul", 0] },
    orderedList: {
      group: "block",
      content: "listItem+",
      attrs: { start: { default: 1 } },
      toDOM: ({ attrs }) => ["ol", attrs.start === 1 ? {} : { start: attrs.start }, 0],
    },
    listItem: {
      content: "block+",
      /** True or false in a task list, otherwise null. */
      attrs: { checked: { default: null } },
      defining: true,
      toDOM: ({ attrs }) => ["li", attrs.checked === null ? {} : { "data-checked": String(attrs.checked) }, 0],
    },
    codeBlock: {
      group: "block",
      content: "text*",
      marks: "",
      code: true,
      defining: true,
      attrs: { lang: { default: null }, meta: { default: null } },
      toDOM: ({ attrs }) => ["pre", attrs.lang === null ? {} : { "data-lang": attrs.lang }, ["code", 0]],
    },
    table: {
      group: "block",
      content: "tableRow+",
      tableRole: "table",
      isolating: true,
      toDOM: () => ["div", { class: "table-scroll" }, ["table", ["tbody", 0]]],
    },
    tableRow: { content: "(tableCell | tableHeader)*", tableRole: "row", toDOM: () => ["tr", 0] },
    tableCell: cell("cell", "td"),
    tableHeader: cell("header_cell", "th"),
    thematicBreak: { group: "block", toDOM: () => ["hr"] },
    component: component(false),
    opaque: opaque(false),
    text: { group: "inline" },
    hardBreak: { group: "inline", inline: true, selectable: false, toDOM: () => ["br"] },
    image: {
      group: "inline",
      inline: true,
      attrs: { src: { default: "" }, alt: { default: "" }, title: { default: null } },
      draggable: true,
      toDOM: ({ attrs }) => [
        "img",
        { src: attrs.src, alt: attrs.alt, ...(attrs.title !== null && { title: attrs.title }) },
      ],
    },
    inlineComponent: component(true),
    inlineOpaque: opaque(true),
  },
  marks: {
    link: {
      attrs: {
        href: { default: "" },
        title: { default: null },
        /** The label of a link such as `[text][label]`. Without it, the link is written with its address. */
        reference: { default: null },
      },
      inclusive: false,
      toDOM: ({ attrs }) => ["a", { href: attrs.href, ...(attrs.title !== null && { title: attrs.title }) }, 0],
    },
    strong: { toDOM: () => ["strong", 0] },
    emphasis: { toDOM: () => ["em", 0] },
    strike: { toDOM: () => ["s", 0] },
    code: { code: true, toDOM: () => ["code", 0] },
  },
});

/** The attributes of a component. */
export function componentAttributes({ attrs }: { attrs: Attrs }): readonly ComponentAttribute[] {
  return attrs.attributes as ComponentAttribute[];
}

/** An image is either Markdown or an `<img>` tag, which can have a width. */
export function isImage({ type, attrs }: Node): boolean {
  const { image, component: block, inlineComponent } = pageSchema.nodes;
  return type === image || ((type === block || type === inlineComponent) && attrs.name === "img");
}

export function isList({ type }: Node): boolean {
  return type === pageSchema.nodes.bulletList || type === pageSchema.nodes.orderedList;
}

/** Paragraphs, headings and cells: blocks with inline content. Code isn't one of them, because its text is literal. */
export function isTextblock(node: Node): boolean {
  return node.isTextblock && node.type !== pageSchema.nodes.codeBlock;
}
