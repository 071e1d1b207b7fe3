import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnswerEvent, Encode, FoundPage } from "../../src/assistant/answer-event.ts";
import { createV1Encoder } from "../../src/assistant/encode-v1.ts";
import { createV2Encoder } from "../../src/assistant/encode-v2.ts";

const messageId = "msg_5b1e0c7a93d24f68";
const threadId = "thr_8f2c41d07b9e4a53a1c6e0f7d2b94e18";
const start: AnswerEvent = { type: "start", messageId, threadId };

const found = [
  page("/install", "Install", "Run `npm install lectern-docs`, then start the server."),
  page("/requirements", "Requirements", "Node 22 or newer is required."),
];

const answer: AnswerEvent[] = [
  start,
  { type: "step-start" },
  { type: "search-call", callId: "call_1", query: "install" },
  { type: "search-result", callId: "call_1", pages: found },
  { type: "step-finish", reason: "tool-calls", usage: { inputTokens: 210, outputTokens: 14 } },
  { type: "step-start" },
  { type: "text", text: "Run " },
  { type: "text", text: "`npm install lectern-docs`.\n" },
  { type: "text", text: "You need Node 22." },
  { type: "sources", pages: found },
  { type: "step-finish", reason: "stop", usage: { inputTokens: 640, outputTokens: 22 } },
  { type: "finish", reason: "stop", usage: { inputTokens: 850, outputTokens: 36 }, kind: { outcome: "answered" } },
];

const refusal: AnswerEvent[] = [
  start,
  { type: "step-start" },
  { type: "text", text: "I can only answer questions about this documentation." },
  { type: "step-finish", reason: "stop", usage: { inputTokens: 180, outputTokens: 9 } },
  {
    type: "finish",
    reason: "stop",
    usage: { inputTokens: 180, outputTokens: 9 },
    kind: { outcome: "not_in_docs", nearest: ["https://docs.example.com/requirements"] },
  },
];

/** The usage of a reply that no model wrote. */
const noUsage = { inputTokens: 0, outputTokens: 0 };
const suggestions: AnswerEvent[] = [
  ...answer.slice(0, 4),
  { type: "step-finish", reason: "tool-calls", usage: noUsage },
  { type: "step-start" },
  {
    type: "texts",
    texts: [
      "These sections may help:\n\n",
      "**Install** [\\[1\\]](https://docs.example.com/install)\n\n",
      "Run `npm install lectern-docs`.",
    ],
  },
  { type: "sources", pages: found.slice(0, 1) },
  { type: "step-finish", reason: "stop", usage: noUsage },
  {
    type: "finish",
    reason: "stop",
    usage: noUsage,
    kind: { outcome: "suggested", answeredBy: "builtin", modelProblem: "timeout" },
  },
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
    ["suggestions", suggestions],
    ["refusal", refusal],
    ["error", failure],
  ])("the encoder writes the %s stream byte for byte", (name, events) => {
    const encode = createEncoder();
    const expected = readFileSync(join(import.meta.dirname, "streams", `${format}-stream-${name}.txt`), "utf8");
    expect(events.map(encode).join("")).toBe(expected);
  });
});

test("only cited pages are sent as sources, each once", () => {
  const [first, second] = found;
  if (first === undefined || second === undefined) throw new Error("The test needs two pages.");
  const events: AnswerEvent[] = [
    start,
    { type: "step-start" },
    { type: "search-result", callId: "call_1", pages: found },
    { type: "step-start" },
    { type: "sources", pages: [second, second] },
    { type: "sources", pages: [second] },
  ];
  const sent = events.map(createV2Encoder()).join("");
  expect(sent.match(/"type":"source-url"/g)).toHaveLength(1);
  expect(sent).toContain('"sourceId":"src_1","url":"https://docs.example.com/requirements"');
});

function page(path: string, title: string, content: string): FoundPage {
  return { content, path, url: `https://docs.example.com${path}`, metadata: { title } };
}
