import type { Node } from "prosemirror-model";
import { findOrigin } from "./node-origin.ts";
import { isEmptyParagraph, normalChildren, normalContent } from "./normal-form.ts";
import { isList, isTextblock, pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;

/** Whether the parsed file has the same meaning as the model. */
export function sameMeaning(model: Node, read: Node): boolean {
  if (model === read) return true;
  if (model.type === nodes.paragraph && read.type !== nodes.paragraph) return isReadAsBlock(model, read);
  if (model.type !== read.type || !sameAttributes(model, read)) return false;
  if (isTextblock(model)) return normalContent(model).eq(normalContent(read));
  if (model.isLeaf || model.type === nodes.codeBlock) return model.content.eq(read.content);
  if (model.type === nodes.listItem) return sameItem(model, read);
  return firstDifference(normalChildren(model), normalChildren(read)) === undefined;
}

/** A paragraph that contains only a component or an expression is parsed as a block. */
function isReadAsBlock(paragraph: Node, read: Node): boolean {
  const [only, ...others] = normalChildren(paragraph);
  if (only === undefined || others.length > 0 || only.marks.length > 0) return false;
  if (only.type === nodes.inlineOpaque) return read.type === nodes.opaque && only.attrs.source === read.attrs.source;
  if (only.type !== nodes.inlineComponent || !read.hasMarkup(nodes.component, only.attrs)) return false;
  const content = nodes.paragraph.create(null, only.content);
  const blocks = normalChildren(read);
  const [block] = blocks;
  if (block === undefined) return isEmptyParagraph(content);
  return blocks.length === 1 && sameMeaning(content, block);
}

/** The index of the first block of the model that was parsed as something else, or undefined. */
export function firstDifference(model: readonly Node[], read: readonly Node[]): number | undefined {
  const before = mergeLists(model);
  const after = mergeLists(read);
  const written = before.findIndex(({ node }) => isSourceEdit(node));
  // A block that was edited as source may become any number of blocks.
  const length = written < 0 ? before.length : written;
  for (let index = 0; index < length; index += 1) {
    const [block, other] = [before[index], after[index]];
    if (block !== undefined && (other === undefined || !sameMeaning(block.node, other.node))) return block.index;
  }
  if (written < 0) return after.length > before.length ? (before.at(-1)?.index ?? 0) : undefined;
  const rest = before.slice(written + 1);
  const restRead = after.slice(Math.max(after.length - rest.length, written));
  return firstDifference(
    rest.map(({ node }) => node),
    restRead.map(({ node }) => node),
  ) === undefined
    ? undefined
    : before[written]?.index;
}

/** A block whose source was edited means whatever its source is parsed as. */
function isSourceEdit(node: Node): boolean {
  return node.type === nodes.opaque && findOrigin(node) === undefined;
}

/** Markdown joins two adjacent lists of the same kind. */
function mergeLists(blocks: readonly Node[]): { node: Node; index: number }[] {
  const merged: { node: Node; index: number }[] = [];
  for (const [index, node] of blocks.entries()) {
    const last = merged.at(-1);
    if (isList(node) && last?.node.type === node.type)
      last.node = last.node.copy(last.node.content.append(node.content));
    else merged.push({ node, index });
  }
  return merged;
}

function sameAttributes(model: Node, read: Node): boolean {
  if (model.type === nodes.opaque || model.type === nodes.inlineOpaque) return model.attrs.source === read.attrs.source;
  if (model.type === nodes.tableCell || model.type === nodes.tableHeader) return model.attrs.align === read.attrs.align;
  if (model.type === nodes.listItem) return true;
  return model.hasMarkup(read.type, read.attrs, read.marks);
}

/** The checkbox of an empty task is parsed as text. */
function sameItem(model: Node, read: Node): boolean {
  const [children, others] = [normalChildren(model), normalChildren(read)];
  const [first] = others;
  if (children.length === 0 && model.attrs.checked !== null && others.length === 1 && first !== undefined) {
    return first.textContent === `[${model.attrs.checked === true ? "x" : " "}]`;
  }
  return model.attrs.checked === read.attrs.checked && firstDifference(children, others) === undefined;
}
