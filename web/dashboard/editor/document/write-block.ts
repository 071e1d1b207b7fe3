import type { Node } from "prosemirror-model";
import { findOrigin, type Origin, withoutPrefix, withPrefix } from "./node-origin.ts";
import { isList, isTextblock, pageSchema } from "./page-schema.ts";
import { spliceCode } from "./write-code.ts";
import { spliceComponent, spliceItem, spliceQuote } from "./write-container.ts";
import { type WriteContext, writeAnew } from "./write-context.ts";
import { spliceInline } from "./write-inline.ts";
import { spliceList } from "./write-list.ts";
import { spliceTable } from "./write-table.ts";

/** Writes a block at a place where lines start with the prefix. `old` is the block that it was made from. */
export function writeBlock(node: Node, old: Node | undefined, prefix: string, context: WriteContext): string {
  const text = write(node, old, prefix, context);
  const isCode = node.type === nodes.paragraph && prefix === "" && /^(?:im|ex)port\b/.test(text);
  // A paragraph that starts like an import or export statement would be parsed as one.
  return isCode && context.format === "mdx" && context.level !== "literal"
    ? `&#x${text.charCodeAt(0).toString(16)};${text.slice(1)}`
    : text;
}

const { nodes } = pageSchema;

function write(node: Node, old: Node | undefined, prefix: string, context: WriteContext): string {
  const written = findOrigin(node) ?? spliceBlock(node, old, context);
  if (written !== undefined) {
    if (written.prefix === prefix) return written.text;
    const plain = withoutPrefix(written);
    if (plain !== undefined) return withPrefix(plain, prefix, context.style.lineEnding);
  }
  return writeAnew(node, prefix, context);
}

/** The old source with the edit applied, still with the prefix of its old place. */
function spliceBlock(
  node: Node,
  old: Node | undefined,
  context: WriteContext,
): Pick<Origin, "text" | "prefix"> | undefined {
  const origin = old === undefined ? undefined : findOrigin(old);
  if (old === undefined || origin === undefined) return undefined;
  const text = splice(node, old, origin, context);
  return text === undefined ? undefined : { text, prefix: origin.prefix };
}

function splice(node: Node, old: Node, origin: Origin, context: WriteContext): string | undefined {
  if (node.type === nodes.component) return spliceComponent(node, old, origin, context);
  if (node.type === nodes.blockquote) return spliceQuote(node, origin, context);
  if (node.type === nodes.listItem) return spliceItem(node, old, origin, context);
  if (isList(node)) return spliceList(node, origin, context);
  if (context.level === "anew" || context.level === "apart") return undefined;
  if (node.type === nodes.table) return spliceTable(node, origin, context);
  if (node.type === nodes.codeBlock) return spliceCode(node, old, origin, context);
  return isTextblock(node) && isTextblock(old) ? spliceText(node, old, origin, context) : undefined;
}

/** A paragraph may become a heading, and the other way around. */
function spliceText(node: Node, old: Node, origin: Origin, context: WriteContext): string | undefined {
  const content = spliceInline(old, node, origin, context);
  const { text, inner } = origin;
  if (content === undefined || inner === undefined) return undefined;
  if (node.type === nodes.paragraph) {
    return old.type === nodes.paragraph ? text.slice(0, inner.start) + content + text.slice(inner.end) : content;
  }
  if (/[\r\n]/.test(content)) return undefined;
  const marker = "#".repeat(node.attrs.level);
  if (old.type === nodes.paragraph) return `${marker} ${content}`;
  if (!text.startsWith("#")) {
    return node.attrs.level === old.attrs.level
      ? text.slice(0, inner.start) + content + text.slice(inner.end)
      : undefined;
  }
  return marker + text.slice(old.attrs.level, inner.start) + content + text.slice(inner.end);
}
