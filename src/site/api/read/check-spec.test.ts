import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { checkPaths, checkSpec } from "./check-spec.ts";
import { specLimits } from "./spec-limits.ts";

function check(root: JsonObject): string[] {
  const text = JSON.stringify(root, null, 2);
  return checkSpec({ file: "openapi.json", root }, text, checkPaths).map(
    ({ message, line }) => `${line ?? "-"} ${message}`,
  );
}

test("a broken reference is reported once, with its pointer and line", () => {
  const broken = { $ref: "#/components/schemas/Missing" };
  expect(check({ paths: { "/a": { get: { responses: { "200": broken, "201": broken } } } } })).toEqual([
    '7 #/paths/~1a/get/responses/200 refers to "#/components/schemas/Missing", which cannot be resolved',
  ]);
});

test("references to other files and circular references are reported", () => {
  const schemas = {
    A: { $ref: "#/components/schemas/B" },
    B: { $ref: "#/components/schemas/A" },
    C: { $ref: "c.json#/C" },
  };
  expect(check({ components: { schemas } })).toEqual([
    '5 #/components/schemas/A refers to "#/components/schemas/B", which cannot be resolved',
    '8 #/components/schemas/B refers to "#/components/schemas/A", which cannot be resolved',
    '11 #/components/schemas/C refers to "c.json#/C", which is in another file',
  ]);
});

test("example values and property names that look like references are ignored", () => {
  const schema = {
    properties: { $ref: { type: "string" }, example: { example: { $ref: "nowhere" } } },
    default: { $ref: "x" },
  };
  expect(check({ components: { schemas: { A: schema } } })).toEqual([]);
});

test("parts of an API description with the wrong type are reported with their place", () => {
  expect(check({ paths: { users: {}, "/a": [], "/b": { get: 1, post: { parameters: {}, responses: [] } } } })).toEqual([
    '3 #/paths/users must begin with "/"',
    "4 #/paths/~1a must be an object with one key for each method",
    "5 #/paths/~1b/get must be an object",
    "5 #/paths/~1b/post/parameters must be a list",
    "5 #/paths/~1b/post/responses must be an object with one key for each status",
  ]);
});

test("an API description with a thousand mistakes gets messages for the first ones and a count of the rest", () => {
  const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, {}]));
  const reported = check({ paths });
  expect(reported.length).toBe(specLimits.problemsMax + 1);
  expect(reported.at(-1)).toBe(`- has ${1_000 - specLimits.problemsMax} more problems`);
});

test("a name that occurs in many places is found on the right line by the keys above it", () => {
  const text = "info: { title: 'main' }\nservers:\n  domain: { main: 1 }\nchannels:\n  'main': []\n";
  const found = checkSpec({ file: "a.yaml", root: {} }, text, (_, report) => {
    report(["channels", "main"], "is wrong", ["channels", "main"]);
    report(["channels", ""], "is wrong", ["channels", ""]);
    report(["absent"], "is wrong", ["absent"]);
  });
  expect(found.map(({ line }) => line)).toEqual([5, 4, undefined]);
});
