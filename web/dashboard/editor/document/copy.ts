import type { Node, Slice } from "prosemirror-model";
import { readMarkdownStyle } from "./markdown-style.ts";
import type { PageDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";
import { writeBlock } from "./write-block.ts";

/** The Markdown of a selection, for the clipboard. Complete blocks that weren't edited keep their source. */
export function copyMarkdown(page: PageDocument, slice: Slice): string {
  const context = {
    style: { ...readMarkdownStyle(page.doc), lineEnding: "\n" },
    format: page.format,
    level: "escaped",
    writeBlock,
  } as const;
  return toBlocks(slice)
    .map((block) => writeBlock(block, undefined, "", context).replaceAll(/\r\n?/g, "\n"))
    .join("\n\n");
}

const { nodes } = pageSchema;

/** A selection may consist of text, list items or table cells, which aren't complete blocks. */
function toBlocks({ content }: Slice): Node[] {
  if (content.firstChild?.isInline === true) return [nodes.paragraph.create(null, content)];
  return content.content.flatMap((node) => {
    if (node.type === nodes.listItem) return [nodes.bulletList.create(null, node)];
    if (node.type === nodes.tableRow) return [nodes.table.create(null, node)];
    if (node.type === nodes.tableCell || node.type === nodes.tableHeader)
      return [nodes.paragraph.create(null, node.content)];
    return [node];
  });
}
