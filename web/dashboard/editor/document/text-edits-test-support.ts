import type { Mark, Node } from "prosemirror-model";
import { canSplit } from "prosemirror-transform";
import { pasteMarkdown } from "./clipboard.ts";
import { type EditContext, editInText, editNode, isOfType, pickPlace } from "./edit-places-test-support.ts";
import { isTextblock, pageSchema } from "./page-schema.ts";

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

const isParagraph = isOfType(nodes.paragraph);
const isLonger = (size: number) => (node: Node) => isParagraph(node) && node.content.size > size;
const isCell = isOfType(nodes.tableCell);
const isCode = isOfType(nodes.codeBlock);
const isInItem = (node: Node, position: number, doc: Node) =>
  isParagraph(node) && doc.resolve(position).parent.type === nodes.listItem;

/** Edits within a block of text. Each returns false if the document has nothing to edit in this way. */
export const textEdits = {
  typeInParagraph: type(isParagraph, texts),
  typeInHeading: type(isOfType(nodes.heading), texts),
  typeInCell: type(isCell, texts),
  typeInItem: type(isInItem, texts),
  typeMarkup: type(isParagraph, hostileTexts),
  typeMarkupInCell: type(isCell, hostileTexts),
  typeInCode: editInText(isCode, (position, { transform, pick }) => {
    const text = pick(["x = 1", "\n", "\n\nlast", "  indented\n", "`"]) ?? "x";
    transform.insert(position, pageSchema.text(text));
  }),
  setCodeMeta: editNode(isCode, ({ position }, { transform, pick }) => {
    const attrs = { lang: pick(["ts", "bash"]), meta: pick([null, 'title="a b" {1}']) };
    transform.setNodeMarkup(position, null, attrs);
  }),
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
  split: editInText(
    isLonger(1),
    (position, { transform, doc }) => {
      const $position = doc.resolve(position);
      const isItem = $position.node(-1).type === nodes.listItem && $position.index(-1) === 0;
      const depth = isItem ? 2 : 1;
      return canSplit(doc, position, depth) && transform.split(position, depth);
    },
    "before the end",
  ),
  insertBreak: editInText(
    isLonger(3),
    (position, { transform }) => transform.insert(position, nodes.hardBreak.create()),
    "between the ends",
  ),
  insertImage: editInText(isParagraph, (position, { transform }) =>
    transform.insert(position, nodes.image.create({ src: "/images/a b.png", alt: "An [image]" })),
  ),
  setHeading: editNode(isOfType(nodes.heading, nodes.paragraph), ({ node, position }, { transform, doc, pick }) => {
    // Only a paragraph can follow the checkbox of a task.
    if (node.textContent.trim() === "" || doc.resolve(position).parent.attrs.checked != null) return false;
    const next = pick([nodes.heading, nodes.paragraph]) ?? nodes.heading;
    const attrs = next === nodes.heading ? { level: pick([2, 3, 4]) } : null;
    transform.setBlockType(position + 1, position + 1, next, attrs);
  }),
  paste: editInText(isParagraph, (position, { transform, format, pick }) =>
    transform.replaceRange(position, position, pasteMarkdown(pick(pasted) ?? "", format)),
  ),
};

function type(isWanted: Parameters<typeof editInText>[0], choices: readonly string[]) {
  return editInText(isWanted, (position, { transform, doc, pick }) =>
    transform.insert(position, pageSchema.text(pick(choices) ?? "x", doc.resolve(position).marks())),
  );
}

function textRange(context: EditContext): { from: number; to: number } | undefined {
  const { doc, random } = context;
  const place = pickPlace(context, (node) => isTextblock(node) && node.content.size > 1);
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
