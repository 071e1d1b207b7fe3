import fc from "fast-check";
import { expect, test } from "vitest";
import { exactJson } from "./make-request.ts";
import { indentJson } from "./show-response.ts";

test("indented JSON keeps numbers, the order of keys and repeated keys as they were sent", () => {
  const text = '{"id":1234567890123456789,"price":1.0,"10":"a, [b]: \\"{","2":[ ],"id":[{},-1.5e+30,null]}';
  expect(indentJson(text).replaceAll(/\n */g, "")).toBe(
    '{"id": 1234567890123456789,"price": 1.0,"10": "a, [b]: \\"{","2": [],"id": [{},-1.5e+30,null]}',
  );
});

test("JSON is indented like JavaScript does it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }), (text, spaces) => {
      const value: unknown = JSON.parse(text);
      expect(indentJson(JSON.stringify(value, null, spaces))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("deeply nested JSON doesn't become huge", () => {
  expect(indentJson("[".repeat(50_000) + "]".repeat(50_000)).length).toBeLessThan(15_000_000);
});

test.each(["[1e3]", "[1.0]", "[1e400]", "[-0]", "[1234567890123456789]", '{"b":1,"1":2}', '{"a":1,"a":2}', "[1", ""])(
  "%s stays text in a sample, because JavaScript would write it differently",
  (text) => {
    expect(exactJson(text)).toBeUndefined();
  },
);

test("a sample contains JSON as values of its language, however it is indented", () => {
  expect(exactJson('{ "a":[1,2.5,"b,\\n:"],"c":{ }}')).toEqual({
    kind: "json",
    value: { a: [1, 2.5, "b,\n:"], c: {} },
  });
});
