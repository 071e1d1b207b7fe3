import { element, type HtmlNode } from "../html/html-node.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import type { RenderContext } from "./render-context.ts";

const alignments: ReadonlySet<string> = new Set(["left", "center", "right"]);

/** A table scrolls inside its own box, so that a wide one never makes the page scroll sideways. */
export function renderTable(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const [head, ...rows] = node.children ?? [];
  const table = element("table", {}, [
    element("thead", {}, head === undefined ? [] : [tableRow(head, "th", node, context)]),
    element(
      "tbody",
      {},
      rows.map((row) => tableRow(row, "td", node, context)),
    ),
  ]);
  return [
    element("div", { class: "table", tabindex: 0, role: "group", "aria-label": context.page.words.table }, [table]),
  ];
}

function tableRow(row: MarkdownNode, cellTag: string, table: MarkdownNode, context: RenderContext): HtmlNode {
  const cells = (row.children ?? []).map((cell, index) => {
    const align = table.align?.[index] ?? "";
    const attributes = alignments.has(align) ? { class: `align-${align}` } : {};
    const content = context.renderNodes(cell.children, context);
    // A heading without words would be read out as one; many tables have an empty first corner.
    return element(content.length === 0 ? "td" : cellTag, attributes, content);
  });
  return element("tr", {}, cells);
}
