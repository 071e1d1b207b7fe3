import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyReply } from "fastify";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { ServerSentEvent } from "../contract/event-stream.ts";
import { writeEventStream, writeStream } from "./stream.ts";

const form = { headers: { "content-type": "text/plain" }, heartbeat: ":still here\n\n" };
const padding = "x".repeat(65_536);
afterEach(() => void vi.useRealTimers());

/** A server with one stream, and a reader that can be arbitrarily slow. */
async function serve(write: (reply: FastifyReply) => Promise<void>, connection = "keep-alive") {
  const http = Fastify();
  const finished = Promise.withResolvers<void>();
  let response: NodeJS.EventEmitter | undefined;
  http.get("/", async (_request, reply) => {
    response = reply.raw;
    reply.header("x-request-id", "req_1");
    await write(reply).then(finished.resolve, finished.reject);
  });
  await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  const socket = connect(Number(new URL(http.listeningOrigin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
  return { socket, finished: finished.promise, listeners: (name: string) => response?.listenerCount(name) ?? -1 };
}

const serveEvents = (events: AsyncIterable<ServerSentEvent>) => serve((reply) => writeEventStream(reply, events));

/** Reads the stream as fast as it arrives. */
async function readStream(chunks: AsyncIterable<string>) {
  const { socket } = await serve((reply) => writeStream(reply, form, chunks), "close");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  return { socket, text: () => text };
}

async function readUntil(socket: Socket, end: string): Promise<string> {
  const read: string[] = [];
  for await (const chunk of socket) {
    read.push(String(chunk));
    // The end may be split over two chunks.
    if (read.slice(-2).join("").includes(end)) {
      return read.join("");
    }
  }
  throw new Error(`The stream ended before ${end}.`);
}

test("headers set before the stream starts are sent with it", async () => {
  const { socket, finished } = await serveEvents(
    (async function* () {
      yield { id: 1, event: "log", data: { line: "one" } };
    })(),
  );
  const text = await readUntil(socket, "one");
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toContain("x-request-id: req_1\r\n");
  expect(text).toContain('id: 1\nevent: log\ndata: {"line":"one"}\n\n');
  await finished;
});

test("the headers are sent before the first event exists", async () => {
  const first = Promise.withResolvers<void>();
  const { socket, finished } = await serveEvents(
    (async function* () {
      await first.promise;
      yield { id: 1, event: "log", data: "late" };
    })(),
  );
  await once(socket, "readable");
  first.resolve();
  // The headers don't wait for the first heartbeat, which comes much later.
  expect(await readUntil(socket, "late")).not.toContain(": still here");
  await finished;
});

test("the stream pauses whenever the reader is slow, and leaves no listeners behind", async () => {
  let written = 0;
  let listenersMost = 0;
  const events = async function* () {
    for (; written < 400; written++) {
      yield { id: written, event: "log", data: padding };
      listenersMost = Math.max(listenersMost, stream.listeners("close") + stream.listeners("drain"));
    }
    yield { id: written, event: "log", data: "the last" };
  };
  const stream = await serveEvents(events());
  // The reader doesn't read, so the writer has to pause long before the end.
  await once(stream.socket, "readable");
  let before = -1;
  await expect
    .poll(() => {
      const isAtRest = before === written;
      before = written;
      return isAtRest;
    })
    .toBe(true);
  expect(written).toBeLessThan(400);
  await readUntil(stream.socket, "the last");
  await stream.finished;
  expect(listenersMost).toBeLessThan(10);
});

test("the stream ends if a slow reader disconnects while the stream is paused", async () => {
  let isReturned = false;
  const { socket, finished } = await serveEvents(
    (async function* () {
      try {
        for (let id = 0; ; id++) {
          yield { id, event: "log", data: padding };
        }
      } finally {
        isReturned = true;
      }
    })(),
  );
  await once(socket, "readable");
  socket.destroy();
  await finished;
  expect(isReturned).toBe(true);
});

test("a source that fails ends the stream and closes the reader's connection", async () => {
  const { socket, finished } = await serveEvents(
    (async function* () {
      yield { id: 1, event: "log", data: "one" };
      throw new Error("away");
    })(),
  );
  await expect(finished).rejects.toThrow("away");
  await readUntil(socket, "\r\n0\r\n\r\n");
});

test("a stream that is silent for twelve seconds sends a heartbeat and continues", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const more = Promise.withResolvers<void>();
  const { socket, text } = await readStream(
    (async function* () {
      yield "first";
      await more.promise;
      yield "second";
    })(),
  );
  while (!text().includes("first")) await once(socket, "data");
  expect(text()).not.toContain(":still here");
  vi.advanceTimersByTime(12_000);
  while (!text().includes(":still here")) await once(socket, "data");
  more.resolve();
  await once(socket, "close");
  expect(text()).toContain("second");
});

test("chunks that are available at once are sent in one piece, and later chunks separately", async () => {
  const later = Promise.withResolvers<void>();
  const { socket, text } = await readStream(
    (async function* () {
      yield "one ";
      yield "two";
      await later.promise;
      yield "three";
    })(),
  );
  while (!text().includes("two")) await once(socket, "data");
  expect(text()).toContain("7\r\none two\r\n");
  later.resolve();
  await once(socket, "close");
  expect(text()).toMatch(/5\r\nthree\r\n0\r\n\r\n$/);
});
