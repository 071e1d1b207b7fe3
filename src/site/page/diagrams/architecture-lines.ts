import { DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export type Side = "L" | "R" | "T" | "B";

export interface ArchitecturePart {
  id: string;
  kind: "group" | "service" | "junction";
  icon: string;
  label: string;
  parent: string | undefined;
}

export interface ArchitectureEnd {
  id: string;
  side: Side;
  /** The line ends at the service's group. */
  isOfGroup: boolean;
  hasArrow: boolean;
}

export interface ArchitectureLink {
  from: ArchitectureEnd;
  to: ArchitectureEnd;
  label: string;
}

export interface Architecture {
  title: string | undefined;
  parts: Map<string, ArchitecturePart>;
  links: ArchitectureLink[];
}

const part =
  /^(group|service|junction)\s+([\w-]+)\s*(?:\(([^)]*)\))?\s*(?:\[\s*"?([^\]"]*)"?\s*\])?\s*(?:in\s+([\w-]+))?$/;
const link = /^([\w-]+)(\{group\})?:([LRTB])\s*(<)?-(?:\[\s*"?([^\]"]*)"?\s*\])?-(>)?\s*([LRTB]):([\w-]+)(\{group\})?$/;
const partsMax = 120;
const linksMax = 150;
const depthMax = 8;

export function readArchitecture({ header, lines }: DiagramSource): Architecture {
  const parts = new Map<string, ArchitecturePart>();
  const links: ArchitectureLink[] = [];
  let title = /^\S+\s+title\s+(.+)$/.exec(header)?.[1];
  for (const line of lines) {
    const text = line.text.replace(/;$/, "").trim();
    const [, kind, id = "", icon = "", label, parent] = part.exec(text) ?? [];
    const [linked, from = "", fromGroup, fromSide, fromArrow, words = "", toArrow, toSide, to = "", toGroup] =
      link.exec(text) ?? [];
    const ownTitle = /^title\s+(.+)$/.exec(text)?.[1];
    if (kind !== undefined) {
      const known = { id, kind: kind as ArchitecturePart["kind"], icon: icon.trim(), label: label ?? "", parent };
      parts.set(id, kind === "service" && label === undefined ? { ...known, label: id } : known);
    } else if (linked !== undefined)
      links.push({
        from: {
          id: from,
          side: fromSide as Side,
          isOfGroup: fromGroup !== undefined,
          hasArrow: fromArrow !== undefined,
        },
        to: { id: to, side: toSide as Side, isOfGroup: toGroup !== undefined, hasArrow: toArrow !== undefined },
        label: words,
      });
    else if (ownTitle !== undefined) title = ownTitle;
    else throw notUnderstood(line);
  }
  check(parts, links);
  return { title, parts, links };
}

function check(parts: Map<string, ArchitecturePart>, links: ArchitectureLink[]): void {
  if (parts.size === 0) throw new DiagramProblem("it has no service");
  if (parts.size > partsMax || links.length > linksMax)
    throw new DiagramProblem(`it has more than ${partsMax} parts or ${linksMax} lines`);
  for (const { id } of links.flatMap(({ from, to }) => [from, to]))
    if ((parts.get(id)?.kind ?? "group") === "group")
      throw new DiagramProblem(`it links "${id.slice(0, 40)}", which is not one of its services`);
  for (const { id, parent } of parts.values()) {
    let [outer, depth] = [parent, 0];
    while (outer !== undefined) {
      const group = parts.get(outer);
      depth += 1;
      if (group?.kind !== "group") throw new DiagramProblem(`it has no group "${outer.slice(0, 40)}"`);
      if (depth > depthMax)
        throw new DiagramProblem(`the groups around "${id.slice(0, 40)}" are more than ${depthMax}`);
      outer = group.parent;
    }
  }
}
