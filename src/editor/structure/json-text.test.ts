import { expect, test } from "vitest";
import { addItem, removeValue, setValue } from "./json-text.ts";

const spread = `{
  "name": "Test",
  "colors": { "primary": "#111111" },
  "tags": ["one", "two"],
  "navbar": {
    "links": [
      { "label": "A", "href": "/a" },
      { "label": "B", "href": "/b" }
    ]
  },
  "empty": []
}
`;

/** The lines that differ between the two texts. */
function changedLines(before: string, after: string): { gone: string[]; added: string[] } {
  const old = before.split("\n");
  const now = after.split("\n");
  return { gone: old.filter((line) => !now.includes(line)), added: now.filter((line) => !old.includes(line)) };
}

test("setting a value changes only its own line", () => {
  expect(changedLines(spread, setValue(spread, ["name"], 'Say "hi"'))).toEqual({
    gone: ['  "name": "Test",'],
    added: ['  "name": "Say \\"hi\\"",'],
  });
  expect(changedLines(spread, setValue(spread, ["colors", "dark"], "#222222")).added).toEqual([
    '  "colors": { "primary": "#111111", "dark": "#222222" },',
  ]);
});

test("replacing a list writes only the items that differ", () => {
  const links = [
    { label: "A", href: "/a" },
    { label: "New", href: "/new" },
    { label: "B", href: "/other" },
  ];
  const after = setValue(spread, ["navbar", "links"], links);
  expect(JSON.parse(after).navbar.links).toEqual(links);
  expect(after).toContain('      { "label": "A", "href": "/a" },\n');
  const fewer = setValue(spread, ["navbar", "links"], [links[0] ?? null]);
  expect(fewer).toBe(spread.replace('" },\n      { "label": "B", "href": "/b" }', '" }'));
});

test("removing an item or member also removes its comma", () => {
  expect(removeValue(spread, ["tags", 0])).toBe(spread.replace('"one", "two"', '"two"'));
  expect(removeValue(spread, ["tags", 1])).toBe(spread.replace('"one", "two"', '"one"'));
  expect(removeValue(spread, ["name"])).toBe(spread.replace('  "name": "Test",\n', ""));
  expect(removeValue(spread, ["empty"])).toBe(spread.replace('  },\n  "empty": []', "  }"));
  expect(JSON.parse(removeValue(spread, ["navbar", "links"])).navbar).toEqual({});
});

test("a new item is formatted like the others in its list", () => {
  expect(addItem(spread, ["tags"], 0, "zero")).toBe(spread.replace('["one"', '["zero", "one"'));
  expect(addItem(spread, ["tags"], 2, "three")).toBe(spread.replace('"two"]', '"two", "three"]'));
  expect(addItem(spread, ["empty"], 0, "first")).toBe(spread.replace("[]", '[\n    "first"\n  ]'));
  const before = addItem(spread, ["navbar", "links"], 0, { label: "Z" });
  expect(JSON.parse(before).navbar.links[0]).toEqual({ label: "Z" });
  expect(before).toContain('"links": [\n      {\n        "label": "Z"\n      },\n      { "label": "A"');
});

test("Windows line endings, tabs and a byte order mark are kept", () => {
  const windows = `\uFEFF${spread.replaceAll("  ", "\t").replaceAll("\n", "\r\n")}`;
  const after = addItem(setValue(windows, ["banner"], { content: "Hi", dismissible: true }), ["empty"], 0, "x");
  expect(after.startsWith("\uFEFF")).toBe(true);
  expect(after.split("\n").every((line) => line === "" || line.endsWith("\r"))).toBe(true);
  expect(JSON.parse(after.slice(1))).toMatchObject({ banner: { content: "Hi" }, empty: ["x"] });
});

test("a file on one line stays on one line", () => {
  const flat = '{"a":{"b":[1,2]},"c":"d"}';
  const after = setValue(setValue(flat, ["a", "b"], [1, 2, 3]), ["e"], { f: ["g"] });
  expect(after.includes("\n")).toBe(false);
  expect(JSON.parse(after)).toEqual({ a: { b: [1, 2, 3] }, c: "d", e: { f: ["g"] } });
});
