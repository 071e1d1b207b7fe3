import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { createHttp, type HttpOptions } from "./create-http.ts";
import { oneAtATime } from "./limit-connections.ts";

const logLines: string[] = [];
const log = createLog("warn", "api", { write: (line) => logLines.push(line) });

async function listen(options: Partial<HttpOptions>): Promise<(localAddress?: string) => Socket> {
  const http = createHttp({ log, trustedProxies: [], operations: {}, ...options });
  await http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  onTestFinished(async () => {
    http.server.closeAllConnections();
    await http.close();
  });
  return (localAddress = "127.0.0.1") => connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const isAnswered = async (socket: Socket) => {
  socket.write(get("/"));
  return Promise.race([once(socket, "data").then(() => true), once(socket, "close").then(() => false)]);
};

test("one address can only open a limited number of connections, and others are still answered", async () => {
  const open = await listen({ connectionsPerAddressMax: 2 });
  const [first, second] = [open(), open()];
  expect([await isAnswered(first), await isAnswered(second), await isAnswered(open())]).toEqual([true, true, false]);
  expect(await isAnswered(open("127.0.0.2"))).toBe(true);
  expect(logLines.join()).toContain("127.0.0.1");
  first.destroy();
  await expect.poll(() => isAnswered(open())).toBe(true);
});

test("a trusted proxy can open any number of connections", async () => {
  const open = await listen({ connectionsPerAddressMax: 1, trustedProxies: ["127.0.0.0/8"] });
  expect([await isAnswered(open()), await isAnswered(open())]).toEqual([true, true]);
});

/** A server that answers each request when the test says so. */
async function listenWaiting() {
  const started: string[] = [];
  let answer: () => void = () => {};
  const open = await listen({
    intercept: ({ url = "" }, response) => {
      started.push(url);
      answer = () => response.end(url);
      return true;
    },
  });
  return { started, open, answer: () => answer() };
}

test("requests that a client sends together are answered one after the other, in order", async () => {
  const { started, open, answer } = await listenWaiting();
  const socket = open();
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  socket.write(["/1", "/2", "/3"].map(get).join(""));
  for (const count of [1, 2, 3]) {
    await expect.poll(() => started.length).toBe(count);
    await setImmediate();
    expect(started).toHaveLength(count);
    answer();
  }
  await expect.poll(() => received.match(/(?<=\r\n)\/\d/g)).toEqual(["/1", "/2", "/3"]);
});

test("a client that sends a thousand requests without reading the replies is disconnected", async () => {
  const { started, open } = await listenWaiting();
  const socket = open();
  socket.write(get("/").repeat(1_000));
  await once(socket, "close");
  expect(started).toHaveLength(1);
});

test("a request that waited runs outside the async context of the request before it", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const listener = oneAtATime(({ url = "" }, response) => {
    seen.push(context.getStore());
    context.run(url, () => response.end());
  });
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.resume().write(["/1", "/2", "/3"].map(get).join(""));
  await expect.poll(() => seen).toEqual([undefined, undefined, undefined]);
});
