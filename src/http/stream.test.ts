import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { writeStream } from "./stream.ts";

const form = { headers: { "content-type": "text/plain" }, heartbeat: ":still here\n\n" };
afterEach(() => void vi.useRealTimers());

/** A server with one stream, and a reader of that stream. */
async function prepare(chunks: AsyncIterable<string>): Promise<{ socket: Socket; text(): string }> {
  const http = Fastify();
  http.get("/", (_request, reply) => writeStream(reply, form, chunks));
  await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  const socket = connect(Number(new URL(http.listeningOrigin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  return { socket, text: () => text };
}

test("a stream that is silent for twelve seconds sends a heartbeat and continues", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const more = Promise.withResolvers<void>();
  const { socket, text } = await prepare(
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
  const { socket, text } = await prepare(
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
