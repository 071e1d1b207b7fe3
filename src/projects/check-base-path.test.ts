import { expect, test } from "vitest";
import { checkedBasePath } from "./check-base-path.ts";

test("slashes at the ends of a base path don't matter", () => {
  expect(["/docs", "docs/", " /docs/ ", "/help/v2", "/", ""].map(checkedBasePath)).toEqual([
    "/docs",
    "/docs",
    "/docs",
    "/help/v2",
    "",
    "",
  ]);
});

test("paths that sites use themselves, or that browsers read differently, are refused", () => {
  const long = `/${"a".repeat(128)}`;
  const bad = [
    "/mcp",
    "/_lectern/x",
    "/.well-known/x",
    "/a//b",
    "/a/../b",
    "/a b",
    "/a?b",
    "/a#b",
    "/a;b",
    "/a%2fb",
    long,
  ];
  for (const path of bad) expect(() => checkedBasePath(path), path).toThrow(/base path/);
  expect(checkedBasePath("/api/docs")).toBe("/api/docs");
});
