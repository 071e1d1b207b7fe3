import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

const bodyMilliseconds = 30_000;
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Reads a body before the framework does, which gets it again below. Undefined when the client has left meanwhile. */
export function readBodyAhead(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Whoever sends a body a byte at a time would else hold the connection for long.
    const timer = setTimeout(() => request.destroy(), bodyMilliseconds).unref();
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      clearTimeout(timer);
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      bodies.set(request, body);
      resolve(body.toString());
    });
    request.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

/** The body of a request that was read ahead, as a stream again. */
export function bodyReadAhead(request: IncomingMessage): Readable | undefined {
  const body = bodies.get(request);
  return body && Readable.from([body], { objectMode: false });
}
