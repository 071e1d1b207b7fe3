import { expect, test } from "vitest";
import { visibleRows } from "../tree/tree-rows.ts";
import { initiallyOpen, keyTarget, navigationRows, targetOf } from "./navigation-tree.ts";
import type { NavigationNode } from "./use-structure.ts";

function node(address: string, kind: NavigationNode["kind"], parent: string): NavigationNode {
  const flags = { isHidden: false, isExpanded: false, isDefault: false, isMissing: false, isGlobal: false };
  return { address, kind, parent, title: address, file: "docs.json", line: 1, ...flags };
}

const guide = "/navigation/tabs/0";
const group = `${guide}/groups/0`;
const nodes = [
  node(guide, "tab", "/navigation"),
  node(group, "group", guide),
  node(`${group}/pages/0`, "page", group),
  node(`${group}/pages/1`, "page", group),
  node(`${guide}/groups/1`, "group", guide),
  node("/navigation/tabs/1", "tab", "/navigation"),
];
const [tab, first, one, two, second, other] = nodes;

test("rows below a closed element are hidden", () => {
  const rows = navigationRows(nodes, []);
  expect(visibleRows(rows, new Set([guide])).map(({ id, depth }) => [id, depth])).toEqual([
    [guide, 0],
    [group, 1],
    [`${guide}/groups/1`, 1],
    ["/navigation/tabs/1", 0],
  ]);
  expect(visibleRows(rows, initiallyOpen(nodes))).toHaveLength(nodes.length);
});

test("a changed page marks all elements that contain it", () => {
  const changed = nodes.map((each) => (each === one ? { ...each, path: "soil.mdx" } : each));
  const rows = navigationRows(changed, [{ path: "soil.mdx", kind: "page", bytes: 1, change: "modified" }]);
  expect(rows.filter(({ change }) => change !== null).map(({ id }) => id)).toEqual([one?.address]);
  expect(rows.filter(({ hasChanges }) => hasChanges).map(({ id }) => id)).toEqual([guide, group]);
});

test("arrow keys move an element among its siblings, into the previous one, and out of its parent", () => {
  if (two === undefined || one === undefined || second === undefined) throw new Error("missing");
  expect(keyTarget(nodes, two, "up")).toEqual({ parent: group, before: one.address });
  expect(keyTarget(nodes, one, "down")).toEqual({ parent: group });
  expect(keyTarget(nodes, one, "up")).toBeUndefined();
  expect(keyTarget(nodes, second, "in")).toEqual({ parent: group });
  expect(keyTarget(nodes, two, "out")).toEqual({ parent: guide, before: second.address });
});

test("an element can't be dropped where its kind isn't allowed", () => {
  if (tab === undefined || first === undefined || one === undefined || other === undefined) throw new Error("missing");
  expect(targetOf(nodes, one, other, "before")).toBeUndefined();
  expect(targetOf(nodes, one, other, "inside")).toEqual({ parent: other.address });
  expect(targetOf(nodes, tab, first, "inside")).toBeUndefined();
  expect(targetOf(nodes, first, one, "inside")).toBeUndefined();
  expect(targetOf(nodes, other, tab, "before")).toEqual({ parent: "/navigation", before: guide });
  expect(targetOf(nodes, { kind: "page" }, first, "inside")).toEqual({ parent: group });
});
