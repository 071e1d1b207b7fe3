import type { Node } from "prosemirror-model";
import type { Origin, OriginChild } from "./node-origin.ts";
import { normalChildren } from "./normal-form.ts";
import { defaultGap, writeChildren } from "./write-children.ts";
import type { WriteContext } from "./write-context.ts";
import { writeTag } from "./write-tag.ts";

export function spliceComponent(node: Node, old: Node, origin: Origin, context: WriteContext): string | undefined {
  const { text, prefix, tag, children: oldChildren = [] } = origin;
  if (tag === undefined) return undefined;
  const children = normalChildren(node);
  const open = writeTag(node, old, origin, context, children.length > 0);
  const close = tag.isSelfClosing ? `</${node.attrs.name}>` : text.slice(tag.closeStart);
  if (children.length === 0 && tag.isSelfClosing) return open;
  if (children.length === 0 && oldChildren.length === 0) return open + text.slice(tag.openEnd);
  const { lineEnding, componentIndent } = context.style;
  if (children.length === 0) return open + lineEnding + prefix + close;
  const [first, last] = [oldChildren.at(0), oldChildren.at(-1)];
  const lead = first === undefined ? "" : text.slice(tag.openEnd, first.start);
  const isOnOneLine = !/[\r\n]/.test(lead);
  if (
    first === undefined ||
    last === undefined ||
    context.level === "apart" ||
    (isOnOneLine && !canBeOnOneLine(children, oldChildren))
  ) {
    const inner = prefix + componentIndent;
    // The old gaps between the children can't be kept here, so every child goes on its own line.
    const parts = joinBlocks(children, inner, context);
    return open + lineEnding + inner + parts + lineEnding + prefix + close;
  }
  const parts = writeChildren(children, origin, { prefix: prefix + componentIndent }, context);
  return open + lead + parts.join("") + text.slice(last.end, tag.closeStart) + close;
}

export function spliceQuote(node: Node, origin: Origin, context: WriteContext): string | undefined {
  const { text, prefix, children: [first] = [] } = origin;
  const children = normalChildren(node);
  if (first === undefined || children.length === 0) return undefined;
  const parts = writeChildren(children, origin, { prefix: `${prefix}> ` }, context);
  return text.slice(0, first.start) + parts.join("") + tailOf(origin);
}

export function spliceItem(node: Node, old: Node, origin: Origin, context: WriteContext): string | undefined {
  const marker = itemMarker(origin);
  const children = normalChildren(node);
  if (marker === undefined) return undefined;
  const inner = origin.prefix + marker.replaceAll(/[^\t]/g, " ");
  const box = writeBox(node);
  if (children.length === 0) return box === "" ? marker.trimEnd() : marker + box.trimEnd();
  const { isLoose = false, children: [first] = [] } = origin;
  if (first === undefined) return marker + box + joinBlocks(children, inner, context, true);
  const lead = node.attrs.checked === old.attrs.checked ? origin.text.slice(0, first.start) : marker + box;
  return (
    lead + writeChildren(children, origin, { prefix: inner, isTight: !isLoose }, context).join("") + tailOf(origin)
  );
}

/** The text after the last child. For a list in a quote, it includes the `>` of a blank line below the list. */
export function tailOf({ text, children }: Origin): string {
  return text.slice(children?.at(-1)?.end ?? text.length);
}

/** Writes an item with the same marker as its neighbors. */
export function writeItem(node: Node, marker: string, prefix: string, context: WriteContext): string {
  const inner = prefix + marker.replaceAll(/[^\t]/g, " ");
  const box = writeBox(node);
  const children = normalChildren(node);
  if (children.length === 0) return box === "" ? marker.trimEnd() : marker + box.trimEnd();
  return marker + box + joinBlocks(children, inner, context, true);
}

/** The bullet or number of an item with the space after it, without the checkbox of a task. */
export function itemMarker({ text }: Origin): string | undefined {
  const [marker] = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|)/.exec(text) ?? [];
  return marker === undefined || /[ \t]$/.test(marker) ? marker : `${marker} `;
}

function writeBox({ attrs }: Node): string {
  return attrs.checked === null ? "" : `[${attrs.checked === true ? "x" : " "}] `;
}

/** Writes blocks below each other, without old gaps to keep. */
function joinBlocks(children: readonly Node[], prefix: string, context: WriteContext, isTight = false): string {
  return children
    .map((child, index) => {
      const gap = index === 0 ? "" : defaultGap(children[index - 1], child, prefix, isTight, context);
      return gap + context.writeBlock(child, undefined, prefix, context);
    })
    .join("");
}

function canBeOnOneLine(children: readonly Node[], old: readonly OriginChild[]): boolean {
  return children.length === old.length && children.every(({ type }, index) => type === old[index]?.node.type);
}
