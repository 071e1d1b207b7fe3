import { type DiagramLine, DiagramProblem, notUnderstood } from "./diagram-source.ts";

export interface MindmapNode {
  text: string;
  shape: "plain" | "square" | "round" | "circle";
  children: MindmapNode[];
}

/** How a shape begins and ends. Clouds, bangs and six sides are drawn round: they say the same. */
const shapes: readonly [open: string, close: string, shape: MindmapNode["shape"]][] = [
  ["((", "))", "circle"],
  ["))", "((", "circle"],
  ["{{", "}}", "circle"],
  ["[", "]", "square"],
  ["(", ")", "round"],
  [")", "(", "round"],
];
const plainText = /^[^()[{}]+$/;
/** Icons of a font that no site has, and classes of styles. */
const ignored = /^::/;

/** Each line hangs below the last one that is indented less. */
export function readMindmap(lines: readonly DiagramLine[]): MindmapNode {
  const path: { node: MindmapNode; indent: number }[] = [];
  let root: MindmapNode | undefined;
  for (const line of lines) {
    if (ignored.test(line.text)) continue;
    const indent = line.indent ?? 0;
    const node = readNode(line);
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
    const parent = path.at(-1)?.node;
    if (parent !== undefined) parent.children.push(node);
    else if (root === undefined) root = node;
    else throw new DiagramProblem(`it has a second root in its line ${line.number}`);
    path.push({ node, indent });
  }
  if (root === undefined) throw new DiagramProblem("it has no root");
  return root;
}

function readNode(line: DiagramLine): MindmapNode {
  const { text } = line;
  if (plainText.test(text)) return { text, shape: "plain", children: [] };
  for (const [open, close, shape] of shapes) {
    const start = text.indexOf(open);
    const id = text.slice(0, start);
    if (start < 0 || !(id === "" || plainText.test(id)) || !text.endsWith(close)) continue;
    const label = text.slice(start + open.length, -close.length).replaceAll(/^"|"$/g, "");
    if (label !== "") return { text: label, shape, children: [] };
  }
  throw notUnderstood(line);
}
