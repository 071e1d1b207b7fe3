import type { Node, ResolvedPos } from "prosemirror-model";
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from "prosemirror-state";
import { isImage, pageSchema } from "../document/page-schema.ts";

const { nodes } = pageSchema;

/** A block with its position in the document. */
export interface PlacedBlock {
  node: Node;
  position: number;
}

const blockParents = new Set([nodes.doc, nodes.component, nodes.blockquote]);
const movableParents = new Set([...blockParents, nodes.bulletList, nodes.orderedList]);

/** The innermost block with a handle around a position. */
export function findBlock(
  $position: ResolvedPos,
  parents: ReadonlySet<unknown> = blockParents,
): PlacedBlock | undefined {
  for (let depth = $position.depth; depth > 0; depth -= 1) {
    if (parents.has($position.node(depth - 1).type)) {
      return { node: $position.node(depth), position: $position.before(depth) };
    }
  }
  return undefined;
}

/** The block that commands apply to: the selected one, or the one around the cursor. */
export function selectedBlock({ selection }: EditorState, parents?: ReadonlySet<unknown>): PlacedBlock | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock) {
    return { node: selection.node, position: selection.from };
  }
  return findBlock(selection.$from, parents);
}

/** The component or image for the side panel: the selected one, or the one around the cursor. */
export function selectedThing({ selection }: EditorState): PlacedBlock | undefined {
  const hasProps = ({ type }: Node) => type === nodes.component || type === nodes.inlineComponent;
  if (selection instanceof NodeSelection && (hasProps(selection.node) || isImage(selection.node))) {
    return { node: selection.node, position: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (hasProps($from.node(depth))) return { node: $from.node(depth), position: $from.before(depth) };
  }
  return undefined;
}

/** Swaps the block with its neighbor. The nodes stay the same objects, so their source moves unchanged. */
export function moveBlock(direction: "up" | "down"): Command {
  return (state, dispatch) => {
    const block = selectedBlock(state, movableParents);
    if (block === undefined || block.node.type === nodes.frontmatter) return false;
    const { node, position } = block;
    const $start = state.doc.resolve(position);
    const index = $start.index();
    const neighbor = $start.parent.maybeChild(direction === "up" ? index - 1 : index + 1);
    if (neighbor === null || neighbor.type === nodes.frontmatter) return false;
    if (dispatch === undefined) return true;
    const target = direction === "up" ? position - neighbor.nodeSize : position + neighbor.nodeSize;
    const inside = state.selection.from - position;
    const tr = state.tr.delete(position, position + node.nodeSize).insert(target, node);
    tr.setSelection(
      state.selection instanceof NodeSelection && state.selection.node === node
        ? NodeSelection.create(tr.doc, target)
        : Selection.near(tr.doc.resolve(target + inside)),
    );
    dispatch(tr.scrollIntoView());
    return true;
  };
}

export const duplicateBlock: Command = (state, dispatch) => {
  const block = selectedBlock(state);
  if (block === undefined || block.node.type === nodes.frontmatter) return false;
  const end = block.position + block.node.nodeSize;
  const tr = state.tr.insert(end, block.node);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(end + 1))).scrollIntoView());
  return true;
};

export const deleteBlock: Command = (state, dispatch) => {
  const block = selectedBlock(state);
  if (block === undefined || block.node.type === nodes.frontmatter) return false;
  dispatch?.(removeBlock(state, block).scrollIntoView());
  return true;
};

function removeBlock(state: EditorState, { node, position }: PlacedBlock) {
  const end = position + node.nodeSize;
  const $start = state.doc.resolve(position);
  const isNeeded = !$start.parent.canReplace($start.index(), $start.index() + 1);
  // A page or a quote must contain at least one block.
  return isNeeded ? state.tr.replaceWith(position, end, nodes.paragraph.create()) : state.tr.delete(position, end);
}

/** Replaces an empty paragraph with a block, otherwise inserts it after the block with the cursor. */
export function insertBlock(block: Node): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    const host = insertionPlace(state.selection.$from, block);
    if (host === undefined) return false;
    if (dispatch === undefined) return true;
    if (host.isReplaced) tr.replaceWith(host.start, host.end, block);
    else tr.insert(host.end, block);
    const at = host.isReplaced ? host.start : host.end;
    dispatch(tr.setSelection(startOf(tr.doc, at)).scrollIntoView());
    return true;
  };
}

/** Inserts an image into the text at the cursor, or into a new paragraph after the block. */
export function insertImage(src: string, alt: string): Command {
  return (state, dispatch) => {
    const image = nodes.image.create({ src, alt });
    const { parent } = state.selection.$from;
    if (!parent.inlineContent || parent.type === nodes.codeBlock) {
      return insertBlock(nodes.paragraph.create(null, image))(state, dispatch);
    }
    dispatch?.(state.tr.replaceSelectionWith(image, false).scrollIntoView());
    return true;
  };
}

/** Adds an empty paragraph after the block, and opens the insert menu there. */
export function insertParagraphAfter({ node, position }: PlacedBlock): Command {
  return (state, dispatch) => {
    const end = position + node.nodeSize;
    if (node.type === nodes.paragraph && node.content.size === 0) {
      dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, position + 1)));
      return true;
    }
    const tr = state.tr.insert(end, nodes.paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
    return true;
  };
}

function insertionPlace($from: ResolvedPos, block: Node) {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const parent = $from.node(depth - 1);
    const index = $from.index(depth - 1);
    const start = $from.before(depth);
    const end = $from.after(depth);
    const node = $from.node(depth);
    const isEmpty = node.type === nodes.paragraph && node.content.size === 0;
    if (isEmpty && parent.canReplaceWith(index, index + 1, block.type)) return { start, end, isReplaced: true };
    if (parent.canReplaceWith(index + 1, index + 1, block.type)) return { start, end, isReplaced: false };
  }
  return undefined;
}

/** Moves the cursor into the first text of a new block, or selects the block itself. */
function startOf(doc: Node, position: number): Selection {
  const node = doc.nodeAt(position);
  if (node === null) return Selection.near(doc.resolve(position));
  if (node.isAtom || node.isLeaf || node.content.size === 0) return NodeSelection.create(doc, position);
  const found = Selection.findFrom(doc.resolve(position + 1), 1, true);
  return found !== null && found.from < position + node.nodeSize ? found : NodeSelection.create(doc, position);
}
