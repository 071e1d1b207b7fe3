import type { KeyboardEvent } from "react";
import { type Direction, keyTarget, type Target, type TreeRow } from "./navigation-tree.ts";
import type { NavigationNode } from "./use-structure.ts";

interface TreeKeys {
  nodes: readonly NavigationNode[];
  rows: readonly TreeRow[];
  canWrite: boolean;
  focus: (address: string) => void;
  toggle: (address: string, isOpen?: boolean) => void;
  onOpen: (path: string) => void;
  onMove: (node: NavigationNode, target: Target) => void;
  onRefuse: (node: NavigationNode) => void;
  onRename: (node: NavigationNode) => void;
  onRemove: (node: NavigationNode) => void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** The keys of a tree, as WAI-ARIA describes them, and Alt with an arrow to move an element. */
export function useTreeKeys(tree: TreeKeys): (event: KeyboardEvent<HTMLElement>, row: TreeRow) => void {
  const { rows, nodes } = tree;
  return (event, row) => {
    if (event.ctrlKey || event.metaKey) return;
    const { node, hasChildren, isOpen } = row;
    const index = rows.indexOf(row);
    const goTo = (other: TreeRow | undefined) => other && tree.focus(other.node.address);
    const direction = directions[event.key];
    if (event.altKey) {
      if (direction === undefined || !tree.canWrite) return;
      const target = keyTarget(nodes, node, direction);
      if (target === undefined) tree.onRefuse(node);
      else tree.onMove(node, target);
    } else if (event.key === "ArrowDown") goTo(rows[index + 1]);
    else if (event.key === "ArrowUp") goTo(rows[index - 1]);
    else if (event.key === "Home") goTo(rows[0]);
    else if (event.key === "End") goTo(rows.at(-1));
    else if (event.key === "ArrowRight") {
      if (isOpen) goTo(rows[index + 1]);
      else if (hasChildren) tree.toggle(node.address, true);
    } else if (event.key === "ArrowLeft") {
      if (isOpen) tree.toggle(node.address, false);
      else goTo(rows.find((one) => one.node.address === node.parent));
    } else if (event.key === "Enter" || event.key === " ") {
      if (node.path !== undefined && node.kind === "page") tree.onOpen(node.path);
      else if (hasChildren) tree.toggle(node.address);
    } else if (event.key === "F2" && tree.canWrite) tree.onRename(node);
    else if (event.key === "Delete" && tree.canWrite) tree.onRemove(node);
    else return;
    event.preventDefault();
  };
}
