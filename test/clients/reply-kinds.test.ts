import "./document.ts";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { useChat } from "@ai-sdk/react";
import { parseDataStreamPart } from "@ai-sdk/ui-utils";
import { DefaultChatTransport } from "ai";
import { useChat as useChatV4 } from "ai-react-v1";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { chatVersions, openChat, textOf } from "./chat.ts";
import { renderHook } from "./render-hook.ts";

const install = { url: "https://docs.example.com/install", title: "Install" };
const requirements = { url: "https://docs.example.com/requirements", title: "Requirements" };

/** The kinds of reply, by the name of their stream. Each has finish metadata that clients must pass on unchanged. */
const replies = {
  recommended: { metadata: { outcome: "answered" }, start: "Run ", sources: [install, requirements] },
  suggestions: {
    metadata: { outcome: "suggested", answeredBy: "builtin", modelProblem: "timeout" },
    start: "These sections may help:",
    sources: [install],
  },
  refusal: {
    metadata: { outcome: "not_in_docs", nearest: [requirements.url] },
    start: "I can only answer",
    sources: [],
  },
};
const kinds = Object.entries(replies);

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(streamOf(request.url?.slice(1) ?? ""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe.each(chatVersions)("the chat SDK %s", (_version, load) => {
  test.each(kinds)("the client reads the kind and the sources of %s", async (name, { metadata, start, sources }) => {
    const chat = await openChat(load, { url: `${url}/v2-stream-${name}`, key: "svc_dsc_x", body: {} });
    await chat.ask("How do I install?");
    const answer = chat.messages.at(-1);
    expect([chat.status, chat.error, chat.requests]).toEqual(["ready", undefined, 1]);
    expect(textOf(answer).startsWith(start)).toBe(true);
    expect(answer?.metadata).toMatchObject(metadata);
    expect(answer?.parts.filter(({ type }) => type === "source-url")).toMatchObject(sources);
  });
});

test.each(kinds)("useChat of chat SDK 7 shows the kind and the sources of %s", async (name, reply) => {
  const transport = new DefaultChatTransport({ api: `${url}/v2-stream-${name}` });
  const chat = renderHook(() => useChat({ transport }));
  await chat.current.sendMessage({ text: "How do I install?" });
  await vi.waitFor(() => expect(chat.current.status).toBe("ready"), 60_000);
  const answer = chat.current.messages.at(-1);
  expect(chat.current.error).toBeUndefined();
  expect(answer?.metadata).toMatchObject(reply.metadata);
  expect(answer?.parts.filter(({ type }) => type === "source-url")).toMatchObject(reply.sources);
});

test.each(kinds)("useChat of chat SDK 4 shows the kind and the sources of %s", async (name, reply) => {
  const chat = renderHook(() => useChatV4({ api: `${url}/v4-stream-${name}`, streamProtocol: "data", maxSteps: 5 }));
  await chat.current.append({ role: "user", content: "How do I install?" });
  await vi.waitFor(() => expect(chat.current.status).toBe("ready"), 60_000);
  const { messages, data, error } = chat.current;
  const answer = messages.at(-1);
  expect([error, messages.length]).toEqual([undefined, 2]);
  expect(answer?.content.startsWith(reply.start)).toBe(true);
  expect(data?.at(-1)).toMatchObject(reply.metadata);
  expect(answer?.annotations?.at(-1)).toMatchObject(reply.metadata);
  const sources = answer?.parts?.flatMap((part) => (part.type === "source" ? [part.source] : []));
  expect(sources).toMatchObject(reply.sources);
});

test.each(kinds)("chat SDK 4 knows every line of %s", (name) => {
  const lines = streamOf(`v4-stream-${name}`).trim().split("\n");
  expect(() => lines.map((line) => parseDataStreamPart(line))).not.toThrow();
});

function streamOf(name: string): string {
  return readFileSync(join(import.meta.dirname, "streams", `${name}.txt`), "utf8");
}
