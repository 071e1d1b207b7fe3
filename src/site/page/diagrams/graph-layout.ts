import type { HtmlElement, HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem } from "./diagram-source.ts";
import { fitDrawing } from "./fit-drawing.ts";
import { hideSigns } from "./label-signs.ts";
import { drawText } from "./layout-library.ts";
import { type Place, pointsOf, repaintDrawing } from "./repaint-drawing.ts";

export interface GraphNode {
  id: string;
  width: number;
  height: number;
  /** Its enclosing group. */
  group: string | undefined;
  /** Draws it in its box, which may be slightly larger than requested. */
  paint(place: Place): HtmlNode[];
}

export interface GraphGroup {
  id: string;
  label: string;
  parent: string | undefined;
}

export interface GraphEdge {
  from: string;
  to: string;
  label: string;
  isDashed: boolean;
  /** The markers at its ends, drawn along its points. */
  ends(points: [number, number][]): HtmlNode[];
}

interface Graph {
  direction: string;
  nodes: GraphNode[];
  groups: GraphGroup[];
  edges: GraphEdge[];
}

const partsMax = 150;
const groupDepthMax = 12;
/** The library sizes a box by its label, so this many characters and lines produce the requested size. */
const letterWidth = 7.41;
const lineHeight = 16.9;
const boxPadding = { width: 41.95, height: 20 };

/** Boxes of given sizes, in groups, with lines between them, laid out in layers by the library. */
export function layOutGraph({ direction, nodes, groups, edges }: Graph): HtmlElement {
  if (nodes.length > partsMax || edges.length > partsMax)
    throw new DiagramProblem(`it has more than ${partsMax} boxes or lines`);
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const waiting = new Map<string, GraphEdge[]>();
  const links = edges.map((edge) => {
    const [from, to] = [names.get(edge.from) ?? "", names.get(edge.to) ?? ""];
    waiting.set(`${from} ${to}`, [...(waiting.get(`${from} ${to}`) ?? []), edge]);
    const label = edge.label.trim() === "" ? "" : `|${hideSigns(edge.label)}|`;
    return `${from} ${edge.isDashed ? "-.-" : "---"}${label} ${to}`;
  });

  function printGroup(parent: string | undefined, depth: number): string[] {
    if (depth > groupDepthMax) throw new DiagramProblem(`its groups are more than ${groupDepthMax} deep`);
    const own = nodes
      .filter(({ group }) => group === parent)
      .map((node) => `${names.get(node.id)}[${sizedLabel(node)}]`);
    const inner = groups
      .filter((group) => group.parent === parent)
      .flatMap((group) => {
        const held = printGroup(group.id, depth + 1);
        return held.length === 0
          ? []
          : [`subgraph g${groups.indexOf(group)} [${hideSigns(group.label)}]`, ...held, "end"];
      });
    return [...own, ...inner];
  }

  const text = [`flowchart ${direction}`, ...printGroup(undefined, 0), ...links].join("\n");
  const drawing = repaintDrawing(drawText(text), {
    nodes: new Map(nodes.map((node, index) => [`n${index}`, (place) => node.paint(place)])),
    edge: (line, from, to) => [line, ...(waiting.get(`${from} ${to}`)?.shift()?.ends(pointsOf(line)) ?? [])],
  });
  return fitDrawing(drawing);
}

function sizedLabel({ width, height }: GraphNode): string {
  const letters = Math.max(1, Math.ceil((width - boxPadding.width) / letterWidth));
  const lines = Math.max(1, Math.ceil((height - boxPadding.height - 1) / lineHeight));
  return "x".repeat(letters) + "\\nx".repeat(lines - 1);
}
