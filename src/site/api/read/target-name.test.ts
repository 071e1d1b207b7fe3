import { expect, test } from "vitest";
import { parseSchemaName, parseTargetName } from "./target-name.ts";

test.each([
  ["GET /users", { file: undefined, target: { kind: "operation", method: "get", path: "/users" } }],
  ["delete /v1/x/{id}/", { file: undefined, target: { kind: "operation", method: "delete", path: "/v1/x/{id}/" } }],
  ["specs/a.json Post /users", { file: "specs/a.json", target: { kind: "operation", method: "post", path: "/users" } }],
  ["my specs/a b.yaml PUT /x", { file: "my specs/a b.yaml", target: { kind: "operation", method: "put", path: "/x" } }],
  ["a.json webhook user added", { file: "a.json", target: { kind: "webhook", name: "user added" } }],
])("%s names an operation", (text, name) => {
  expect(parseTargetName(text)).toEqual(name);
});

test.each(["", "users", "GET", "GET users", "https://example.com/a.json"])("%j names none", (text) => {
  expect(parseTargetName(text)).toBeUndefined();
});

test("a model is named with or without its file", () => {
  expect(parseSchemaName("User")).toEqual({ file: undefined, name: "User" });
  expect(parseSchemaName(" specs/a.json  User ")).toEqual({ file: "specs/a.json", name: "User" });
});
