import type { DraftFile } from "../draft-queries.ts";
import { markParents, type TreeRow } from "../tree/tree-rows.ts";
import type { NavigationEdit, NavigationNode } from "./use-structure.ts";

/** A row of the tree. Its ID is the address of the element. */
export interface NavigationTreeRow extends TreeRow {
  node: NavigationNode;
}

export type Where = "before" | "after" | "inside";

export interface Target {
  parent: string;
  before?: string;
}

const rootAddress = "/navigation";
const entryKinds: ReadonlySet<string> = new Set(["group", "page", "endpoint"]);

export function isEntry({ kind }: Pick<NavigationNode, "kind">): boolean {
  return entryKinds.has(kind);
}

/** Whether the element can contain others. */
export function isContainer({ kind, href }: Pick<NavigationNode, "kind" | "href">): boolean {
  return kind !== "page" && kind !== "endpoint" && href === undefined;
}

export function childrenOf(nodes: readonly NavigationNode[], parent: string): NavigationNode[] {
  return nodes.filter((node) => node.parent === parent);
}

/** The elements as rows, marked with the draft's changes to their files. */
export function navigationRows(nodes: readonly NavigationNode[], files: readonly DraftFile[]): NavigationTreeRow[] {
  const changes = new Map(files.map(({ path, change }) => [path, change]));
  const parents = new Set(nodes.map(({ parent }) => parent));
  const depths = new Map([[rootAddress, -1]]);
  const rows = nodes.map((node): NavigationTreeRow => {
    const depth = (depths.get(node.parent) ?? -1) + 1;
    depths.set(node.address, depth);
    const change = changes.get(node.path ?? "") ?? null;
    const { address: id, title: label, path } = node;
    return { id, depth, label, path, node, change, isParent: parents.has(id), hasChanges: false };
  });
  return markParents(rows);
}

const shownMax = 60;

/** The initially open elements: all of a small navigation, otherwise only those that visitors see first. */
export function initiallyOpen(nodes: readonly NavigationNode[]): Set<string> {
  if (nodes.length <= shownMax) return new Set(nodes.filter(isContainer).map(({ address }) => address));
  const open = new Set<string>();
  for (let parent = rootAddress; ; ) {
    const children = childrenOf(nodes, parent).filter((node) => isContainer(node) && !isEntry(node));
    const first = children.find(({ isDefault }) => isDefault) ?? children[0];
    if (first === undefined) return open;
    open.add(first.address);
    parent = first.address;
  }
}

/** The move that a drop on a row means; undefined if the element can't be dropped there. */
export function targetOf(
  nodes: readonly NavigationNode[],
  moved: { kind: NavigationNode["kind"]; address?: string },
  over: NavigationNode,
  where: Where,
): Target | undefined {
  const isInside = moved.address !== undefined && `${over.address}/`.startsWith(`${moved.address}/`);
  if (isInside) return undefined;
  if (where === "inside") {
    return isContainer(over) && fits(moved.kind, over, nodes) ? { parent: over.address } : undefined;
  }
  const parent = nodes.find(({ address }) => address === over.parent);
  // Elements are listed by kind: tabs with tabs, pages and groups together.
  if (isEntry(moved) !== isEntry(over) || (!isEntry(over) && moved.kind !== over.kind)) return undefined;
  if (parent !== undefined && !fits(moved.kind, parent, nodes)) return undefined;
  if (where === "before") return { parent: over.parent, before: over.address };
  const next = nextSibling(nodes, over);
  return next === undefined ? { parent: over.parent } : { parent: over.parent, before: next.address };
}

function fits(kind: NavigationNode["kind"], parent: NavigationNode, nodes: readonly NavigationNode[]): boolean {
  const children = childrenOf(nodes, parent.address);
  if (parent.kind === "group") return isEntry({ kind });
  return isEntry({ kind })
    ? children.length === 0 || children.some(isEntry)
    : children.some((one) => one.kind === kind);
}

/** The next element in the same list of docs.json. */
function nextSibling(nodes: readonly NavigationNode[], node: NavigationNode): NavigationNode | undefined {
  const list = listOf(node);
  const siblings = childrenOf(nodes, node.parent).filter((one) => listOf(one) === list);
  return siblings[siblings.indexOf(node) + 1];
}

function listOf({ address }: NavigationNode): string {
  return address.slice(0, address.lastIndexOf("/"));
}

export type Direction = "up" | "down" | "in" | "out";

/** A move by keyboard: among siblings, into the previous sibling, or out of the parent. */
export function keyTarget(
  nodes: readonly NavigationNode[],
  node: NavigationNode,
  direction: Direction,
): Target | undefined {
  const siblings = childrenOf(nodes, node.parent);
  const index = siblings.indexOf(node);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const moved = { kind: node.kind, address: node.address };
  if (direction === "up") return previous && targetOf(nodes, moved, previous, "before");
  if (direction === "down") return next && targetOf(nodes, moved, next, "after");
  if (direction === "in") return previous && targetOf(nodes, moved, previous, "inside");
  const parent = nodes.find(({ address }) => address === node.parent);
  return parent && targetOf(nodes, moved, parent, "after");
}

export function moveEdit(address: string, target: Target): NavigationEdit {
  return { kind: "move", address, ...target };
}

export function kindName(kind: NavigationNode["kind"]): string {
  return kind === "item" ? "menu entry" : kind === "endpoint" ? "API page" : kind;
}
