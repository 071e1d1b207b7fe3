import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { processDataStream } from "@ai-sdk/ui-utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { chatVersions, openChat, textOf } from "./chat.ts";

const threadId = "thr_8f2c41d07b9e4a53a1c6e0f7d2b94e18";
let server: Server;
let url: string;
let write: (text: string) => Iterable<string>;

/** The ways in which a stream may arrive at a client: whole, in pieces, or with heartbeats. */
const ways: [string, (text: string, heartbeat: string) => Iterable<string>][] = [
  ["in one piece", (text) => [text]],
  ["in pieces of seven bytes", (text) => text.match(/[\s\S]{1,7}/g) ?? []],
  [
    "with heartbeats between its parts",
    (text, heartbeat) =>
      text.split(/(?<=\n)/).flatMap((part) => [part, part === "\n" || heartbeat === "\n" ? heartbeat : ""]),
  ],
];

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", async () => {
      const name = `${request.url?.slice(1)}.txt`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of write(readFileSync(join(import.meta.dirname, "streams", name), "utf8"))) {
        response.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe.each(chatVersions)("the chat SDK %s", (_version, load) => {
  test.each(ways)("the client reads the recommended stream %s", async (_way, cut) => {
    write = (text) => cut(text, operations.sendMessageV2.reply.chunks.heartbeat);
    const chat = await openChat(load, { url: `${url}/v2-stream-recommended`, key: "svc_dsc_x", body: {} });
    await chat.ask("How do I install?");
    const answer = chat.messages.at(-1);
    expect([chat.status, chat.error, chat.requests]).toEqual(["ready", undefined, 1]);
    expect(textOf(answer)).toBe("Run `npm install lectern-docs`.\nYou need Node 22.");
    expect(answer?.metadata).toMatchObject({ threadId, type: "finish", finishReason: "stop" });
    expect(answer?.parts.filter(({ type }) => type === "source-url")).toHaveLength(2);
  });

  test("the client reports an error in the middle of a stream and keeps the text before it", async () => {
    write = (text) => [text];
    const chat = await openChat(load, { url: `${url}/v2-stream-error`, key: "svc_dsc_x", body: {} });
    await chat.ask("How do I install?");
    expect([chat.status, chat.error?.message]).toEqual([
      "error",
      "The assistant is not available right now. Please try again.",
    ]);
    expect(textOf(chat.messages.at(-1))).toBe("Run ");
  });
});

describe("the parser of chat SDK 4", () => {
  test.each(ways)("the client reads the recommended stream %s", async (_way, cut) => {
    write = (text) => cut(text, operations.sendMessageV1.reply.chunks.heartbeat);
    const response = await fetch(`${url}/v4-stream-recommended`, { method: "POST" });
    let text = "";
    const received: unknown[] = [];
    await processDataStream({
      stream: response.body as ReadableStream<Uint8Array>,
      onTextPart: (part) => {
        text += part;
      },
      onDataPart: (part) => void received.push(...part),
      onMessageAnnotationsPart: (part) => void received.push(...part),
      onErrorPart: (part) => {
        throw new Error(part);
      },
    });
    expect(text).toBe("Run `npm install lectern-docs`.\nYou need Node 22.");
    expect(received.filter((item) => (item as { type: string }).type === "finish")).toEqual([
      { type: "finish", threadId, outcome: "answered" },
      { type: "finish", threadId, outcome: "answered" },
    ]);
  });
});
