import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { keepForReaders } from "./keep-for-readers.ts";

test("lists in lists, null and empty values stay in the examples of a description that hides other parts", () => {
  const value = [["a", ["b"]], null, [], {}, "", 0, false];
  const schema: JsonObject = {
    type: "array",
    enum: [null, [1], "a"],
    example: value,
    examples: [value, null],
    default: value,
  };
  const message: JsonObject = { payload: { type: "array" }, examples: [{ payload: value }, { payload: null }] };
  const hidden: JsonObject = { type: "string", "x-mint": { groups: ["alpha"] } };
  const description: JsonObject = {
    openapi: "3.1.0",
    components: { schemas: { Shown: schema, Hidden: hidden }, messages: { Shown: message } },
  };
  const kept = keepForReaders(structuredClone(description), []);
  expect(JSON.stringify(kept)).toContain(JSON.stringify(schema).slice(1, -1));
  expect(JSON.stringify(kept)).toContain(JSON.stringify(message));
});
