import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import { applyOverlays } from "./apply-overlays.ts";
import { findByJsonPath } from "./json-path.ts";

const store: JsonObject = {
  info: { title: "Store", tags: ["a"] },
  paths: {
    "/books": { get: { summary: "List", "x-internal": true }, post: { summary: "Add" } },
    "/old": { get: { summary: "Old", "x-internal": false } },
  },
  servers: [
    { url: "https://one.example.com" },
    { url: "https://two.example.com" },
    { url: "https://three.example.com" },
  ],
};

const free = { spend() {} };
const find = (path: string) => findByJsonPath(store, path, free).map(({ value }) => value);

test.each<[string, JsonValue[]]>([
  ["$.info.title", ["Store"]],
  ["$['paths']['/books'].post.summary", ["Add"]],
  ["$.servers[0].url", ["https://one.example.com"]],
  ["$.servers[-1].url", ["https://three.example.com"]],
  ["$.servers[::-2].url", ["https://three.example.com", "https://one.example.com"]],
  ["$.servers[1:].url", ["https://two.example.com", "https://three.example.com"]],
  ["$..summary", ["List", "Add", "Old"]],
  ["$.paths.*[?@.x-internal == true].summary", ["List"]],
  ["$.paths.*[?@['x-internal']].summary", ["List", "Old"]],
  ["$.paths.*[?!@['x-internal'] || @.summary == 'Old'].summary", ["Add", "Old"]],
  ["$.servers[?length(@.url) > 23 && @.url != $.servers[2].url].url", []],
  ["$.paths[?count(@.*) >= 2].get.summary", ["List"]],
  ["$.constructor", []],
])("%s selects the parts that RFC 9535 says", (path, expected) => {
  expect(find(path)).toEqual(expected);
});

test.each([
  ["paths", 'must begin with "$"'],
  ["$.paths[", "ends too early"],
  ["$.paths[?@.a ~ 1]", 'can\'t be read from "~ 1]" on'],
  ["$[?match(@.a, '(a+)+')]", "uses match(), which isn't supported"],
])("a wrong path %s is explained", (path, reason) => {
  expect(() => find(path)).toThrow(reason);
});

function apply(actions: JsonValue[], version = "1.1.0", more: { extends?: string } = {}, root = store) {
  const text = JSON.stringify({ overlay: version, info: { title: "x", version: "1" }, ...more, actions });
  return applyOverlays(root, "api.json", [{ file: "overlay.json", text, ...more }]);
}

test("objects are merged, lists get the value, and plain values are replaced", () => {
  const { root, problems } = apply([
    { target: "$.info", update: { title: "Shop", license: { name: "MIT" }, tags: ["b"] } },
    { target: "$.servers", update: { url: "https://four.example.com" } },
    { target: "$..post.summary", update: "Add a book" },
    { target: "$.paths.*[?@['x-internal'] == true]", remove: true },
    { target: "$.servers[0,0,1]", remove: true },
  ]);
  expect(problems).toEqual([]);
  expect(root).toEqual({
    info: { title: "Shop", license: { name: "MIT" }, tags: ["a", "b"] },
    paths: {
      "/books": { post: { summary: "Add a book" } },
      "/old": { get: { summary: "Old", "x-internal": false } },
    },
    servers: [{ url: "https://three.example.com" }, { url: "https://four.example.com" }],
  });
  expect(store.info).toEqual({ title: "Store", tags: ["a"] });
});

test("a path is renamed by an update, a copy and a removal", () => {
  const { root } = apply([
    { target: "$.paths", update: { "/titles": {} } },
    { target: "$.paths['/titles']", copy: "$.paths['/old']" },
    { target: "$.paths['/old']", remove: true },
  ]);
  expect(Object.keys(root?.paths ?? {})).toEqual(["/books", "/titles"]);
});

test.each<[string, JsonValue[], string | undefined, string]>([
  ["no target", [{ update: {} }], undefined, 'actions[0] has no "target", so api.json has no pages'],
  [
    "a newer action",
    [{ target: "$.a", copy: "$.b" }],
    "1.0.0",
    'actions[0] uses "copy", which needs "overlay": "1.1.0"',
  ],
  ["an unknown version", [{ target: "$" }], "2.0", 'is not an overlay: "overlay" must be "1.0.0" or "1.1.0"'],
  ["the root", [{ target: "$", remove: true }], undefined, "actions[0] can't remove the whole description"],
])("a listed overlay with %s leaves the description without pages", (_name, actions, version, message) => {
  const { root, problems } = apply(actions, version);
  expect(root).toBeUndefined();
  expect(problems[0]?.message).toContain(message);
  expect(problems[0]?.file).toBe("overlay.json");
});

test("a found overlay that can't be applied is left out, and one for another description is none", () => {
  const broken = apply([{ target: "x" }], "1.0.0", { extends: "api.json" });
  expect(broken.root).toBe(store);
  expect(broken.problems[0]?.message).toContain('which must begin with "$", so this overlay isn\'t applied');
  const text = JSON.stringify({ overlay: "1.0.0", actions: [{ target: "$.info", remove: true, extends: "api.json" }] });
  const other = applyOverlays(store, "api.json", [{ file: "overlay.json", text, extends: "api.json" }]);
  expect(other).toEqual({ root: store, problems: [] });
});

test("an action that matches nothing is reported", () => {
  expect(apply([{ target: "$.nothing", update: 1 }]).problems[0]?.message).toContain("actions[0] changes nothing");
});

const deep = Array.from({ length: 100 }).reduce<JsonObject>((inside) => ({ a: inside }), { end: true });
const steps = [...Array(200).keys()];

test.each<[string, JsonValue[]]>([
  [
    "doubles the description again and again",
    steps.flatMap((step) => [
      { target: "$", update: { [`b${step}`]: {} } },
      { target: `$.b${step}`, copy: "$" },
    ]),
  ],
  ["repeats names", [{ target: `$${"['a','a']".repeat(100)}`, remove: true }]],
  ["looks everywhere from everywhere", [{ target: "$..*..*..*..*..*..*", remove: true }]],
  ["nests deeper and deeper", steps.map((step) => ({ target: `$${".a".repeat(step)}`, update: { a: {} } }))],
])("an overlay that %s is stopped", (_name, actions) => {
  const { root, problems } = apply(actions, "1.1.0", {}, deep);
  expect(root).toBeUndefined();
  expect(problems).toHaveLength(1);
});

test("an overlay can't change the prototype of objects", () => {
  const text = '{"overlay":"1.0.0","actions":[{"target":"$.info","update":{"__proto__":{"polluted":1}}}]}';
  const { root } = applyOverlays(store, "api.json", [{ file: "o.json", text }]);
  expect(Object.getPrototypeOf(root?.info)).toBe(Object.prototype);
  expect(Object.keys(root?.info ?? {})).toEqual(["title", "tags"]);
});
