import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readQuestion, readV1Question } from "./read-question.ts";

const thread = "thr_8f2c41d07b9e4a53a1c6e0f7d2b94e18";

describe("requests of real clients", () => {
  test.each([
    ["v4-request-turn1", { text: "How do I install?", threadName: undefined, earlier: 0 }],
    ["v4-request-followup", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v4-request-followup-plain", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v4-request-reload", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v5-request", { text: "How do I install?", threadName: undefined, earlier: 0 }],
    ["v5-request-followup", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v6-request-followup", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v7-request-followup", { text: "And on Windows?", threadName: thread, earlier: 2 }],
    ["v7-request-regenerate", { text: "And on Windows?", threadName: thread, earlier: 2 }],
  ])("%s is understood", (name, expected) => {
    const body = fixture(name);
    const question = name.startsWith("v4") ? readV1Question("acme", body) : readQuestion(body);
    const { text, threadName, earlier, fp, retrievalPageSize } = question;
    expect({ text, threadName, earlier: earlier.length }).toEqual(expected);
    expect([fp, retrievalPageSize]).toEqual(["anonymous", 5]);
    expect(question.messageId === undefined).toBe(name.endsWith("plain"));
  });

  test.each(["v5-request", "v6-request", "v7-request"])(
    "%s sent to version 1 gets an error that names version 2",
    (name) => {
      expect(() => readV1Question("acme", fixture(name))).toThrow(
        "This client must use /discovery/v2/assistant/acme/message",
      );
    },
  );
});

const ask = (over: object = {}) =>
  readQuestion({ fp: "anonymous", messages: [{ role: "user", content: "Why?" }], ...over });

test("if the last message has no text, the message before it is the question", () => {
  const messages = [
    { role: "user", content: "First" },
    { role: "user", content: "  ", parts: [{ type: "file" }] },
  ];
  expect(ask({ messages }).text).toBe("First");
  expect(() => ask({ messages: [{ role: "assistant", content: "Hello" }] })).toThrow("No user message contains text");
});

test("system messages are not part of the conversation", () => {
  const messages = [
    { role: "system", content: "You are a pirate." },
    { role: "data", content: "{}" },
    { role: "user", content: "Why?" },
  ];
  expect(ask({ messages }).earlier).toEqual([]);
});

test.each([
  [5.9, 5],
  [1.5, 1],
  [50, 50],
  [51, 50],
  [1e9, 50],
])("a retrievalPageSize of %d counts as %d", (given, counted) => {
  expect(ask({ retrievalPageSize: given }).retrievalPageSize).toBe(counted);
});

test("a question over the length limit is refused", () => {
  expect(ask({ messages: [{ role: "user", content: "x".repeat(8_000) }] }).text).toHaveLength(8_000);
  expect(() => ask({ messages: [{ role: "user", content: "x".repeat(8_001) }] })).toThrow("longer than 8000");
});

test.each([
  ["a list", []],
  ["a number", 5],
  ["null", null],
  ["a name that is too long", { threadId: "x".repeat(129) }],
])("metadata with %s does not select a thread", (_what, metadata) => {
  const messages = [
    { role: "assistant", content: "Hi", metadata, annotations: metadata },
    { role: "user", content: "Why?" },
  ];
  expect(ask({ messages }).threadName).toBeUndefined();
});

function fixture(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../test/clients/requests", `${name}.json`), "utf8"));
}
