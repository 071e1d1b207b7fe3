import { once } from "node:events";
import type { FastifyReply } from "fastify";

const heartbeatMilliseconds = 15_000;

export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}

/**
 * Writes server-sent events until they end, the client leaves or the server stops. A reader that is slow is waited for; a
 * silent stream says a word now and then, so that proxies keep it open.
 */
export async function writeEventStream(reply: FastifyReply, events: AsyncIterable<StreamEvent>): Promise<void> {
  reply.hijack();
  const socket = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) {
      socket.setHeader(name, value);
    }
  }
  socket.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  socket.flushHeaders();
  const heartbeat = setInterval(() => socket.write(": still here\n\n"), heartbeatMilliseconds);
  try {
    for await (const { id, event, data } of events) {
      const taken = socket.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!taken && !socket.destroyed) {
        const waiting = new AbortController();
        const { signal } = waiting;
        await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]);
        // Takes the listener away that is still there: a slow reader is waited for many times.
        waiting.abort();
      }
      if (socket.destroyed) {
        break;
      }
    }
  } finally {
    clearInterval(heartbeat);
    socket.end();
  }
}
