import type { Attrs, Mark } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";

const { nodes, marks } = pageSchema;

/** Wraps the selected text in a tag such as `<u>`, or removes that tag. */
export function toggleTag(name: string): Command {
  return (state, dispatch) => {
    const { $from, $to, from, to } = state.selection;
    const { parent } = $from;
    if (parent.type === nodes.inlineComponent && parent.attrs.name === name) {
      dispatch?.(state.tr.replaceWith($from.before(), $from.after(), parent.content));
      return true;
    }
    if (from === to || !$from.sameParent($to) || !parent.inlineContent || parent.type === nodes.codeBlock) return false;
    const content = parent.slice($from.parentOffset, $to.parentOffset).content;
    dispatch?.(state.tr.replaceWith(from, to, nodes.inlineComponent.create({ name, attributes: [] }, content)));
    return true;
  };
}

export interface LinkAround {
  from: number;
  to: number;
  mark: Mark;
}

/** The whole link around the cursor or the selection. */
export function findLink({ selection: { $from, to } }: EditorState): LinkAround | undefined {
  if (!$from.parent.inlineContent) return undefined;
  const links: LinkAround[] = [];
  $from.parent.forEach((node, offset) => {
    const mark = marks.link.isInSet(node.marks);
    if (mark === undefined) return;
    const from = $from.start() + offset;
    const last = links.at(-1);
    if (last?.to === from && last.mark.eq(mark)) last.to += node.nodeSize;
    else links.push({ from, to: from + node.nodeSize, mark });
  });
  return links.findLast((link) => link.from <= $from.pos && link.to >= to);
}

/** Sets the address of a link. Without a selection or link, the address itself becomes the text. */
export function setLink(attrs: { href: string; title?: string | null }): Command {
  return (state, dispatch) => {
    const link = findLink(state);
    const { from, to, empty, $from } = state.selection;
    if (!$from.parent.inlineContent || $from.parent.type === nodes.codeBlock) return false;
    const mark = marks.link.create({ ...link?.mark.attrs, ...attrs, reference: null } as Attrs);
    const tr = state.tr;
    if (link !== undefined) tr.removeMark(link.from, link.to, marks.link).addMark(link.from, link.to, mark);
    else if (empty) tr.replaceSelectionWith(pageSchema.text(attrs.href, [mark]), false);
    else tr.addMark(from, to, mark);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const removeLink: Command = (state, dispatch) => {
  const link = findLink(state);
  if (link === undefined) return false;
  dispatch?.(state.tr.removeMark(link.from, link.to, marks.link));
  return true;
};

export const insertHardBreak: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const canBreak =
    $from.parent.inlineContent && $from.parent.type !== nodes.codeBlock && $from.parent.type !== nodes.heading;
  // A table cell must stay on one line of the source.
  if (!canBreak || $from.parent.type.spec.tableRole !== undefined) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView());
  return true;
};

const indentation = "  ";

/** Tab in a code block indents the selected lines. */
export const indentCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if ($from.parent.type !== nodes.codeBlock) return false;
  const tr = state.tr;
  if (empty) tr.insertText(indentation);
  else for (const start of lineStarts(state).reverse()) tr.insertText(indentation, start);
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const outdentCode: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type !== nodes.codeBlock) return false;
  const tr = state.tr;
  for (const start of lineStarts(state).reverse()) {
    const text = state.doc.textBetween(start, $from.end());
    const blanks = /^ {1,2}|^\t/.exec(text)?.[0].length ?? 0;
    if (blanks > 0) tr.delete(start, start + blanks);
  }
  dispatch?.(tr);
  return true;
};

/** The start of each selected line in a code block. */
function lineStarts({ selection: { $from, $to } }: EditorState): number[] {
  const text = $from.parent.textContent;
  const first = text.lastIndexOf("\n", $from.parentOffset - 1) + 1;
  const starts = [first];
  const end = $from.sameParent($to) ? $to.parentOffset : text.length;
  for (let at = text.indexOf("\n", first); at !== -1 && at < end - 1; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts.map((start) => $from.start() + start);
}
