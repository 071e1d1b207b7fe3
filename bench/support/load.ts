import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

const connections = 32;

/**
 * Sends as many requests as the server can handle for a while. Throws on any reply other than 200, because such replies
 * would distort the results.
 */
export async function load(url: string, seconds: number, headers: Record<string, string> = {}): Promise<Load> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, connection: "keep-alive", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  const milliseconds: number[] = [];
  await untilReachable(url, headers);
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, () => readUntil(end, { hostname, port: Number(port) }, request, milliseconds)),
  );
  const elapsed = (performance.now() - start) / 1_000;
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10;
  return { perSecond: sorted.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

/** A reference that was just started may not listen yet. */
async function untilReachable(url: string, headers: Record<string, string>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      await (await fetch(url, { headers })).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}

/**
 * Repeats a request on one connection until a point in time. It only looks for the end of each reply, because the client
 * shares the processor with the server that is measured.
 */
function readUntil(
  end: number,
  { hostname, port }: { hostname: string; port: number },
  request: Buffer,
  milliseconds: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, noDelay: true });
    let sentAt = 0;
    let head: Buffer = Buffer.alloc(0);
    let missingBytes = 0;
    let isChunked = false;
    let tail = "";
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(reason));
    };
    const send = () => {
      [head, missingBytes, isChunked, tail] = [Buffer.alloc(0), 0, false, ""];
      sentAt = performance.now();
      socket.write(request);
    };
    const finish = () => {
      const now = performance.now();
      milliseconds.push(now - sentAt);
      if (now < end) return send();
      socket.destroy();
      resolve();
    };
    const readBody = (bytes: Buffer) => {
      if (isChunked) {
        tail = (tail + bytes.subarray(-8).toString("latin1")).slice(-8);
        if (tail.endsWith("0\r\n\r\n")) finish();
        return;
      }
      missingBytes -= bytes.length;
      if (missingBytes <= 0) finish();
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a connection.")));
    socket.on("data", (bytes) => {
      if (missingBytes > 0 || isChunked) return readBody(bytes);
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const headEnd = head.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const lines = head.toString("latin1", 0, headEnd + 2);
      if (!lines.startsWith("HTTP/1.1 200 "))
        return fail(`The server replied ${lines.slice(0, lines.indexOf("\r\n"))}.`);
      isChunked = /\r\ntransfer-encoding: *chunked\r\n/i.test(lines);
      missingBytes = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(lines)?.[1] ?? 0);
      readBody(head.subarray(headEnd + 4));
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printLoad(name: string, { perSecond, p50, p99 }: Load): void {
  console.log(`  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} requests/s   p50 ${p50} ms   p99 ${p99} ms`);
}
