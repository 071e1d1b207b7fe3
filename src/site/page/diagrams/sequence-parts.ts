import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { boxAt, tenth, textAt } from "./drawing-parts.ts";
import { type Column, figureSize } from "./sequence-columns.ts";
import type { Figure, Head } from "./sequence-steps.ts";

const stroke = { fill: "none", stroke: "var(--_line)", "stroke-width": 1.5, "stroke-linejoin": "round" } as const;
const numberRadius = 9;

/** UML outlines in a 24 × 24 square. */
const outlines: Record<Exclude<Figure, "participant">, string> = {
  actor: "M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 22c0-5 3.5-8 8-8s8 3 8 8",
  boundary: "M14.5 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M6.5 12H1M1 5v14",
  control: "M12 5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M14.5 2 11 5l3.5 3",
  entity: "M12 3a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M4 22.5h16",
  database: "M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0ZM4 6c0 4 16 4 16 0",
  collections: "M3 8h14v12H3ZM7 8V4h14v12h-4",
  queue: "M5 6h14c4 0 4 12 0 12H5C1 18 1 6 5 6M19 6c-4 0-4 12 0 12",
};

/** A participant with its name, starting at `top`. */
export function participantAt(column: Column, figure: Figure, top: number): HtmlNode[] {
  const { x, width, height, label } = column;
  if (figure === "participant") return boxAt({ x: x - width / 2, y: top, width, height }, label);
  const scale = figureSize / 24;
  const place = `translate(${tenth(x - figureSize / 2)} ${tenth(top)}) scale(${scale})`;
  return [
    element("path", { ...stroke, d: outlines[figure], transform: place, "stroke-width": 1.3 }),
    textAt(x, top + height - label.height / 2, label, { anchor: "middle" }),
  ];
}

/** The end of a horizontal message; 1 points right. */
export function headAt(head: Head, x: number, y: number, direction: number): HtmlNode[] {
  const back = tenth(x - direction * 8);
  const [tip, middle, upper, lower] = [tenth(x), tenth(y), tenth(y - 4), tenth(y + 4)];
  if (head === "filled")
    return [element("path", { d: `M${back} ${upper}L${tip} ${middle}L${back} ${lower}Z`, fill: "var(--_arrow)" })];
  const look = { ...stroke, stroke: "var(--_arrow)" };
  if (head === "open") return [element("path", { ...look, d: `M${back} ${upper}L${tip} ${middle}L${back} ${lower}` })];
  if (head === "center") return [element("circle", { cx: tip, cy: middle, r: 4, fill: "var(--_arrow)" })];
  return head === "cross" ? [crossAt(x - direction * 6, y, 4)] : [];
}

/** The end of a message or lifeline. */
export function crossAt(x: number, y: number, reach: number): HtmlNode {
  const [left, right, upper, lower] = [x - reach, x + reach, y - reach, y + reach].map(tenth);
  const d = `M${left} ${upper}L${right} ${lower}M${left} ${lower}L${right} ${upper}`;
  return element("path", { ...stroke, stroke: "var(--_arrow)", d });
}

export function numberAt(number: string, x: number, y: number): HtmlNode[] {
  const width = Math.max(2 * numberRadius, number.length * 6.5 + 8);
  const place = { x: tenth(x - width / 2), y: tenth(y - numberRadius), width: tenth(width), height: 2 * numberRadius };
  return [
    element("rect", { ...place, rx: numberRadius, fill: "var(--_text-sec)" }),
    element(
      "text",
      {
        x: tenth(x),
        y: tenth(y + 3.7),
        "text-anchor": "middle",
        "font-size": 10.5,
        "font-weight": 600,
        fill: "var(--bg)",
      },
      [number],
    ),
  ];
}

/** A vertical line from `top` that skips the labels over it. */
export function lifeline(x: number, top: number, bottom: number, gaps: readonly [number, number][]): HtmlNode {
  let d = "";
  let from = top;
  for (const [start, end] of [...gaps].sort(([one], [other]) => one - other)) {
    if (start > from) d += `M${tenth(x)} ${tenth(from)}V${tenth(Math.min(start, bottom))}`;
    from = Math.max(from, end);
  }
  if (from < bottom) d += `M${tenth(x)} ${tenth(from)}V${tenth(bottom)}`;
  return element("path", { d, fill: "none", stroke: "var(--_line)", "stroke-width": 1, "stroke-dasharray": "5 4" });
}
