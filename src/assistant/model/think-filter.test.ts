import { expect, test } from "vitest";
import { createThinkFilter } from "./think-filter.ts";

function write(text: string, size: number): string {
  const filter = createThinkFilter();
  let out = "";
  for (let at = 0; at < text.length; at += size) out += filter.push(text.slice(at, at + size));
  return out + filter.end();
}

test.each([
  ["<think>Let me see.</think>Use apt.", "Use apt."],
  ["\n<think>\nLet me see.\n</think>\n\nUse apt.", "\n\nUse apt."],
  ["<thinking>a</thinking><think>b</think>Use apt.", "Use apt."],
  ["<think>It never ends", ""],
  ["Use the tag <think>x</think> in prompts.", "Use the tag <think>x</think> in prompts."],
  ["<thinner> is a tag.", "<thinner> is a tag."],
  ["<th", "<th"],
  ["Use apt.", "Use apt."],
])("%j is shown as %j, however it is split", (text, expected) => {
  for (const size of [1, 3, 200]) expect(write(text, size)).toBe(expected);
});

test("an answer that doesn't begin with a tag is passed on at once", () => {
  expect(createThinkFilter().push("U")).toBe("U");
});

test("reasoning is dropped at the beginning of every step", () => {
  const filter = createThinkFilter();
  expect([filter.push("One."), filter.end(), filter.push("<think>x</think>Two.")]).toEqual(["One.", "", "Two."]);
});
