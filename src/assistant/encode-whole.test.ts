import { expect, test } from "vitest";
import { finishOf } from "./answer.ts";
import type { AnswerEvent } from "./answer-event.ts";
import { createV1Encoder } from "./encode-v1.ts";
import { createV2Encoder } from "./encode-v2.ts";
import { encodeWhole } from "./encode-whole.ts";
import type { WholeAnswer } from "./whole-answer.ts";

const usage = { inputTokens: 0, outputTokens: 0 };
const page = { content: "Boil it.", path: "/tea", url: "https://kettle.test/tea", metadata: { title: "Tea" } };
const events: AnswerEvent[] = [
  { type: "step-start" },
  { type: "search-call", callId: "call_1", query: "messageId threadId" },
  { type: "search-result", callId: "call_1", pages: [page] },
  { type: "step-finish", reason: "tool-calls", usage },
  { type: "step-start" },
  { type: "texts", texts: ["Boil ", "it › now."] },
  { type: "step-finish", reason: "stop", usage },
];
const composed = { outcome: "answered", reason: "stop", usage, model: "builtin/extract", cited: [] } as const;
const whole: WholeAnswer = { events, text: "Boil it › now.", composed };

test.each([
  ["1", createV1Encoder],
  ["2", createV2Encoder],
])("a whole answer in version %s has the bytes of one that is encoded event by event", (_version, createEncoder) => {
  for (const threadId of ["thr_1", 'a "name" of\u2028its client\\']) {
    const ids = { messageId: `msg_${threadId.length}`, threadId };
    const encode = createEncoder();
    const start: AnswerEvent = { type: "start", ...ids };
    const expected = [start, ...events, finishOf(composed)].map((event) => encode(event)).join("");
    expect(encodeWhole(createEncoder, whole, ids)).toBe(expected);
  }
});
