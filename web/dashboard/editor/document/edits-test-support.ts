import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { blockEdits } from "./block-edits-test-support.ts";
import type { Random } from "./edit-places-test-support.ts";
import { isEmptyParagraph } from "./normal-form.ts";
import { pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";
import { tableEdits } from "./table-edits-test-support.ts";
import { textEdits } from "./text-edits-test-support.ts";

const edits = { ...textEdits, ...blockEdits, ...tableEdits };

export type EditKind = keyof typeof edits;

export const editKinds = Object.keys(edits) as EditKind[];

/** Makes an edit that a person could make in visual mode. Undefined if the document has nothing to edit in this way. */
export function editRandomly(doc: Node, kind: EditKind, random: Random, format: PageFormat): Node | undefined {
  const transform = new Transform(doc);
  const isDone = edits[kind]({ transform, doc, random, format, pick: (values) => values[random(values.length)] });
  const isEdited = isDone !== false && transform.docChanged && !hasBoxWithoutParagraph(transform.doc);
  return isEdited ? transform.doc : undefined;
}

/** Markdown can't represent a task that starts with another block, so writing it is refused. */
function hasBoxWithoutParagraph(doc: Node): boolean {
  let isFound = false;
  doc.descendants(({ type, attrs, children }) => {
    if (type === pageSchema.nodes.listItem && attrs.checked !== null) {
      const first = children.find((child) => !isEmptyParagraph(child));
      if (first !== undefined && first.type !== pageSchema.nodes.paragraph) isFound = true;
    }
    return !isFound;
  });
  return isFound;
}
