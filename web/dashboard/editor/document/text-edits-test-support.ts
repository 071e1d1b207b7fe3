import type { Mark, Node, NodeType } from "prosemirror-model";
import { canSplit } from "prosemirror-transform";
import { type EditContext, placesOf } from "./edit-places-test-support.ts";
import { isTextblock, pageSchema } from "./page-schema.ts";
import { pasteMarkdown } from "./paste.ts";

const { nodes, marks } = pageSchema;

const texts = [
  " and more",
  "x",
  "word ",
  "ünï 😀 ",
  "C",
  ". Then",
  " 5 < 6",
  "snake_case ",
  "(see)",
  "~/path",
  "#1 ",
  "2. ",
];
const hostileTexts = [
  "*",
  "_a_",
  "`",
  "{x}",
  "<b>",
  "|",
  "# ",
  "- ",
  "$x$",
  "[a](b)",
  "&amp;",
  "\\",
  "```",
  "https://a.example",
  "1. a",
];
const pasted = [
  "one\n\n- two\n- three\n\n## Four",
  "plain **bold** text",
  "```js\nlet a = 1;\n```",
  "| a | b |\n| - | - |\n| 1 | `x \\| y` |",
  "> quoted",
];

/** Edits within a block of text. Each returns false if the document has nothing to edit in this way. */
export const textEdits = {
  typeInParagraph: (context: EditContext) => type(context, nodes.paragraph, texts),
  typeInHeading: (context: EditContext) => type(context, nodes.heading, texts),
  typeInCell: (context: EditContext) => type(context, nodes.tableCell, texts),
  typeInItem: (context: EditContext) => type(context, nodes.listItem, texts),
  typeMarkup: (context: EditContext) => type(context, nodes.paragraph, hostileTexts),
  typeMarkupInCell: (context: EditContext) => type(context, nodes.tableCell, hostileTexts),
  typeInCode: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.codeBlock));
    if (place === undefined) return false;
    const text = pick(["x = 1", "\n", "\n\nlast", "  indented\n", "`"]) ?? "x";
    transform.insert(place.position + 1 + random(place.node.content.size + 1), pageSchema.text(text));
  },
  setCodeMeta: ({ transform, doc, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.codeBlock));
    if (place === undefined) return false;
    transform.setNodeMarkup(place.position, null, {
      lang: pick(["ts", "bash"]),
      meta: pick([null, 'title="a b" {1}']),
    });
  },
  deleteText: (context: EditContext) => {
    const range = textRange(context);
    if (range === undefined) return false;
    context.transform.delete(range.from, range.to);
  },
  toggleMark: (context: EditContext) => {
    const range = textRange(context);
    const link = marks.link.create({ href: "/a_b" });
    const mark = context.pick<Mark>([marks.strong.create(), marks.emphasis.create(), marks.code.create(), link]);
    if (range === undefined || mark === undefined) return false;
    if (context.doc.rangeHasMark(range.from, range.to, mark.type))
      context.transform.removeMark(range.from, range.to, mark.type);
    else context.transform.addMark(range.from, range.to, mark);
  },
  split: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.paragraph && node.content.size > 1));
    if (place === undefined) return false;
    const position = place.position + 1 + random(place.node.content.size);
    const $position = doc.resolve(position);
    if ($position.parent !== place.node) return false;
    const isItem = $position.node(-1).type === nodes.listItem && $position.index(-1) === 0;
    const depth = isItem ? 2 : 1;
    if (!canSplit(doc, position, depth)) return false;
    transform.split(position, depth);
  },
  insertBreak: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.paragraph && node.content.size > 3));
    if (place === undefined) return false;
    const position = place.position + 2 + random(place.node.content.size - 2);
    if (doc.resolve(position).parent !== place.node) return false;
    transform.insert(position, nodes.hardBreak.create());
  },
  insertImage: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.paragraph));
    if (place === undefined) return false;
    const position = place.position + 1 + random(place.node.content.size + 1);
    if (doc.resolve(position).parent !== place.node) return false;
    transform.insert(position, nodes.image.create({ src: "/images/a b.png", alt: "An [image]" }));
  },
  setHeading: ({ transform, doc, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.heading || node.type === nodes.paragraph));
    if (place === undefined || place.node.textContent.trim() === "") return false;
    // Only a paragraph can follow the checkbox of a task.
    if (doc.resolve(place.position).parent.attrs.checked != null) return false;
    const type = pick([nodes.heading, nodes.paragraph]) ?? nodes.heading;
    transform.setBlockType(
      place.position + 1,
      place.position + 1,
      type,
      type === nodes.heading ? { level: pick([2, 3, 4]) } : null,
    );
  },
  paste: ({ transform, doc, random, format, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.paragraph));
    const slice = pasteMarkdown(pick(pasted) ?? "", format);
    if (place === undefined) return false;
    const position = place.position + 1 + random(place.node.content.size + 1);
    if (doc.resolve(position).parent !== place.node) return false;
    transform.replaceRange(position, position, slice);
  },
};

function type(
  { transform, doc, random, pick }: EditContext,
  where: NodeType,
  choices: readonly string[],
): false | undefined {
  const isThere = (node: Node, position: number) => {
    if (where !== nodes.listItem) return node.type === where;
    return node.type === nodes.paragraph && doc.resolve(position).parent.type === where;
  };
  const place = pick(placesOf(doc, isThere));
  if (place === undefined) return false;
  const position = place.position + 1 + random(place.node.content.size + 1);
  const $position = doc.resolve(position);
  if ($position.parent !== place.node) return false;
  transform.insert(position, pageSchema.text(pick(choices) ?? "x", $position.marks()));
}

function textRange({ doc, random, pick }: EditContext): { from: number; to: number } | undefined {
  const place = pick(placesOf(doc, (node) => isTextblock(node) && node.content.size > 1));
  if (place === undefined) return undefined;
  const { size } = place.node.content;
  const start = random(size);
  const from = place.position + 1 + start;
  const to = from + 1 + random(Math.min(20, size - start));
  const isFlat = doc.resolve(from).parent === place.node && doc.resolve(to).parent === place.node;
  const hasWholeCharacters = !splitsPair(doc, from) && !splitsPair(doc, to);
  return isFlat && hasWholeCharacters ? { from, to } : undefined;
}

function splitsPair(doc: Node, position: number): boolean {
  const { nodeAfter, textOffset } = doc.resolve(position);
  return textOffset > 0 && /^[\uDC00-\uDFFF]/.test(nodeAfter?.text ?? "");
}
