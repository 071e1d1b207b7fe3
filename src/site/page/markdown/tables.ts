import { element, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";
import { noteRange } from "./source-marks.ts";

const alignments: ReadonlySet<string> = new Set(["left", "center", "right"]);

/** The minimum text lengths of a column with phrases and of a column with whole sentences. */
const [phraseLength, sentenceLength] = [20, 60];

/** A table scrolls inside its own box, so that a wide table never makes the page scroll sideways. */
export function renderTable(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const [head = [], ...rows] = (node.children ?? []).map(({ children = [] }) =>
    children.map((cell, index) => {
      const isBreakable = (node: HtmlNode) => index === 0 || textOf([node]).length > nameLengthMin;
      const content = context.renderNodes(cell.children, context);
      return content.map((node) => (isBreakable(node) ? breakableName(node) : node));
    }),
  );
  const aligned = (index: number) => {
    const align = node.align?.[index] ?? "";
    return alignments.has(align) ? [`align-${align}`] : [];
  };
  const headCells = head.map((content, index) => {
    const longest = Math.max(0, ...rows.map((row) => textOf(row[index] ?? []).length));
    // An empty cell isn't a heading, because screen readers would announce it. Many tables have an empty first cell.
    return cell(content.length === 0 ? "td" : "th", [...aligned(index), ...roomFor(longest)], content);
  });
  const rowOf = (number: number, cells: HtmlNode[]) =>
    noteRange([element("tr", {}, cells)], node.children?.[number], context);
  const bodyRows = rows.flatMap((row, number) => {
    if (row.slice(head.length).some((content) => content.length > 0)) {
      const message = "a row has more cells than the head of its table, so its last cells are left out";
      context.warn(message, node.children?.[number + 1] ?? node, { hint: "write \\| for a | inside a cell" });
    }
    // As in GFM, each row has as many cells as the head: missing cells are empty, and further cells are left out.
    const cells = head.map((_, index) => cell("td", aligned(index), row[index] ?? []));
    return rowOf(number + 1, cells);
  });
  const table = element("table", {}, [
    element("thead", {}, head.length === 0 ? [] : rowOf(0, headCells)),
    element("tbody", {}, bodyRows),
  ]);
  return [
    element("div", { class: "table", tabindex: 0, role: "group", "aria-label": context.page.words.table }, [table]),
  ];
}

function cell(tag: "td" | "th", classes: string[], content: HtmlNode[]): HtmlNode {
  return element(tag, classes.length === 0 ? {} : { class: classes.join(" ") }, content);
}

/** The minimum width of a column on a phone depends on its text, so that lines don't shrink to a word or two. */
function roomFor(longest: number): string[] {
  if (longest > sentenceLength) return ["holds-sentences"];
  return longest > phraseLength ? ["holds-phrases"] : [];
}

/** Names that are shorter than this only break in the first column. */
const nameLengthMin = 24;

/** Tables often have long names: `appearance.default` may wrap, but only after its dot. */
function breakableName(node: HtmlNode): HtmlNode {
  if (!isElement(node) || node.tag !== "code") return node;
  const children = node.children.flatMap((child): HtmlNode[] =>
    typeof child === "string"
      ? child
          .split(afterJoint)
          .flatMap((part) => [part, element("wbr", {})])
          .slice(0, -1)
      : [child],
  );
  return { ...node, children };
}

const afterJoint = /(?<=[\w)\]][._/:-])(?=\w)/;
