import { expect, test } from "vitest";
import { nothingRead, type ReadAnswer, readMore, type StreamVersion } from "./answer-reader.ts";

const page = { path: "/start", content: "Run it.", metadata: { title: "Start", heading: "First", score: 0.8 } };
const passage = { title: "Start", section: "First", path: "/start", content: "Run it.", score: 0.8 };

const streams: Record<StreamVersion, string> = {
  v1: `f:{"messageId":"msg_1"}\n9:{"toolCallId":"c"}\na:${JSON.stringify({ toolCallId: "c", result: [page] })}\n0:"Run "\n\n0:"it."\nd:{"type":"finish","threadId":"thr_1","outcome":"suggested","modelProblem":"timeout"}\n`,
  v2: [
    { type: "start", messageId: "msg_1", messageMetadata: { threadId: "thr_1" } },
    { type: "tool-output-available", toolCallId: "c", output: [page] },
    { type: "text-delta", id: "t", delta: "Run " },
    { type: "text-delta", id: "t", delta: "it." },
    { type: "finish", messageMetadata: { type: "finish", outcome: "suggested", modelProblem: "timeout" } },
  ]
    .map((part) => `data: ${JSON.stringify(part)}\n\n`)
    .join(": hb\n\n")
    .concat("data: [DONE]\n\n"),
};

test.each(["v1", "v2"] as const)("an answer in format %s is read the same wherever its chunks are split", (version) => {
  const stream = streams[version];
  for (let size = 1; size <= stream.length; size += 7) {
    let answer: ReadAnswer = nothingRead;
    for (let at = 0; at < stream.length; at += size) {
      answer = readMore(answer, version, stream.slice(at, at + size));
    }
    expect(answer).toEqual({
      text: "Run it.",
      passages: [passage],
      threadId: "thr_1",
      messageId: "msg_1",
      error: undefined,
      ending: { outcome: "suggested", nearest: [], isByModel: false, modelProblem: "timeout", isCited: true },
      raw: stream,
    });
  }
});

test("an error in the stream of an answer is reported", () => {
  expect(readMore(nothingRead, "v1", '3:"Try again later."\n').error).toBe("Try again later.");
  expect(readMore(nothingRead, "v2", 'data: {"type":"error","errorText":"Later."}\n\n').error).toBe("Later.");
});
