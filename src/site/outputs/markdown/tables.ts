import { classesOf, element, type HtmlElement, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import { codeSpan, inlineMarkdown } from "./inline-markdown.ts";
import type { BlockWriter } from "./markdown-writer.ts";

const columnsMax = 100;

/** A GitHub table. A cell is one line, so its blocks are joined by `<br>`. */
export const table: BlockWriter = (node, writer) => {
  const rows = rowsOf(node);
  const captions = node.children.filter((child) => isElement(child) && child.tag === "caption");
  const [first] = rows;
  if (first === undefined) return writer.blocks(captions);
  const hasHead = cellsOf(first).some((cell) => cell.tag === "th");
  const width = Math.min(columnsMax, Math.max(...rows.map((row) => cellsOf(row).length)));
  const lines = rows.map((row) => printRow(cellsOf(row).map(cellText), width));
  const marks = cellsOf(first).map(alignment);
  const head = hasHead ? lines.shift() : printRow([], width);
  return [...writer.blocks(captions), [head, printRow(marks, width, "---"), ...lines].join("\n")];
};

function rowsOf(node: HtmlElement): HtmlElement[] {
  return node.children.filter(isElement).flatMap((child) => {
    if (child.tag === "tr") return [child];
    return ["thead", "tbody", "tfoot"].includes(child.tag) ? rowsOf(child) : [];
  });
}

/** A cell that spans three columns is followed by two empty cells. */
function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.children
    .filter(isElement)
    .filter(({ tag }) => tag === "td" || tag === "th")
    .flatMap((cell) => {
      const span = Math.min(Math.max(Math.trunc(Number(cell.attributes.colspan ?? 1)) || 1, 1), columnsMax);
      return [cell, ...Array.from({ length: span - 1 }, () => element(cell.tag, {}))];
    });
}

function printRow(cells: string[], width: number, empty = ""): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? empty).join(" | ")} |`;
}

function alignment(cell: HtmlElement): string {
  const side = classesOf(cell).find((name) => name.startsWith("align-"));
  return { "align-left": ":--", "align-center": ":-:", "align-right": "--:" }[side ?? ""] ?? "---";
}

function cellText(cell: HtmlElement): string {
  return linesOf(cell.children)
    .map((line) => line.replaceAll(/(?<!\s)\s*\n\s*/g, "<br>").replaceAll("|", "\\|"))
    .join("<br>");
}

const apart: ReadonlySet<string> = new Set("p div ul ol li pre blockquote table tr h2 h3 h4 h5 h6".split(" "));

/** Each block of the cell as one line. */
function linesOf(nodes: HtmlNode[]): string[] {
  const lines: string[] = [];
  let run: HtmlNode[] = [];
  const flush = () => {
    const text = inlineMarkdown(run);
    if (text !== "") lines.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !apart.has(node.tag)) {
      run.push(node);
      continue;
    }
    flush();
    if (node.tag === "pre") lines.push(...textOf(node.children).split("\n").map(codeSpan));
    else lines.push(...linesOf(node.children).map((line) => (node.tag === "li" ? `• ${line}` : line)));
  }
  flush();
  return lines.filter((line) => line !== "");
}
