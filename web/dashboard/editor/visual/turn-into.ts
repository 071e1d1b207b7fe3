import { lift, setBlockType, wrapIn } from "prosemirror-commands";
import type { NodeType, ResolvedPos } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";

const { nodes } = pageSchema;

/** The kinds of text that a block can be turned into. */
export type TextKind = "paragraph" | `heading${1 | 2 | 3 | 4}` | ListKind | "blockquote" | "codeBlock";

/** Turns the selected blocks into another kind. Text that already is of that kind becomes a paragraph again. */
export function turnInto(kind: TextKind): Command {
  return (state, dispatch) => {
    if (state.selection.$from.parent.type.spec.tableRole !== undefined) return false;
    if (isListKind(kind)) return turnIntoList(kind)(state, dispatch);
    if (kind === "blockquote") return toggleQuote(state, dispatch);
    const isCurrent = currentKind(state) === kind;
    return setTextKind(isCurrent ? "paragraph" : kind)(state, dispatch);
  };
}

/** The kind of block at the start of the selection. */
export function currentKind({ selection: { $from } }: EditorState): TextKind | undefined {
  const list = findList($from);
  if (list !== undefined) {
    const item = $from.node(list.depth + 1);
    if (item.attrs.checked !== null) return "taskList";
    return list.type === nodes.bulletList ? "bulletList" : "orderedList";
  }
  const { type, attrs } = $from.parent;
  if (type === nodes.heading) {
    return (["heading1", "heading2", "heading3", "heading4"] as const)[attrs.level - 1];
  }
  if (type === nodes.codeBlock) return "codeBlock";
  if (type !== nodes.paragraph) return undefined;
  return $from.depth > 1 && $from.node(-1).type === nodes.blockquote ? "blockquote" : "paragraph";
}

type ListKind = "bulletList" | "orderedList" | "taskList";

function isListKind(kind: TextKind): kind is ListKind {
  return kind === "bulletList" || kind === "orderedList" || kind === "taskList";
}

function listType(kind: ListKind): NodeType {
  return kind === "orderedList" ? nodes.orderedList : nodes.bulletList;
}

function findList($from: ResolvedPos): { type: NodeType; depth: number; position: number } | undefined {
  for (let depth = $from.depth - 1; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === nodes.bulletList || type === nodes.orderedList) {
      return { type, depth, position: $from.before(depth) };
    }
    if (type !== nodes.listItem) return undefined;
  }
  return undefined;
}

function turnIntoList(kind: ListKind): Command {
  return (state, dispatch) => {
    if (currentKind(state) === kind) return liftListItem(nodes.listItem)(state, dispatch);
    if (findList(state.selection.$from) !== undefined) {
      dispatch?.(markItems(state.tr, kind));
      return true;
    }
    const tr = state.tr;
    const isText = state.selection.$from.parent.type === nodes.paragraph;
    const inParagraph = isText ? state : runIn(tr, state, setBlockType(nodes.paragraph));
    if (inParagraph === undefined || runIn(tr, inParagraph, wrapInList(listType(kind))) === undefined) return false;
    dispatch?.(markItems(tr, kind).scrollIntoView());
    return true;
  };
}

/** Changes the type of the list around the selection, and sets the checkbox of each selected item. */
function markItems(tr: Transaction, kind: ListKind): Transaction {
  const list = findList(tr.selection.$from);
  if (list === undefined) return tr;
  const { position } = list;
  const node = tr.doc.nodeAt(position);
  if (node !== null && node.type !== listType(kind)) tr.setNodeMarkup(position, listType(kind));
  const checked = kind === "taskList" ? false : null;
  node?.forEach((item, offset) => {
    const hasBox = item.attrs.checked !== null;
    if (hasBox !== (checked !== null)) tr.setNodeAttribute(position + 1 + offset, "checked", checked);
  });
  return tr;
}

function setTextKind(kind: Exclude<TextKind, ListKind | "blockquote">): Command {
  const set = kind.startsWith("heading")
    ? setBlockType(nodes.heading, { level: Number(kind.slice("heading".length)) })
    : setBlockType(kind === "codeBlock" ? nodes.codeBlock : nodes.paragraph);
  return (state, dispatch) => {
    const tr = state.tr;
    let current = state;
    // Text in a list or quote is lifted out first.
    for (let depth = 0; depth < liftsMax; depth += 1) {
      const isInList = findList(current.selection.$from) !== undefined;
      const isInQuote = current.selection.$from.depth > 1 && current.selection.$from.node(-1).type === nodes.blockquote;
      if (!isInList && !isInQuote) break;
      const lifted = runIn(tr, current, isInList ? liftListItem(nodes.listItem) : lift);
      if (lifted === undefined) break;
      current = lifted;
    }
    const isSet = runIn(tr, current, set) !== undefined;
    if (!isSet && !tr.docChanged) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

const liftsMax = 20;

const toggleQuote: Command = (state, dispatch) =>
  currentKind(state) === "blockquote" ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Adds the steps of a command to the transaction. Returns the next state; undefined if the command doesn't apply. */
function runIn(tr: Transaction, state: EditorState, command: Command): EditorState | undefined {
  let next: EditorState | undefined;
  command(state, (change) => {
    for (const step of change.steps) tr.step(step);
    tr.setSelection(change.selection.map(tr.doc, tr.mapping.slice(tr.steps.length)));
    next = state.apply(change);
  });
  return next;
}
