import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { labelOf, tenth, textAt } from "./drawing-parts.ts";

export type RelationMark = "none" | "arrow" | "triangle" | "diamond" | "hollow diamond" | "circle";
type Point = [number, number];

/** The marker at the last of these points, in the direction of the line. */
export function markAt(mark: RelationMark, points: readonly Point[]): HtmlNode[] {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (mark === "none" || tip === undefined || before === undefined) return [];
  const at = fromTip(tip, before);
  const line = { stroke: "var(--_arrow)", "stroke-width": 1.2, "stroke-linejoin": "round" } as const;
  const hollow = { ...line, fill: "var(--bg)" };
  if (mark === "arrow") return [element("path", { ...line, fill: "none", d: `M${at(8, -4)}L${at(0, 0)}L${at(8, 4)}` })];
  if (mark === "triangle") return [element("path", { ...hollow, d: `M${at(12, -7)}L${at(0, 0)}L${at(12, 7)}Z` })];
  if (mark === "circle") {
    const [cx, cy] = at(6, 0).split(" ").map(Number);
    return [element("circle", { ...hollow, cx, cy, r: 6 })];
  }
  const d = `M${at(16, 0)}L${at(8, -5)}L${at(0, 0)}L${at(8, 5)}Z`;
  return [element("path", mark === "diamond" ? { ...line, fill: "var(--_arrow)", d } : { ...hollow, d })];
}

/** The cardinality at the last of these points, next to the line and behind its marker. */
export function countAt(words: string, points: readonly Point[], mark: RelationMark): HtmlNode[] {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (words === "" || tip === undefined || before === undefined) return [];
  const label = labelOf(words, 120);
  const isUpright = Math.abs(tip[0] - before[0]) < Math.abs(tip[1] - before[1]);
  const [x = 0, y = 0] = fromTip(tip, before)(mark === "none" ? 11 : mark === "arrow" ? 15 : 22, 0)
    .split(" ")
    .map(Number);
  return isUpright
    ? [textAt(x + 8, y, label, { fill: "var(--_text-sec)", weight: 400 })]
    : [textAt(x, y - 12, label, { anchor: "middle", fill: "var(--_text-sec)", weight: 400 })];
}

/** Points by their distance from the tip and from the line. */
function fromTip(tip: Point, before: Point): (back: number, side: number) => string {
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [x, y] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  return (back, side) => `${tenth(tip[0] - x * back - y * side)} ${tenth(tip[1] - y * back + x * side)}`;
}
