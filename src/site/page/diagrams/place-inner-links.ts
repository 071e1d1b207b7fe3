import { type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { tenth } from "./drawing-parts.ts";
import { placeOf, pointsOf } from "./repaint-drawing.ts";

/** The groups around each node and group of a drawing, outermost first, by ID in the library. */
export type GroupsAround = ReadonlyMap<string, readonly string[]>;

/**
 * The library draws links between different groups as if the group around both were at the origin. This moves them to
 * where that group is.
 */
export function placeInnerLinks(drawing: HtmlElement, around: GroupsAround): HtmlElement {
  if (around.size === 0) return drawing;
  const places = new Map<string, [number, number]>();
  findGroups(drawing.children, places);
  const children = drawing.children.map((child) => {
    if (!isElement(child) || !/^edge\b/.test(String(child.attributes.class))) return child;
    const shift = places.get(sharedGroup(child, around) ?? "");
    return shift === undefined ? child : move(child, shift);
  });
  return { ...drawing, children };
}

function findGroups(nodes: readonly HtmlNode[], places: Map<string, [number, number]>): void {
  for (const node of nodes) {
    if (!isElement(node) || node.attributes.class !== "subgraph") continue;
    const { x, y } = placeOf(node);
    places.set(String(node.attributes["data-id"]), [x, y]);
    findGroups(node.children, places);
  }
}

/** The innermost group around both ends of a link, unless it contains both directly: such links are where they belong. */
function sharedGroup({ attributes }: HtmlElement, around: GroupsAround): string | undefined {
  const [from, to] = [String(attributes["data-from"]), String(attributes["data-to"])];
  const [outsideFrom, outsideTo] = [around.get(from) ?? [], around.get(to) ?? []];
  const isNode = (id: string) => !id.startsWith("g");
  if (outsideFrom.at(-1) === outsideTo.at(-1) && isNode(from) && isNode(to)) return undefined;
  return outsideFrom.filter((group, depth) => outsideTo[depth] === group).at(-1);
}

/** Moves a line, or its label with everything in it. */
function move(node: HtmlElement, [right, down]: [number, number]): HtmlElement {
  const { attributes } = node;
  const moved = { ...attributes };
  if (attributes.points !== undefined)
    moved.points = pointsOf(node)
      .map(([x, y]) => `${tenth(x + right)},${tenth(y + down)}`)
      .join(" ");
  if (attributes.x !== undefined) moved.x = tenth(Number(attributes.x) + right);
  if (attributes.y !== undefined) moved.y = tenth(Number(attributes.y) + down);
  const children = node.children.map((child) => (isElement(child) ? move(child, [right, down]) : child));
  return { ...node, attributes: moved, children };
}
