import { expect, test } from "vitest";
import { parseSchemaName, parseTargetName, specPathsOf } from "./target-name.ts";

test.each([
  ["GET /users", { file: undefined, target: { kind: "operation", method: "get", path: "/users" } }],
  ["delete /v1/x/{id}/", { file: undefined, target: { kind: "operation", method: "delete", path: "/v1/x/{id}/" } }],
  ["specs/a.json Post /users", { file: "specs/a.json", target: { kind: "operation", method: "post", path: "/users" } }],
  ["my specs/a b.yaml PUT /x", { file: "my specs/a b.yaml", target: { kind: "operation", method: "put", path: "/x" } }],
  ["a.json webhook user added", { file: "a.json", target: { kind: "webhook", name: "user added" } }],
])("the frontmatter value %s names an operation", (text, name) => {
  expect(parseTargetName(text)).toEqual(name);
});

test.each(["", "users", "GET", "GET users", "https://example.com/a.json"])(
  "the frontmatter value %j does not name an operation",
  (text) => {
    expect(parseTargetName(text)).toBeUndefined();
  },
);

test("frontmatter can name a schema with or without its file", () => {
  expect(parseSchemaName("User")).toEqual({ file: undefined, name: "User" });
  expect(parseSchemaName(" specs/a.json  User ")).toEqual({ file: "specs/a.json", name: "User" });
});

test.each([
  ["../orders.json", "api/secret/list.mdx", ["api/orders.json", "../orders.json"]],
  ["./orders.json", "api/list.mdx", ["api/orders.json", "orders.json"]],
  ["orders.json", "api/list.mdx", ["orders.json", "api/orders.json"]],
  ["/orders.json", "api/list.mdx", ["orders.json"]],
  ["./orders.json", undefined, ["orders.json"]],
  ["https://example.com/a.json", "api/list.mdx", ["https://example.com/a.json"]],
])("the API description %s that %s names can be at %j", (name, page, paths) => {
  expect(specPathsOf(name, page)).toEqual(paths);
});
