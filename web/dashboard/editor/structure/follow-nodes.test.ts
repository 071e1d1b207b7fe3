import { expect, test } from "vitest";
import { followEdit, followNodes } from "./follow-nodes.ts";

const node = (address: string, parent: string, kind: string, title: string) => ({ address, parent, kind, title });

const before = [
  node("/g/0", "/g", "group", "Start"),
  node("/g/0/pages/0", "/g/0", "page", "Home"),
  node("/g/1", "/g", "group", "Guides"),
  node("/g/1/pages/0", "/g/1", "page", "Overview"),
  node("/g/1/pages/1", "/g/1", "group", "More"),
];

test("an element is found after an earlier element was removed", () => {
  const after = [
    node("/g/0", "/g", "group", "Guides"),
    node("/g/0/pages/0", "/g/0", "group", "More"),
    node("/g/0/pages/1", "/g/0", "page", "Overview"),
  ];
  expect(Object.fromEntries(followNodes(before, after))).toEqual({
    "/g/1": "/g/0",
    "/g/1/pages/0": "/g/0/pages/1",
    "/g/1/pages/1": "/g/0/pages/0",
  });
});

test("a renamed group is found by its position, and its content by name", () => {
  const after = before.map((one) => (one.title === "Guides" ? { ...one, title: "Handbook" } : one));
  expect(followNodes(before, after).get("/g/1")).toBe("/g/1");
  expect(followNodes(before, after).get("/g/1/pages/1")).toBe("/g/1/pages/1");
});

test("an edit is applied to the current addresses, and dropped if an element is gone", () => {
  const after = [node("/g/0", "/g", "group", "Guides"), node("/g/0/pages/0", "/g/0", "page", "Overview")];
  const edit = { kind: "move", address: "/g/1/pages/0", parent: "/g" };
  expect(followEdit(edit, before, after)).toEqual({ ...edit, address: "/g/0/pages/0" });
  expect(followEdit({ ...edit, parent: "/g/0" }, before, after)).toBeUndefined();
});
