import { expect, test } from "vitest";
import { promptOfComment } from "./agent-request.ts";

test.each([
  ["a line", "x".repeat(20_000)],
  ["empty lines", `a${"\n".repeat(20_000)}b`],
  ["lines of a character", "a\r\n".repeat(20_000)],
  ["another kind of lines", "a\u2028".repeat(20_000)],
])("the report of a check with %s is quoted to its end, and the prompt stays short", (_, text) => {
  const place = { on: "pull-request", number: 1, title: "lint", check: { name: "lint", url: null } } as const;
  const prompt = promptOfComment({ place, author: "lint", text }, "acme/writer");
  expect(prompt.length).toBeLessThan(9_000);
  const quoted = prompt.slice(prompt.indexOf(":\n\n") + 3).split(/[\r\n\u2028\u2029]/);
  expect(quoted.filter((line) => !line.startsWith("> "))).toEqual([]);
  expect(quoted.at(-1)).toBe(`> ${text.trim().split(/\s/).at(-1)}`.slice(0, 8_500));
});
