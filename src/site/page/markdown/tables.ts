import { element, type HtmlNode, isElement, textOf } from "../../ground/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";

const alignments: ReadonlySet<string> = new Set(["left", "center", "right"]);

/** From how many letters on a column has words or several names, and from how many whole sentences. */
const [phraseLength, sentenceLength] = [20, 60];

/** A table scrolls inside its own box, so that a wide one never makes the page scroll sideways. */
export function renderTable(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const [head = [], ...rows] = (node.children ?? []).map(({ children = [] }) =>
    children.map((cell, index) => {
      const content = context.renderNodes(cell.children, context);
      return index === 0 ? content.map(breakableName) : content;
    }),
  );
  const aligned = (index: number) => {
    const align = node.align?.[index] ?? "";
    return alignments.has(align) ? [`align-${align}`] : [];
  };
  const headCells = head.map((content, index) => {
    const longest = Math.max(0, ...rows.map((row) => textOf(row[index] ?? []).length));
    // A heading without words would be read out as one; many tables have an empty first corner.
    return cell(content.length === 0 ? "td" : "th", [...aligned(index), ...roomFor(longest)], content);
  });
  const bodyRows = rows.map((row) => {
    const cells = row.map((content, index) => cell("td", aligned(index), content));
    return element("tr", {}, cells);
  });
  const table = element("table", {}, [
    element("thead", {}, head.length === 0 ? [] : [element("tr", {}, headCells)]),
    element("tbody", {}, bodyRows),
  ]);
  return [
    element("div", { class: "table", tabindex: 0, role: "group", "aria-label": context.page.words.table }, [table]),
  ];
}

function cell(tag: "td" | "th", classes: string[], content: HtmlNode[]): HtmlNode {
  return element(tag, classes.length === 0 ? {} : { class: classes.join(" ") }, content);
}

/** What a column holds decides how narrow a phone may make it: below that, lines of a word or two become a tower. */
function roomFor(longest: number): string[] {
  if (longest > sentenceLength) return ["holds-sentences"];
  return longest > phraseLength ? ["holds-phrases"] : [];
}

/** Long names stand in the first column: `appearance.default` may go on in a second line, but only after its dot. */
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
