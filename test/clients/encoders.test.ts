import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnswerEvent, Encode, FoundPage } from "../../src/assistant/answer-event.ts";
import { createV1Encoder } from "../../src/assistant/encode-v1.ts";
import { createV2Encoder } from "../../src/assistant/encode-v2.ts";

const messageId = "msg_5b1e0c7a93d24f68";
const threadId = "thr_8f2c41d07b9e4a53a1c6e0f7d2b94e18";
const start: AnswerEvent = { type: "start", messageId, threadId };

const answer: AnswerEvent[] = [
  start,
  { type: "step-start" },
  { type: "search-call", callId: "call_1", query: "install" },
  {
    type: "search-result",
    callId: "call_1",
    pages: [
      page("/install", "Install", "Run `npm install lectern`, then start the server."),
      page("/requirements", "Requirements", "Node 22 or newer is required."),
    ],
  },
  { type: "step-finish", reason: "tool-calls", usage: { inputTokens: 210, outputTokens: 14 } },
  { type: "step-start" },
  { type: "text", text: "Run " },
  { type: "text", text: "`npm install lectern`.\n" },
  { type: "text", text: "You need Node 22." },
  { type: "step-finish", reason: "stop", usage: { inputTokens: 640, outputTokens: 22 } },
  { type: "finish", reason: "stop", usage: { inputTokens: 850, outputTokens: 36 } },
];

const refusal: AnswerEvent[] = [
  start,
  { type: "step-start" },
  { type: "text", text: "I can only answer questions about this documentation." },
  { type: "step-finish", reason: "stop", usage: { inputTokens: 180, outputTokens: 9 } },
  { type: "finish", reason: "stop", usage: { inputTokens: 180, outputTokens: 9 } },
];

const failure: AnswerEvent[] = [
  ...answer.slice(0, 7),
  { type: "error", sentence: "The assistant is not available right now. Please try again." },
];

describe.each([
  ["v4", createV1Encoder],
  ["v2", createV2Encoder],
])("the encoder of %s", (format, createEncoder: () => Encode) => {
  test.each([
    ["recommended", answer],
    ["refusal", refusal],
    ["error", failure],
  ])("writes the %s stream byte for byte", (name, events) => {
    const encode = createEncoder();
    const expected = readFileSync(join(import.meta.dirname, "streams", `${format}-stream-${name}.txt`), "utf8");
    expect(events.map(encode).join("")).toBe(expected);
  });
});

test("a page found by two searches is sent as a source once", () => {
  const [first] = [page("/install", "Install", "Run it.")];
  const again: AnswerEvent[] = [
    start,
    { type: "step-start" },
    { type: "search-result", callId: "call_1", pages: [first] },
    { type: "step-start" },
    { type: "search-result", callId: "call_2", pages: [first, page("/more", "More", "Else.")] },
    { type: "step-start" },
  ];
  const encode = createV2Encoder();
  const sent = again.map(encode).join("");
  expect(sent.match(/"type":"source-url"/g)).toHaveLength(2);
  expect(sent).toContain('"sourceId":"src_2","url":"https://docs.example.com/more"');
});

test("source lines can be left out for old clients", () => {
  const encode = createV1Encoder({ sendsSources: false });
  expect(answer.map(encode).join("")).not.toMatch(/^h:/m);
});

function page(path: string, title: string, content: string): FoundPage {
  return { content, path, url: `https://docs.example.com${path}`, metadata: { title } };
}
