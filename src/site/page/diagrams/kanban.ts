import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { boxAt, drawingOf, type Label, labelOf, type OwnDrawing, softText, tenth, textAt } from "./drawing-parts.ts";

interface Task {
  name: string;
  /** The ticket and its priority. */
  details: string;
  assigned: string;
  priority: string;
}

interface Column {
  name: string;
  tasks: Task[];
}

const item = /^[\p{L}\p{N}_.-]*\s*(?:\[{1,2}(.*?)\]{1,2}|\({1,2}(.*?)\){1,2})\s*(?:@\{(.*)\})?$/u;
const plainItem = /^([^@[\](){}]+?)\s*(?:@\{(.*)\})?$/;
const margin = 12;
const columnWidth = 208;
const columnGap = 12;
const inset = 10;
const cardGap = 8;
const columnsMax = 20;
/** The bar next to a task: urgent ones have warm colors. */
const hues: Record<string, string> = {
  "very high": "var(--_hue-5)",
  high: "var(--_hue-3)",
  low: "var(--_hue-1)",
  "very low": "var(--_hue-8)",
};

/** Columns side by side, with their tasks below their names. */
export function drawKanban({ lines }: DiagramSource): OwnDrawing {
  const columns = readKanban(lines);
  if (columns.length === 0) throw new DiagramProblem("it has no column");
  if (columns.length > columnsMax) throw new DiagramProblem(`it has more than ${columnsMax} columns`);
  const heads = columns.map(({ name }) => labelOf(name, columnWidth - 2 * inset));
  const headHeight = Math.max(...heads.map(({ height }) => height)) + 2 * inset;
  const drawn = columns.map(({ tasks }, index) => {
    const x = margin + index * (columnWidth + columnGap);
    let y = margin + headHeight;
    const cards = tasks.flatMap((task) => {
      const { parts, height } = drawTask(task, x + inset, y);
      y += height + cardGap;
      return parts;
    });
    return { x, cards, bottom: y + 2 };
  });
  const bottom = Math.max(...drawn.map((column) => column.bottom));
  const parts = drawn.flatMap(({ x, cards }, index): HtmlNode[] => {
    const head = heads[index] as Label;
    const place = { x, y: margin, width: columnWidth, height: tenth(bottom - margin), rx: 8 };
    const look = { fill: "var(--_group-fill)", stroke: "var(--_node-stroke)", "stroke-width": 1 };
    return [
      element("rect", { ...place, ...look }),
      textAt(x + inset, margin + headHeight / 2, head, { weight: 600 }),
      ...cards,
    ];
  });
  const width = columns.length * (columnWidth + columnGap) - columnGap + 2 * margin;
  return { title: undefined, drawing: drawingOf(width, bottom + margin, parts) };
}

function drawTask(
  { name, details, assigned, priority }: Task,
  x: number,
  y: number,
): { parts: HtmlNode[]; height: number } {
  const width = columnWidth - 2 * inset;
  const label = labelOf(name, width - 2 * inset);
  const right = labelOf(assigned, width / 2);
  const left = labelOf(details, width - 2 * inset - right.width);
  const footer = details === "" && assigned === "" ? 0 : Math.max(left.height, right.height) + 2;
  const height = label.height + footer + 14;
  const [card] = boxAt({ x, y, width, height }, label);
  const middle = y + height - 6 - footer / 2;
  const hue = hues[priority.toLowerCase()];
  const bar = { x: tenth(x), y: tenth(y + 4), width: 3, height: tenth(height - 8), rx: 1.5, fill: hue };
  const parts = [
    card ?? "",
    ...(hue === undefined ? [] : [element("rect", bar)]),
    textAt(x + inset, y + 7 + label.height / 2, label),
    ...(details === "" ? [] : [textAt(x + inset, middle, left, { ...softText, size: 11.5 })]),
    ...(assigned === "" ? [] : [textAt(x + width - inset, middle, right, { ...softText, size: 11.5, anchor: "end" })]),
  ];
  return { parts, height };
}

/** Lines with the indentation of the first one are columns; deeper ones are tasks of the last column. */
function readKanban(lines: readonly DiagramLine[]): Column[] {
  const columns: Column[] = [];
  const base = Math.min(...lines.map(({ indent = 0 }) => indent));
  for (const line of lines) {
    const { name, data } = readItem(line);
    if ((line.indent ?? 0) <= base) columns.push({ name, tasks: [] });
    else {
      const priority = fieldOf(data, "priority");
      const details = [fieldOf(data, "ticket"), priority].filter((word) => word !== "").join(" · ");
      columns.at(-1)?.tasks.push({ name, details, assigned: fieldOf(data, "assigned"), priority });
    }
  }
  return columns;
}

function readItem(line: DiagramLine): { name: string; data: string } {
  const text = line.text.replace(/:::[\w-]+$/, "").trim();
  const [shaped, square, round, data = ""] = item.exec(text) ?? [];
  const words = (square ?? round ?? "").replaceAll(/^"|"$/g, "");
  if (shaped !== undefined) return { name: fieldOf(data, "label") || words, data };
  const [plain, name = "", more = ""] = plainItem.exec(text) ?? [];
  if (plain === undefined) throw notUnderstood(line);
  return { name: fieldOf(more, "label") || name.trim(), data: more };
}

function fieldOf(data: string, key: string): string {
  const match = new RegExp(`(?:^|,)\\s*["']?${key}["']?\\s*:\\s*(?:"([^"]*)"|'([^']*)'|([^,]*))`).exec(data);
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim();
}
