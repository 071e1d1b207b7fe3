import { Fragment, type Mark, type Node, type NodeType, Slice } from "prosemirror-model";
import { canJoin, canSplit, findWrapping, liftTarget, Transform } from "prosemirror-transform";
import { type ComponentAttribute, componentAttributes, isTextblock, pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";
import { pasteMarkdown } from "./paste.ts";

/** A number from 0 up to the limit, which is left out. */
export type Random = (limit: number) => number;

export interface RandomEdit {
  kind: EditKind;
  doc: Node;
}

const { nodes, marks } = pageSchema;

/** Numbers that are the same in each run. */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Does what a person could do in visual mode. Undefined if the document has nothing to do it with. */
export function editRandomly(doc: Node, kind: EditKind, random: Random, format: PageFormat): RandomEdit | undefined {
  const transform = new Transform(doc);
  const isDone = edits[kind]({ transform, doc, random, format, pick: (values) => values[random(values.length)] });
  return isDone === false || !transform.docChanged ? undefined : { kind, doc: transform.doc };
}

export type EditKind = keyof typeof edits;

interface EditContext {
  transform: Transform;
  doc: Node;
  random: Random;
  format: PageFormat;
  pick: <T>(values: readonly T[]) => T | undefined;
}

interface Place {
  node: Node;
  position: number;
}

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

const edits = {
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
  join: ({ transform, doc, pick }: EditContext) => {
    const places = placesOf(doc, (node, position) => {
      const { nodeBefore } = doc.resolve(position);
      return nodeBefore?.type === node.type && !tableParts.includes(node.type) && canJoin(doc, position);
    });
    const place = pick(places);
    if (place === undefined) return false;
    transform.join(place.position);
  },
  moveBlock: ({ transform, doc, random }: EditContext) => {
    const first = doc.firstChild?.type === nodes.frontmatter ? 1 : 0;
    if (doc.childCount - first < 3) return false;
    const from = first + random(doc.childCount - first);
    const node = doc.child(from);
    const start = positionOf(doc, from);
    transform.delete(start, start + node.nodeSize);
    transform.insert(positionOf(transform.doc, first + random(transform.doc.childCount - first + 1)), node);
  },
  moveInto: ({ transform, doc, random, pick }: EditContext) => {
    const container = pick(placesOf(doc, (node) => containers.includes(node.type) && node.childCount > 0));
    const place = pick(placesOf(doc, (node) => movable.includes(node.type)));
    if (container === undefined || place === undefined) return false;
    const inside = positionOf(container.node, random(container.node.childCount + 1)) + container.position + 1;
    transform.insert(inside, place.node);
  },
  deleteBlock: ({ transform, doc, pick }: EditContext) => {
    const place = pick(
      placesOf(doc, (node, position) => {
        const { parent } = doc.resolve(position);
        return (
          node.isBlock && parent.childCount > 1 && !tableParts.includes(node.type) && node.type !== nodes.frontmatter
        );
      }),
    );
    if (place === undefined) return false;
    transform.delete(place.position, place.position + place.node.nodeSize);
  },
  paste: ({ transform, doc, random, format, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.paragraph));
    const slice = pasteMarkdown(pick(pasted) ?? "", format);
    if (place === undefined) return false;
    const position = place.position + 1 + random(place.node.content.size + 1);
    if (doc.resolve(position).parent !== place.node) return false;
    transform.replaceRange(position, position, slice);
  },
  insertItem: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, isList));
    if (place === undefined) return false;
    const checked = place.node.firstChild?.attrs.checked === null ? null : false;
    const item = nodes.listItem.create({ checked }, nodes.paragraph.create(null, pageSchema.text("new item")));
    transform.insert(place.position + 1 + positionOf(place.node, random(place.node.childCount + 1)), item);
  },
  nestItem: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => isList(node) && node.childCount > 1));
    if (place === undefined) return false;
    const index = 1 + random(place.node.childCount - 1);
    const [before, item] = [place.node.child(index - 1), place.node.child(index)];
    const nested = before.copy(before.content.addToEnd(place.node.type.create(null, item)));
    const start = place.position + 1 + positionOf(place.node, index - 1);
    transform.replaceWith(start, start + before.nodeSize + item.nodeSize, nested);
  },
  checkItem: ({ transform, doc, pick }: EditContext) => {
    const place = pick(
      placesOf(
        doc,
        (node) => node.type === nodes.listItem && node.firstChild?.type === nodes.paragraph && node.textContent !== "",
      ),
    );
    if (place === undefined) return false;
    transform.setNodeMarkup(place.position, null, { checked: pick([true, false, null]) });
  },
  addRow: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.table));
    if (place === undefined) return false;
    const aligns = place.node.firstChild?.children.map(({ attrs }) => attrs.align) ?? [];
    const row = nodes.tableRow.create(
      null,
      aligns.map((align) => nodes.tableCell.create({ align }, pageSchema.text("new"))),
    );
    transform.insert(place.position + 1 + positionOf(place.node, 1 + random(place.node.childCount)), row);
  },
  deleteRow: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.table && node.childCount > 2));
    if (place === undefined) return false;
    const index = 1 + random(place.node.childCount - 1);
    const start = place.position + 1 + positionOf(place.node, index);
    transform.delete(start, start + place.node.child(index).nodeSize);
  },
  addColumn: (context: EditContext) =>
    changeColumns(context, (cells, column, type, content) => [
      ...cells.slice(0, column),
      type.create({ align: "center" }, pageSchema.text(content)),
      ...cells.slice(column),
    ]),
  deleteColumn: (context: EditContext) =>
    changeColumns(context, (cells, column) => (cells.length < 2 ? cells : cells.toSpliced(column % cells.length, 1))),
  alignColumn: (context: EditContext) =>
    changeColumns(context, (cells, column) => {
      const at = column % cells.length;
      const cell = cells[at];
      return cell === undefined
        ? cells
        : cells.with(at, cell.type.create({ ...cell.attrs, align: "right" }, cell.content));
    }),
  setProp: ({ transform, doc, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.component));
    if (place === undefined) return false;
    const attributes = componentAttributes(place.node);
    const changed = pick(attributes.filter(({ name, value }) => name !== "" && typeof value === "string"));
    const value = pick(["new value", 'a "quoted" one', 'it\'s & "both"', "", "<b> {x}"]) ?? "";
    const added: ComponentAttribute = pick([
      { name: "added", value },
      { name: "count", value: { expression: "[1, 2]" } },
      { name: "flag", value: null },
    ]) ?? { name: "a", value };
    const next =
      changed === undefined
        ? [...attributes, added]
        : attributes.map((known) => (known === changed ? { ...known, value } : known));
    transform.setNodeMarkup(place.position, null, { ...place.node.attrs, attributes: next });
  },
  removeProp: ({ transform, doc, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.component && componentAttributes(node).length > 0));
    if (place === undefined) return false;
    const attributes = componentAttributes(place.node);
    const removed = pick(attributes);
    transform.setNodeMarkup(place.position, null, {
      ...place.node.attrs,
      attributes: attributes.filter((known) => known !== removed),
    });
  },
  wrap: ({ transform, doc, pick, format }: EditContext) => {
    const place = pick(placesOf(doc, (node) => movable.includes(node.type)));
    if (place === undefined) return false;
    const range = doc.resolve(place.position).blockRange(doc.resolve(place.position + place.node.nodeSize));
    const wrappers: [NodeType, object | null][] = [
      [nodes.blockquote, null],
      [nodes.bulletList, null],
      [nodes.orderedList, { start: 1 }],
    ];
    if (format === "mdx") wrappers.push([nodes.component, { name: "Note", attributes: [] }]);
    const [wrapper, attributes] = pick(wrappers) ?? [nodes.blockquote, null];
    const wrapping = range === null ? null : findWrapping(range, wrapper, { ...attributes });
    if (range === null || wrapping === null) return false;
    transform.wrap(range, wrapping);
  },
  unwrap: ({ transform, doc, pick }: EditContext) => {
    const lifted = placesOf(doc, (node, position) => {
      if (!movable.includes(node.type)) return false;
      const range = doc.resolve(position).blockRange(doc.resolve(position + node.nodeSize));
      return range !== null && liftTarget(range) !== null;
    });
    const place = pick(lifted);
    if (place === undefined) return false;
    const range = doc.resolve(place.position).blockRange(doc.resolve(place.position + place.node.nodeSize));
    const target = range === null ? null : liftTarget(range);
    if (range === null || target === null) return false;
    transform.lift(range, target);
  },
  setHeading: ({ transform, doc, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => node.type === nodes.heading || node.type === nodes.paragraph));
    if (place === undefined || place.node.textContent.trim() === "") return false;
    const type = pick([nodes.heading, nodes.paragraph]) ?? nodes.heading;
    transform.setBlockType(
      place.position + 1,
      place.position + 1,
      type,
      type === nodes.heading ? { level: pick([2, 3, 4]) } : null,
    );
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
};

export const editKinds = Object.keys(edits) as EditKind[];

const containers = [nodes.component, nodes.blockquote, nodes.listItem];
const movable = [nodes.paragraph, nodes.heading, nodes.codeBlock, nodes.bulletList, nodes.orderedList, nodes.component];
const tableParts = [nodes.tableRow, nodes.tableCell, nodes.tableHeader];

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

function changeColumns(
  { transform, doc, random, pick }: EditContext,
  change: (cells: readonly Node[], column: number, type: NodeType, content: string) => readonly Node[],
): false | undefined {
  const place = pick(placesOf(doc, (node) => node.type === nodes.table));
  if (place === undefined) return false;
  const column = random((place.node.firstChild?.childCount ?? 0) + 1);
  const rows = place.node.children.map((row, index) => {
    const cells = change(
      row.children,
      column,
      index === 0 ? nodes.tableHeader : nodes.tableCell,
      index === 0 ? "Head" : "new",
    );
    return row.copy(Fragment.fromArray([...cells]));
  });
  const start = place.position + 1;
  transform.replace(start, start + place.node.content.size, new Slice(Fragment.fromArray(rows), 0, 0));
}

function placesOf(doc: Node, isWanted: (node: Node, position: number) => boolean): Place[] {
  const places: Place[] = [];
  doc.descendants((node, position) => {
    if (isWanted(node, position)) places.push({ node, position });
  });
  return places;
}

function positionOf(parent: Node, index: number): number {
  return parent.children.slice(0, index).reduce((size, child) => size + child.nodeSize, 0);
}

function isList(node: Node): boolean {
  return node.type === nodes.bulletList || node.type === nodes.orderedList;
}
