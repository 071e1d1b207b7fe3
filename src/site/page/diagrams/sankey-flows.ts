import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export interface SankeyFlow {
  from: SankeyNode;
  to: SankeyNode;
  value: number;
}

export interface SankeyNode {
  name: string;
  /** The number of steps from the source. */
  layer: number;
  value: number;
  incoming: SankeyFlow[];
  outgoing: SankeyFlow[];
  y: number;
  height: number;
  /** Extra height that its label needs. */
  spare: number;
}

const cell = /\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(?:,|$)/y;
const nodesMax = 120;

/** Flows from one node to another: three cells per line. */
export function readSankey({ lines }: DiagramSource): SankeyNode[] {
  const nodes = new Map<string, SankeyNode>();
  const nodeOf = (name: string): SankeyNode => {
    const known = nodes.get(name) ?? {
      name,
      layer: 0,
      value: 0,
      incoming: [],
      outgoing: [],
      y: 0,
      height: 0,
      spare: 0,
    };
    nodes.set(name, known);
    return known;
  };
  for (const line of lines) {
    const [from, to, value] = readRow(line);
    const flow = { from: nodeOf(from), to: nodeOf(to), value };
    flow.from.outgoing.push(flow);
    flow.to.incoming.push(flow);
  }
  if (nodes.size === 0) throw new DiagramProblem("it has no flow");
  if (nodes.size > nodesMax) throw new DiagramProblem(`it has more than ${nodesMax} places`);
  const all = [...nodes.values()];
  setLayers(all);
  for (const node of all) node.value = Math.max(sum(node.incoming), sum(node.outgoing));
  return all;
}

function readRow(line: DiagramLine): [string, string, number] {
  const cells: string[] = [];
  const pattern = new RegExp(cell, "y");
  while (pattern.lastIndex < line.text.length && cells.length < 4) {
    const match = pattern.exec(line.text);
    if (match === null) throw notUnderstood(line);
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? "").trim());
  }
  const [from = "", to = "", amount = ""] = cells;
  const value = Number(amount);
  if (cells.length !== 3 || from === "" || to === "" || amount === "" || !(value >= 0) || value > 1e15)
    throw notUnderstood(line);
  return [from, to, value];
}

/** The longest path to each node; sinks are placed at the end. */
function setLayers(nodes: SankeyNode[]): void {
  let waiting = nodes.filter(({ incoming }) => incoming.length === 0);
  const missing = new Map(nodes.map((node) => [node, node.incoming.length]));
  let placed = 0;
  while (waiting.length > 0) {
    const next: SankeyNode[] = [];
    for (const node of waiting) {
      placed += 1;
      for (const { to } of node.outgoing) {
        to.layer = Math.max(to.layer, node.layer + 1);
        const left = (missing.get(to) ?? 0) - 1;
        missing.set(to, left);
        if (left === 0) next.push(to);
      }
    }
    waiting = next;
  }
  if (placed < nodes.length) throw new DiagramProblem("its flows run in a circle");
  const last = Math.max(...nodes.map(({ layer }) => layer));
  for (const node of nodes) if (node.outgoing.length === 0) node.layer = last;
}

function sum(flows: SankeyFlow[]): number {
  return flows.reduce((total, { value }) => total + value, 0);
}
