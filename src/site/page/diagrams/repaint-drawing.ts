import { type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Redraws nodes and groups that the library has positioned, by their ID in the library. */
interface Repaint {
  nodes?: ReadonlyMap<string, (place: Place) => HtmlNode[]>;
  groups?: ReadonlyMap<string, (place: Place) => HtmlNode[]>;
  /** Called for each line with the IDs of its ends. */
  edge?: (edge: HtmlElement, from: string, to: string) => HtmlNode[];
}

export function repaintDrawing(drawing: HtmlElement, repaint: Repaint): HtmlElement {
  const { nodes, groups, edge } = repaint;
  const children = drawing.children.flatMap((child): HtmlNode[] => {
    if (!isElement(child)) return [child];
    const name = String(child.attributes.class ?? "").split(" ")[0] ?? "";
    const id = String(child.attributes["data-id"] ?? "");
    if (name === "subgraph") return [repaintGroup(child, id, repaint)];
    if (name === "edge" && edge !== undefined)
      return edge(child, String(child.attributes["data-from"]), String(child.attributes["data-to"]));
    const paint = name === "node" ? nodes?.get(id) : undefined;
    return [paint === undefined ? child : { ...child, children: paint(placeOf(child)) }];
  });
  return groups === undefined && nodes === undefined && edge === undefined ? drawing : { ...drawing, children };
}

function repaintGroup(group: HtmlElement, id: string, repaint: Repaint): HtmlElement {
  const paint = repaint.groups?.get(id);
  const inner = group.children.filter(isElement).filter(({ attributes }) => attributes.class === "subgraph");
  const own = paint === undefined ? group.children.filter((child) => !isGroup(child)) : paint(placeOf(group));
  const within = inner.map((child) => repaintGroup(child, String(child.attributes["data-id"] ?? ""), repaint));
  return { ...group, children: [...own, ...within] };
}

function isGroup(node: HtmlNode): boolean {
  return isElement(node) && node.attributes.class === "subgraph";
}

/** The bounds of its outline. */
export function placeOf(node: HtmlElement): Place {
  const outline = node.children.filter(isElement).find(({ tag }) => tag === "rect");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((key) => Number(outline?.attributes[key] ?? 0));
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

const parallelGap = 10;
const parallelSpread = 42;

/** Moves lines apart that the library has drawn on top of each other: several between the same two nodes. */
export function spreadParallels(drawing: HtmlElement): HtmlElement {
  const places = new Map<string, HtmlElement[]>();
  const isEdge = (node: HtmlNode): node is HtmlElement => isElement(node) && node.attributes.class === "edge";
  for (const edge of drawing.children.filter(isEdge)) {
    const key = String(edge.attributes.points);
    places.set(key, [...(places.get(key) ?? []), edge]);
  }
  const children = drawing.children.map((node) => {
    const equal = isEdge(node) ? (places.get(String(node.attributes.points)) ?? []) : [];
    if (!isEdge(node) || equal.length < 2) return node;
    const gap = Math.min(parallelGap, parallelSpread / (equal.length - 1));
    const shift = (equal.indexOf(node) - (equal.length - 1) / 2) * gap;
    const points = pointsOf(node);
    const [[startX] = [0], [nextX] = [0]] = points;
    const moved = points.map(([x, y]) => (startX === nextX ? [x + shift, y] : [x, y + shift]).join(","));
    return { ...node, attributes: { ...node.attributes, points: moved.join(" ") } };
  });
  return { ...drawing, children };
}

/** The points of a line drawn by the library. */
export function pointsOf({ attributes }: HtmlElement): [number, number][] {
  return String(attributes.points)
    .split(" ")
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(",").map(Number);
      return [x, y];
    });
}
