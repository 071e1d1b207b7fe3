import { element, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { tenth } from "./drawing-parts.ts";
import { type Place, placeOf, pointsOf, repaintDrawing } from "./repaint-drawing.ts";

/** Pseudo-states: choices and forks. */
export type StateMark = "choice" | "bar";

const halfBar = 3.5;
const regionLook = { fill: "none", stroke: "var(--_line)", "stroke-width": 1, "stroke-dasharray": "5 4" };

/** Draws choices as diamonds and forks as bars, extends the arrows to them, and removes the headers of regions. */
export function drawStateMarks(
  drawing: HtmlElement,
  marks: ReadonlyMap<string, StateMark>,
  regions: ReadonlySet<string>,
): HtmlElement {
  if (marks.size === 0 && regions.size === 0) return drawing;
  const parts = drawing.children.filter(isElement);
  const idOf = ({ attributes }: HtmlElement) => String(attributes["data-id"] ?? "");
  const places = new Map(parts.filter((part) => marks.has(idOf(part))).map((part) => [idOf(part), placeOf(part)]));
  const upright = new Set<string>();

  function moveEnd([x, y]: [number, number], id: string): [number, number] {
    const [mark, place] = [marks.get(id), places.get(id)];
    if (mark === undefined || place === undefined) return [x, y];
    const [middleX, middleY] = [place.x + place.width / 2, place.y + place.height / 2];
    const isBeside = x < place.x + 1 || x > place.x + place.width - 1;
    if (mark === "bar" && isBeside) upright.add(id);
    const [reachX, reachY] =
      mark === "bar"
        ? [halfBar, halfBar]
        : [
            (place.width / 2) * (1 - Math.abs(y - middleY) / (place.height / 2)),
            (place.height / 2) * (1 - Math.abs(x - middleX) / (place.width / 2)),
          ];
    return isBeside ? [middleX + Math.sign(x - middleX) * reachX, y] : [x, middleY + Math.sign(y - middleY) * reachY];
  }

  const edge = (line: HtmlElement, from: string, to: string): HtmlNode[] => {
    const points = pointsOf(line).map((point, index, all): [number, number] => {
      if (index === 0) return moveEnd(point, from);
      return index === all.length - 1 ? moveEnd(point, to) : point;
    });
    const printed = points.map((point) => point.map(tenth).join(",")).join(" ");
    return [{ ...line, attributes: { ...line.attributes, points: printed } }];
  };
  const nodes = new Map(
    [...marks].map(([id, mark]) => [
      id,
      (place: Place) => [mark === "choice" ? diamondAt(place) : barAt(place, upright.has(id))],
    ]),
  );
  const groups = new Map([...regions].map((id) => [id, (place: Place) => [regionAt(place)]]));
  return repaintDrawing(drawing, { nodes, groups, edge });
}

function diamondAt({ x, y, width, height }: Place): HtmlElement {
  const [middleX, middleY] = [tenth(x + width / 2), tenth(y + height / 2)];
  const d = `M${middleX} ${y}L${tenth(x + width)} ${middleY}L${middleX} ${tenth(y + height)}L${x} ${middleY}Z`;
  return element("path", { d, fill: "var(--_node-fill)", stroke: "var(--_line)", "stroke-width": 1 });
}

function barAt({ x, y, width, height }: Place, isUpright: boolean): HtmlElement {
  const place = isUpright
    ? { x: tenth(x + width / 2 - halfBar), y, width: 2 * halfBar, height }
    : { x, y: tenth(y + height / 2 - halfBar), width, height: 2 * halfBar };
  return element("rect", { ...place, rx: 2, fill: "var(--_text)" });
}

function regionAt({ x, y, width, height }: Place): HtmlElement {
  return element("rect", { x, y, width, height, rx: 6, ...regionLook });
}
