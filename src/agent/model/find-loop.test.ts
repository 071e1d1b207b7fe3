import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { LoopFinder } from "./find-loop.ts";

let calls = 0;
function step(toolName: string, input: unknown, result: string, path?: string, content = result) {
  calls += 1;
  const toolCallId = `call_${calls}`;
  const messages: ModelMessage[] = [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: result } }] },
  ];
  return { messages, changes: path === undefined ? [] : [{ path, content }] };
}

const readA = () => step("read_file", { path: "a.mdx" }, "A");
const readB = () => step("read_file", { path: "b.mdx" }, "B");

test("a model that takes turns between two calls is noticed at the third round", () => {
  const loops = new LoopFinder();
  const rounds = [readA(), readB(), readA(), readB(), readA()];
  expect(rounds.map((one) => loops.add(one))).toEqual([false, false, false, false, true]);
});

test("a check that is repeated after each change is no loop", () => {
  const loops = new LoopFinder();
  const found = Array.from({ length: 5 }, (_, index) => [
    loops.add(step("edit_file", { path: `${index}.mdx` }, "changed", `${index}.mdx`)),
    loops.add(step("validate_docs", {}, "The changes break nothing.")),
  ]);
  expect(found.flat()).not.toContain(true);
});

test("changing a text to and fro is a loop", () => {
  const loops = new LoopFinder();
  const write = (content: string) => step("write_file", { path: "a.mdx", content }, "written", "a.mdx", content);
  expect(["1", "2", "1", "2", "1"].map((content) => loops.add(write(content)))).toEqual([
    ...[false, false, false, false, true],
  ]);
});

test("a file that grows by a line in every step is noticed", () => {
  const loops = new LoopFinder();
  const write = (lines: number) => step("write_file", { lines }, "written", "a.mdx", "x\n".repeat(lines));
  const found = Array.from({ length: 15 }, (_, index) => loops.add(write(index)));
  expect(found.indexOf(true)).toBe(14);
});
