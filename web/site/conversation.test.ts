import { expect, test } from "vitest";
import { Conversation } from "./conversation.ts";
import type { Send } from "./server.ts";
import type { Thread } from "./thread.ts";

const whole = [
  { type: "start", messageId: "msg_1", messageMetadata: { threadId: "thr_1" } },
  { type: "tool-output-available", output: [{ url: "https://a.example/x#y", path: "/x", metadata: { title: "X" } }] },
  { type: "text-delta", delta: "One " },
  { type: "unknown-of-the-future", delta: "?" },
  { type: "text-delta", delta: "two." },
  { type: "source-url", sourceId: "src_1", url: "https://a.example/x", title: "X" },
  { type: "source-url", sourceId: "src_2", url: "https://a.example/z", title: "Z" },
  {
    type: "finish",
    messageMetadata: {
      threadId: "thr_1",
      outcome: "suggested",
      answeredBy: "model",
      nearest: ["https://a.example/z", 5],
    },
  },
];

function streamOf(parts: readonly object[]): Response {
  return new Response(`: hb\n\n${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")}`);
}

function open(send: Send) {
  const saved: Thread[] = [];
  const conversation = new Conversation({
    send,
    reading: () => ({ path: "/here", filter: { version: "2" } }),
    load: () => undefined,
    save: (thread) => saved.push(thread),
  });
  return { conversation, saved };
}

test("an answer is assembled from its parts, and the next question belongs to the same thread", async () => {
  const bodies: Record<string, unknown>[] = [];
  const { conversation, saved } = open(async (_wish, body) => {
    bodies.push(body as Record<string, unknown>);
    return streamOf(whole);
  });
  await conversation.ask("First?");
  const sources = [
    { title: "X", url: "https://a.example/x#y", section: undefined },
    { title: "Z", url: "https://a.example/z", section: undefined },
  ];
  expect(conversation.turns[0]).toMatchObject({
    state: "done",
    text: "One two.",
    messageId: "msg_1",
    sources,
    ending: {
      outcome: "suggested",
      nearest: ["https://a.example/z"],
      isByModel: true,
      modelProblem: undefined,
      isCited: true,
    },
  });
  expect(bodies[0]).toMatchObject({ currentPath: "/here", filter: { version: "2" } });
  expect(bodies[0]).not.toHaveProperty("threadId");
  await conversation.ask("Second?");
  expect(bodies[1]).toMatchObject({ threadId: "thr_1", fp: bodies[0]?.fp });
  expect(saved.at(-1)?.turns).toHaveLength(2);
});

test("every failure of an answer has its own kind", async () => {
  const replies: Record<string, () => Promise<Response>> = {
    limit: async () => new Response("{}", { status: 429, headers: { "retry-after": "30" } }),
    refused: async () => new Response("{}", { status: 404 }),
    unavailable: async () => streamOf([whole[0] ?? {}, { type: "error", errorText: "x" }]),
    cut: async () => streamOf(whole.slice(0, 3)),
    offline: () => Promise.reject(new TypeError("Failed to fetch")),
  };
  for (const [kind, reply] of Object.entries(replies)) {
    const { conversation } = open(reply);
    await conversation.ask("Why?");
    expect(conversation.turns[0]?.problem?.kind, kind).toBe(kind);
    expect(conversation.turns[0]?.state, kind).toBe("failed");
  }
});

test("a retried question keeps its ID and position", async () => {
  const ids: unknown[] = [];
  let isBroken = true;
  const { conversation } = open(async (_wish, body) => {
    ids.push((body as { messages: { id: string }[] }).messages[0]?.id);
    if (isBroken) throw new TypeError("Failed to fetch");
    return streamOf(whole);
  });
  await conversation.ask("Again?");
  isBroken = false;
  await conversation.retry(conversation.turns[0]?.id ?? "");
  expect(ids[0]).toBe(ids[1]);
  expect(conversation.turns).toHaveLength(1);
  expect(conversation.turns[0]).toMatchObject({ state: "done", text: "One two.", problem: undefined });
});

/** A stream that stays open until the reader stops it. */
function stalledAfter(parts: readonly object[], signal: AbortSignal): Response {
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
  );
}

test("a reader who stops waiting for the language model keeps the built-in reply", async () => {
  const data = { outcome: "suggested", text: "Built-in.", sources: [{ url: "https://a.example/x", metadata: {} }] };
  const { conversation } = open(async (_wish, _body, signal) =>
    stalledAfter([{ type: "data-meanwhile", data, transient: true }], signal),
  );
  const asked = conversation.ask("Slow?");
  await new Promise<void>((resolve) => conversation.subscribe(() => conversation.turns[0]?.meanwhile && resolve()));
  expect(conversation.turns[0]).toMatchObject({ state: "thinking", text: "" });
  conversation.stop();
  await asked;
  expect(conversation.turns[0]).toMatchObject({ state: "done", text: "Built-in.", ending: { outcome: "suggested" } });
});

test("a stopped answer keeps its partial text, and late chunks don't change it", async () => {
  const { conversation } = open(async (_wish, _body, signal) => stalledAfter(whole.slice(0, 3), signal));
  const asked = conversation.ask("Long?");
  await new Promise<void>((resolve) => conversation.subscribe(() => conversation.turns[0]?.text && resolve()));
  conversation.stop();
  await asked;
  expect(conversation.turns[0]).toMatchObject({ state: "stopped", text: "One " });
  expect(conversation.isAnswering).toBe(false);
});
