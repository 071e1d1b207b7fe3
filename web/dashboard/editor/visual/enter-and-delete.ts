import { createParagraphNear, liftEmptyBlock, newlineInCode, splitBlock } from "prosemirror-commands";
import type { Node } from "prosemirror-model";
import { splitListItem } from "prosemirror-schema-list";
import { type Command, NodeSelection, TextSelection } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";

const { nodes } = pageSchema;

/** Enter starts a new paragraph or item. On an empty last line of a component, list or quote, it moves out of it. */
export const splitText: readonly Command[] = [
  fenceToCode,
  newlineInCode,
  openSelectedComponent,
  splitItem,
  leaveComponent,
  liftOutsideComponents,
  createParagraphNear,
  splitBlock,
];

function fenceToCode(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection;
  const [, lang] = /^```([\w-]{0,40})$/.exec($from.parent.textContent) ?? [];
  if (lang === undefined || !empty || $from.parent.type !== nodes.paragraph) return false;
  const tr = state.tr.delete($from.start(), $from.end());
  dispatch?.(tr.setBlockType($from.start(), $from.start(), nodes.codeBlock, { lang: lang === "" ? null : lang }));
  return true;
}

/** If a component is selected, Enter moves into its text. */
function openSelectedComponent(...[state, dispatch]: Parameters<Command>): boolean {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type !== nodes.component) return false;
  if (selection.node.childCount > 0) {
    dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(selection.from + 1))));
    return true;
  }
  const tr = state.tr.insert(selection.from + 1, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, selection.from + 2)));
  return true;
}

/** The new item of a task list gets an empty checkbox. */
function splitItem(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from } = state.selection;
  const item = $from.depth > 1 ? $from.node(-1) : undefined;
  const attrs = item?.type === nodes.listItem && item.attrs.checked !== null ? { checked: false } : undefined;
  return splitListItem(nodes.listItem, attrs)(state, dispatch);
}

function leaveComponent(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth < 2 || $from.parent.type !== nodes.paragraph || $from.parent.content.size > 0) return false;
  const component = $from.node(-1);
  const isLast = $from.index(-1) === component.childCount - 1;
  if (component.type !== nodes.component || !isLast || component.childCount === 1) return false;
  const tr = state.tr.delete($from.before(), $from.after());
  const after = tr.mapping.map($from.after(-1));
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}

/** Lifting a block out of the middle of a component would split the component. */
function liftOutsideComponents(...[state, dispatch, view]: Parameters<Command>): boolean {
  const { $from } = state.selection;
  if ($from.depth > 1 && $from.node(-1).type === nodes.component) return false;
  return liftEmptyBlock(state, dispatch, view);
}

const isWhole = ({ type }: Node) =>
  [nodes.component, nodes.opaque, nodes.table, nodes.thematicBreak, nodes.codeBlock].some((whole) => whole === type);

/**
 * Backspace next to a component, table or other atomic block selects it first, so that nothing is deleted by accident.
 */
export const selectWholeBefore: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !$from.parent.isTextblock || $from.depth === 0) return false;
  if ($from.parent.type === nodes.codeBlock) return false;
  const parent = $from.node(-1);
  const index = $from.index(-1);
  if (index === 0) return parent.type === nodes.component && selectParent(state, dispatch);
  const before = parent.child(index - 1);
  if (!isWhole(before)) return false;
  if (dispatch === undefined) return true;
  const start = $from.before() - before.nodeSize;
  const isRemoved = $from.parent.content.size === 0 && parent.canReplace(index, index + 1);
  const tr = isRemoved ? state.tr.delete($from.before(), $from.after()) : state.tr;
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, start)));
  return true;
};

const selectParent: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const component = $from.node(-1);
  const position = $from.before(-1);
  if (dispatch === undefined) return true;
  const isEmpty = component.childCount === 1 && $from.parent.content.size === 0;
  const tr = isEmpty ? state.tr.delete($from.before(), $from.after()) : state.tr;
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
  return true;
};

/** Delete before an atomic block selects it. */
export const selectWholeAfter: Command = (state, dispatch) => {
  const { $to, empty } = state.selection;
  if (!empty || !$to.parent.isTextblock || $to.parentOffset < $to.parent.content.size || $to.depth === 0) return false;
  const after = $to.node(-1).maybeChild($to.index(-1) + 1);
  if (after === null || !isWhole(after)) return false;
  dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, $to.after())));
  return true;
};
