import { expect, test } from "vitest";
import { readJsonLines } from "./json-lines.ts";
import { createSettingLocator } from "./locate-setting.ts";

const files: Record<string, string> = {
  "docs.json": `{
  "name": "a \\"quoted\\" } name",
  "colors": { "primary": "#123456" },
  "navigation": {
    "versions": [
      { "version": "2", "$ref": "./nav/two.json" },
      {
        "version": "1"
      }
    ]
  }
}`,
  "nav/two.json": '{\n  "tabs": [\n    {"tab": "A", "pages": {"$ref": "pages.json"}}\n  ]\n}',
  "nav/pages.json": '[\n  "one",\n\n  "two"\n]',
};
const locate = createSettingLocator((path) => files[path]);

test("a setting is found on its line, in the file that contains it", () => {
  expect(locate(["colors", "primary"])).toEqual({ file: "docs.json", line: 3 });
  expect(locate(["navigation", "versions", 1, "version"])).toEqual({ file: "docs.json", line: 8 });
  expect(locate(["navigation", "versions", 0, "tabs", 0, "tab"])).toEqual({ file: "nav/two.json", line: 3 });
  expect(locate(["navigation", "versions", 0, "tabs", 0, "pages", 1])).toEqual({ file: "nav/pages.json", line: 4 });
});

test("a missing setting is located at its parent", () => {
  expect(locate(["navigation", "versions", 1, "tabs"])).toEqual({ file: "docs.json", line: 7 });
  expect(locate(["theme"])).toEqual({ file: "docs.json", line: 1 });
});

test("locating a setting ends at circular references, and a setting in a missing file has no line", () => {
  const round = createSettingLocator((path) => ({ "docs.json": '{"$ref": "./docs.json"}' })[path]);
  expect(round(["name"])).toEqual({ file: "docs.json", line: 1 });
  expect(createSettingLocator(() => undefined)(["name"])).toEqual({ file: "docs.json", line: undefined });
});

test("empty lists, empty objects and escapes don't shift line numbers", () => {
  const lines = readJsonLines('\uFEFF{"a\\"b": [],\r\n"c": {},\n"d": [ ],\n\n"e": [[], [1, -2.5e3, true, null]]}');
  expect([...(lines.members ?? [])].map(([key, node]) => [key, node.line])).toEqual([
    ['a"b', 1],
    ["c", 2],
    ["d", 3],
    ["e", 5],
  ]);
  expect(lines.members?.get("e")?.items?.[1]?.items?.length).toBe(4);
});
