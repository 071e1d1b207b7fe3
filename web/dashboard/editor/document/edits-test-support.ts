import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { blockEdits } from "./block-edits-test-support.ts";
import type { Random } from "./edit-places-test-support.ts";
import type { PageFormat } from "./parse-tree.ts";
import { tableEdits } from "./table-edits-test-support.ts";
import { textEdits } from "./text-edits-test-support.ts";

const edits = { ...textEdits, ...blockEdits, ...tableEdits };

export type EditKind = keyof typeof edits;

export const editKinds = Object.keys(edits) as EditKind[];

/** Does what a person could do in visual mode. Undefined if the document has nothing to do it with. */
export function editRandomly(doc: Node, kind: EditKind, random: Random, format: PageFormat): Node | undefined {
  const transform = new Transform(doc);
  const isDone = edits[kind]({ transform, doc, random, format, pick: (values) => values[random(values.length)] });
  return isDone === false || !transform.docChanged ? undefined : transform.doc;
}
