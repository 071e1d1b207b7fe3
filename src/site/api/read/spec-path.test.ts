import { expect, test } from "vitest";
import { specPathsOf } from "./spec-path.ts";

test.each([
  ["../orders.json", "api/secret/list.mdx", ["api/orders.json", "../orders.json"]],
  ["./orders.json", "api/list.mdx", ["api/orders.json", "orders.json"]],
  ["orders.json", "api/list.mdx", ["orders.json", "api/orders.json"]],
  ["/orders.json", "api/list.mdx", ["orders.json"]],
  ["./orders.json", undefined, ["orders.json"]],
  ["https://example.com/a.json", "api/list.mdx", ["https://example.com/a.json"]],
])("%s in %s may be the files %j", (name, page, paths) => {
  expect(specPathsOf(name, page)).toEqual(paths);
});
