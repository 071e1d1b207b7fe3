import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem, type DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { readSankey, type SankeyFlow, type SankeyNode } from "./sankey-flows.ts";

const margin = 12;
const nodeWidth = 10;
const flowHeight = 300;
const nodeGap = 6;
const layerGap = 70;
const labelWidthMax = 230;
const rounds = 8;

/** Nodes in layers, as high as their flow, with bands between them. */
export function drawSankey(source: DiagramSource): OwnDrawing {
  const nodes = readSankey(source);
  const depth = Math.max(...nodes.map(({ layer }) => layer));
  const layers = Array.from({ length: depth + 1 }, (_, index) => nodes.filter(({ layer }) => layer === index));
  const largest = Math.max(...layers.map((layer) => layer.reduce((sum, { value }) => sum + value, 0)));
  if (largest <= 0) throw new DiagramProblem("its flows add up to nothing");
  const scale = flowHeight / largest;
  const labelText = labelWriter(source.settings);
  const labels = new Map(nodes.map((node) => [node, labelOf(labelText(node), labelWidthMax)]));
  for (const node of nodes) {
    node.height = Math.max(1.5, node.value * scale);
    node.spare = Math.max(0, (labels.get(node)?.height ?? 0) - node.height) / 2;
  }
  const height = placeNodes(layers);
  const starts: number[] = [margin];
  for (const layer of layers) {
    const widest = Math.max(0, ...layer.map((node) => labels.get(node)?.width ?? 0));
    starts.push((starts.at(-1) ?? 0) + nodeWidth + 6 + widest + layerGap);
  }
  const xOf = (node: SankeyNode) => starts[node.layer] ?? margin;
  const hues = new Map(nodes.map((node, index) => [node, hueAt(index)]));
  const bands = drawBands(nodes, xOf, hues, scale);
  const boxes = nodes.flatMap((node): HtmlNode[] => {
    const place = { x: tenth(xOf(node)), y: tenth(margin + node.y), width: nodeWidth, height: tenth(node.height) };
    const label = labels.get(node) ?? labelOf(node.name, labelWidthMax);
    return [
      element("rect", { ...place, rx: 1.5, fill: hues.get(node) }),
      textAt(xOf(node) + nodeWidth + 6, margin + node.y + node.height / 2, label),
    ];
  });
  const width = (starts.at(-1) ?? 0) - layerGap + margin;
  return { title: undefined, drawing: drawingOf(width, height + 2 * margin, [...bands, ...boxes]) };
}

/** Moves each node close to its neighbors without overlapping others in its layer. */
function placeNodes(layers: SankeyNode[][]): number {
  for (const layer of layers) spread(layer);
  for (let round = 0; round < rounds; round += 1) {
    const isForward = round % 2 === 0;
    for (const layer of isForward ? layers : [...layers].reverse()) {
      for (const node of layer) node.y = wantedPlace(node, isForward) ?? node.y;
      layer.sort((one, other) => one.y + one.height / 2 - (other.y + other.height / 2));
      spread(layer);
    }
  }
  const tops = layers.flat().map((node) => node.y - node.spare);
  const top = Math.min(...tops);
  for (const node of layers.flat()) node.y -= top;
  return Math.max(...layers.flat().map((node) => node.y + node.height + node.spare));
}

function wantedPlace(node: SankeyNode, isForward: boolean): number | undefined {
  const flows = isForward ? node.incoming : node.outgoing;
  const total = flows.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return undefined;
  const middle = flows.reduce((sum, { from, to, value }) => {
    const other = isForward ? from : to;
    return sum + (other.y + other.height / 2) * value;
  }, 0);
  return middle / total - node.height / 2;
}

/** Pushes overlapping nodes down, then shifts the layer back toward its preferred position. */
function spread(layer: SankeyNode[]): void {
  const wanted = layer.reduce((sum, node) => sum + node.y, 0);
  let free = Number.NEGATIVE_INFINITY;
  for (const node of layer) {
    node.y = Math.max(node.y, free + node.spare);
    free = node.y + node.height + node.spare + nodeGap;
  }
  const moved = layer.reduce((sum, node) => sum + node.y, 0);
  const shift = (moved - wanted) / Math.max(1, layer.length);
  for (const node of layer) node.y -= shift;
}

function drawBands(
  nodes: SankeyNode[],
  xOf: (node: SankeyNode) => number,
  hues: ReadonlyMap<SankeyNode, string>,
  scale: number,
): HtmlNode[] {
  const starts = offsets(nodes, "outgoing", scale);
  const ends = offsets(nodes, "incoming", scale);
  return nodes.flatMap(({ outgoing }) =>
    outgoing.map((flow) => {
      const [x1, x2] = [xOf(flow.from) + nodeWidth, xOf(flow.to)];
      const [y1, y2] = [margin + (starts.get(flow) ?? 0), margin + (ends.get(flow) ?? 0)];
      const bend = tenth((x1 + x2) / 2);
      const d = `M${tenth(x1)} ${tenth(y1)}C${bend} ${tenth(y1)} ${bend} ${tenth(y2)} ${tenth(x2)} ${tenth(y2)}`;
      const look = { fill: "none", stroke: hues.get(flow.from), "stroke-opacity": 0.28 };
      return element("path", { d, ...look, "stroke-width": tenth(Math.max(1, flow.value * scale)) });
    }),
  );
}

/** The center of each band at its node; bands are ordered by the nodes they lead to. */
function offsets(nodes: SankeyNode[], side: "incoming" | "outgoing", scale: number): Map<SankeyFlow, number> {
  const middles = new Map<SankeyFlow, number>();
  const other = side === "outgoing" ? "to" : "from";
  for (const node of nodes) {
    let y = node.y;
    for (const flow of [...node[side]].sort((one, two) => one[other].y - two[other].y)) {
      middles.set(flow, y + (flow.value * scale) / 2);
      y += flow.value * scale;
    }
  }
  return middles;
}

/** The settings decide whether values are shown, with which prefix and suffix. */
function labelWriter(settings: string): (node: SankeyNode) => string {
  const around = ["prefix", "suffix"].map((key) => {
    return new RegExp(`${key}["']?\\s*:\\s*["']?([^"'\\n,}]{0,20})`).exec(settings)?.[1]?.trim() ?? "";
  });
  if (/showValues["']?\s*:\s*false/.test(settings)) return ({ name }) => name;
  return ({ name, value }) => `${name} ${around[0]}${Math.round(value * 100) / 100}${around[1]}`;
}
