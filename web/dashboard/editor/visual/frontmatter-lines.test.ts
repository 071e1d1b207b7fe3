import { expect, test } from "vitest";
import { changeField, changeRest, readFields, readRest } from "./frontmatter-lines.ts";

const source = `---
title: "Old"
# A note.
description: Text: with a colon is no plain value
keywords:
  - one
  - 'two'
tag: [a, b]
hidden: true
nested:
  deep: 1
---`;

test("plain values and lists of them become fields, and anything else doesn't", () => {
  expect([...readFields(source)]).toEqual([
    ["title", "Old"],
    ["keywords", "one, two"],
    ["tag", "a, b"],
    ["hidden", "true"],
  ]);
});

test.each([
  ["title", 'New "title"', false, source.replace('"Old"', '"New \\"title\\""')],
  ["hidden", "", false, source.replace("hidden: true\n", "")],
  ["keywords", "one, three", true, source.replace("- 'two'", "- 'three'")],
  ["icon", "star", false, source.replace("deep: 1\n", "deep: 1\nicon: star\n")],
  ["icon", "a: b", false, source.replace("deep: 1\n", 'deep: 1\nicon: "a: b"\n')],
  ["icon", "12", false, source.replace("deep: 1\n", 'deep: 1\nicon: "12"\n')],
  ["icon", "- x", false, source.replace("deep: 1\n", 'deep: 1\nicon: "- x"\n')],
])("setting %s to %j changes only its own line", (key, value, isList, expected) => {
  expect(changeField(source, key, value, isList)).toBe(expected);
});

test("setting a field adds frontmatter to a page without it, and an empty value adds nothing", () => {
  expect(changeField(undefined, "title", "Start")).toBe("---\ntitle: Start\n---");
  expect(changeField(undefined, "title", "")).toBe("");
  expect(changeField("---\n---", "title", "Start")).toBe("---\ntitle: Start\n---");
});

test("changing a field keeps the comment after its value and the notation of a list", () => {
  expect(changeField("---\ntitle: a # why\n---", "title", "b")).toBe("---\ntitle: b # why\n---");
  expect(changeField("---\ntag: [a, b]\n---", "tag", "c", true)).toBe("---\ntag: [c]\n---");
  expect(changeField("---\ntitle:\n---", "title", "b")).toBe("---\ntitle: b\n---");
});

test("a value over several lines is read as in the build, and not cut at a blank line", () => {
  const text = "---\ntitle: one\n  two\ndescription: |\n  three\n\n  four\n---";
  expect([...readFields(text)]).toEqual([["title", "one two"]]);
  expect(changeField(text, "description", "five")).toBe("---\ntitle: one\n  two\ndescription: five\n---");
});

test("a folded text and a list with a comment are fields", () => {
  const text =
    "---\ntitle: 'Mixed' # why\ndescription: >-\n  A folded\n  text\ntag: |\n  new\nkeywords: [a, b] # c\nicon: x\n---";
  expect(Object.fromEntries(readFields(text))).toEqual({
    title: "Mixed",
    description: "A folded text",
    tag: "new",
    keywords: "a, b",
    icon: "x",
  });
  expect(changeField(text, "description", "New")).toBe(text.replace(">-\n  A folded\n  text", "New"));
  expect(changeField(text, "keywords", "a, d", true)).toBe(text.replace("[a, b]", "[a, d]"));
});

test("changing a field keeps the file's line endings", () => {
  expect(changeField("---\r\ntitle: a\r\n---", "title", "b")).toBe("---\r\ntitle: b\r\n---");
});

const formKeys = new Set(["title", "keywords", "hidden"]);
const rest = "# A note.\ndescription: Text: with a colon is no plain value\ntag: [a, b]\nnested:\n  deep: 1\n";

test("the other lines of the frontmatter are those without a field", () => {
  expect(readRest(source, formKeys)).toBe(rest);
});

test("the other lines of the frontmatter change in place", () => {
  expect(changeRest(source, formKeys, rest.replace("[a, b]", "c"))).toBe(source.replace("[a, b]", "c"));
  expect(changeRest(source, formKeys, rest.replace("deep: 1", "deep: 2\nmore: 3"))).toBe(
    source.replace("deep: 1", "deep: 2\nmore: 3"),
  );
  expect(changeRest(source, formKeys, "")).toBe(
    "---\ntitle: \"Old\"\nkeywords:\n  - one\n  - 'two'\nhidden: true\n---",
  );
  expect(changeRest("---\ntitle: a\n---", formKeys, "b: 1")).toBe("---\ntitle: a\nb: 1\n---");
  expect(changeRest(undefined, formKeys, "b: 1")).toBe("---\nb: 1\n---");
});
