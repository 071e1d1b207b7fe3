import { type DiagramLine, DiagramProblem } from "./diagram-source.ts";
import type { FlowLink, FlowNode } from "./flowchart-tokens.ts";
import type { GroupsAround } from "./place-inner-links.ts";

/** `A & B -->|yes| C`: groups of nodes and the links between them. */
export interface FlowStatement {
  groups: FlowNode[][];
  links: FlowLink[];
}

export interface FlowLine {
  line: DiagramLine;
  /** Undefined for lines about groups and styles. */
  statement: FlowStatement | undefined;
}

/** The groups of a flowchart by their ID in the library, which numbers them in order. */
export interface FlowGroups {
  around: GroupsAround;
  /** Groups with nothing in them. The library places them on top of others, so they are drawn as nodes. */
  empty: ReadonlySet<string>;
  /** Groups that are laid out in their own direction. */
  turned: ReadonlySet<string>;
}

export const subgraph = /^subgraph\s+(?:([\p{L}\p{N}_.-]+)\s*\[(.+)\]|(.+))$/u;
const directionLine = /^direction\s+(TB|TD|BT|RL|LR)\b/;

/** The name of each group and its ID in the library. */
export function namesOfGroups(lines: readonly DiagramLine[]): Map<string, string> {
  const names = new Map<string, string>();
  let count = 0;
  for (const { text } of lines) {
    const [whole, id, , title] = subgraph.exec(text) ?? [];
    if (whole === undefined) continue;
    count += 1;
    const name = id ?? title?.trim().replaceAll(/^"|"$/g, "") ?? "";
    if (!names.has(name)) names.set(name, `g${count}`);
  }
  return names;
}

/** `names` are the IDs of nodes and linked groups in the library. */
export function readGroups(
  lines: readonly FlowLine[],
  names: ReadonlyMap<string, string>,
  isGroup: (node: FlowNode) => boolean,
  direction: string,
): FlowGroups {
  const around = new Map<string, readonly string[]>();
  const empty = new Set<string>();
  const directions = new Map<string, string>();
  let open: readonly string[] = [];
  let count = 0;
  const fill = () => {
    for (const group of open) empty.delete(group);
  };
  for (const { line, statement } of lines) {
    if (subgraph.test(line.text)) {
      fill();
      count += 1;
      const id = `g${count}`;
      around.set(id, open);
      empty.add(id);
      open = [...open, id];
    } else if (line.text === "end") open = open.slice(0, -1);
    const own = directionLine.exec(line.text)?.[1]?.replace("TD", "TB");
    const group = open.at(-1);
    if (own !== undefined && group !== undefined) directions.set(group, own);
    for (const node of statement?.groups.flat() ?? []) {
      const name = names.get(node.id) ?? node.id;
      // A node belongs to the first group that mentions it.
      if (open.length === 0 || isGroup(node) || around.has(name)) continue;
      around.set(name, open);
      fill();
    }
  }
  const crossed = crossedGroups(lines, (id) => around.get(names.get(id) ?? id) ?? []);
  const isTurned = ([group, own]: [string, string]) => own !== direction.replace("TD", "TB") && !crossed.has(group);
  const turned = new Set([...directions].filter(isTurned).map(([group]) => group));
  // The library lays such groups out on their own, and doesn't know then where links between groups should end.
  if (turned.size > 0 && crossed.size > 0) throw new DiagramProblem("some of its groups have their own direction");
  return { around, empty, turned };
}

/** Groups with a link from inside to outside. They follow the direction of the whole flowchart, as in Mermaid. */
function crossedGroups(lines: readonly FlowLine[], groupsAround: (id: string) => readonly string[]): Set<string> {
  const crossed = new Set<string>();
  for (const { statement } of lines) {
    for (const [index, targets] of (statement?.groups ?? []).entries()) {
      for (const source of statement?.groups[index - 1] ?? []) {
        for (const target of targets) {
          const [from, to] = [groupsAround(source.id), groupsAround(target.id)];
          for (const group of [...from, ...to]) if (!from.includes(group) || !to.includes(group)) crossed.add(group);
        }
      }
    }
  }
  return crossed;
}
