import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { ServerSentEvent } from "../contract/event-stream.ts";

const silenceMilliseconds = 12_000;
const heldCharactersMax = 16_384;

/** Keeps proxies from buffering or transforming the stream. */
const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" } as const;

export interface StreamForm {
  headers: Readonly<Record<string, string>>;
  /** Sent after a silence, so that proxies keep the stream open. */
  heartbeat: string;
  /** Sends the headers right away instead of together with the first chunk. */
  isOpenedAtOnce?: boolean;
}

/** Writes chunks until they end or the client disconnects. A complete text is sent in a single write. */
export async function writeStream(
  reply: FastifyReply,
  { headers, heartbeat, isOpenedAtOnce = false }: StreamForm,
  chunks: AsyncIterable<string> | string,
): Promise<void> {
  const socket = reply.raw;
  const allHeaders = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...streamHeaders, ...headers };
  if (typeof chunks === "string") {
    // With a content length Node sends head and body together, unchunked.
    socket.writeHead(200, { ...allHeaders, "content-length": Buffer.byteLength(chunks) });
    reply.hijack();
    socket.end(chunks);
    return;
  }
  socket.writeHead(200, allHeaders);
  // Only now, because Fastify doesn't answer anymore afterwards, not even if a header is refused.
  reply.hijack();
  let held = "";
  let isPlanned = false;
  const flush = () => {
    isPlanned = false;
    const text = held;
    held = "";
    if (socket.destroyed || socket.writableEnded) return;
    if (text !== "") socket.write(text);
    else socket.flushHeaders();
  };
  // Chunks that arrive in the same tick are sent together, because many small writes cost more than producing the
  // chunks.
  const plan = () => {
    if (!isPlanned) process.nextTick(flush);
    isPlanned = true;
  };
  if (isOpenedAtOnce) plan();
  const silence = setInterval(() => {
    // A reader that has stopped gets no more, so that its connection times out.
    if (!socket.writableNeedDrain) socket.write(heartbeat);
  }, silenceMilliseconds);
  try {
    for await (const chunk of chunks) {
      if (socket.destroyed) {
        break;
      }
      silence.refresh();
      held += chunk;
      if (held.length < heldCharactersMax) plan();
      else flush();
      if (socket.writableNeedDrain) {
        await drained(socket);
      }
    }
  } finally {
    clearInterval(silence);
    socket.end(held);
    held = "";
  }
}

async function drained(socket: FastifyReply["raw"]): Promise<void> {
  if (socket.destroyed) {
    return;
  }
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]);
  // Removes the other listener, because a slow client may make us wait many times.
  waiting.abort();
}

const eventForm: StreamForm = {
  headers: { "content-type": "text/event-stream; charset=utf-8" },
  heartbeat: ": still here\n\n",
  isOpenedAtOnce: true,
};

/** Writes server-sent events until they end or the client disconnects. */
export function writeEventStream(reply: FastifyReply, events: AsyncIterable<ServerSentEvent>): Promise<void> {
  return writeStream(reply, eventForm, encodeEvents(events));
}

async function* encodeEvents(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<string> {
  for await (const { id, event, data } of events) {
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
