import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { compactConversation } from "./compact-conversation.ts";

function steps(number: number, characters: number): ModelMessage[] {
  return Array.from({ length: number }, (_, index): ModelMessage[] => {
    const call = { toolCallId: `call_${index}`, toolName: "read_file" };
    const value = `${index} ${"x".repeat(characters)}`;
    return [
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { path: `${index}.mdx` } }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value } }] },
    ];
  }).flat();
}
const prompt: ModelMessage = { role: "user", content: "Say when to begin." };

test("a short conversation stays as it is", () => {
  const messages = [prompt, ...steps(10, 1_000)];
  const before = structuredClone(messages);
  expect(compactConversation(messages)).toBe(false);
  expect(messages).toEqual(before);
});

test("old tool results are shortened, and the newest ones stay whole", () => {
  const messages = [prompt, ...steps(30, 20_000)];
  expect(compactConversation(messages)).toBe(true);
  expect(messages).toHaveLength(61);
  expect(messages[0]).toEqual(prompt);
  expect(JSON.stringify(messages[2])).toContain("(shortened;");
  expect(JSON.stringify(messages.slice(-12))).not.toContain("(shortened;");
  expect(JSON.stringify(messages).length).toBeLessThan(240_000);
});

test("if that isn't enough, whole steps are removed, and every call keeps its result", () => {
  const messages = [prompt, ...steps(2_000, 250)];
  expect(compactConversation(messages, ["guides/start.mdx"])).toBe(true);
  expect(JSON.stringify(messages).length).toBeLessThan(140_000);
  expect(messages[0]).toEqual(prompt);
  expect(JSON.stringify(messages[1])).toContain("changed so far: guides/start.mdx.");
  const ids = (role: string) =>
    messages.flatMap((message) =>
      message.role === role && typeof message.content !== "string"
        ? message.content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []))
        : [],
    );
  expect(ids("tool")).toEqual(ids("assistant"));
});

test("an image counts by its size on the screen, not by its bytes", () => {
  const image: ModelMessage = {
    role: "user",
    content: [{ type: "file", mediaType: "image/png", data: "A".repeat(1_000_000) }],
  };
  expect(compactConversation([prompt, image])).toBe(false);
});
