import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export interface TreemapNode {
  name: string;
  /** Of a leaf its own value, of a group the sum of what it holds. */
  value: number;
  children: TreemapNode[];
}

const leafOrGroup = /^(?:"([^"]*)"|'([^']*)')\s*(?:[:,]\s*(\d{1,15}(?:\.\d{1,9})?))?\s*(?::::[\w-]+)?$/;
const depthMax = 10;

/** Each line stands in the last one that is indented less; only what holds nothing has a value. */
export function readTreemap({ lines }: DiagramSource): { title: string | undefined; roots: TreemapNode[] } {
  const path: { node: TreemapNode; indent: number }[] = [];
  const roots: TreemapNode[] = [];
  let title: string | undefined;
  for (const line of lines) {
    if (/^classDef\s/.test(line.text)) continue;
    const ownTitle = /^title\s+(.+)$/.exec(line.text)?.[1];
    if (ownTitle !== undefined) {
      title = ownTitle;
      continue;
    }
    const { node, isLeaf } = readNode(line);
    const indent = line.indent ?? 0;
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
    if (path.length >= depthMax) throw new DiagramProblem(`it is more than ${depthMax} deep`);
    (path.at(-1)?.node.children ?? roots).push(node);
    for (const { node: outer } of path) outer.value += node.value;
    if (!isLeaf) path.push({ node, indent });
  }
  if (roots.every(({ value }) => value === 0)) throw new DiagramProblem("its values add up to nothing");
  return { title, roots };
}

function readNode(line: DiagramLine): { node: TreemapNode; isLeaf: boolean } {
  const [whole, double, single, value] = leafOrGroup.exec(line.text) ?? [];
  if (whole === undefined) throw notUnderstood(line);
  const node = { name: double ?? single ?? "", value: Number(value ?? 0), children: [] };
  return { node, isLeaf: value !== undefined };
}
