import { once } from "node:events";
import type { FastifyReply } from "fastify";

const silenceMilliseconds = 12_000;
const heldCharactersMax = 16_384;

/** Nothing between us and the reader may keep or change what streams. */
export const streamHeaders = { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" } as const;

export interface StreamForm {
  headers: Readonly<Record<string, string>>;
  /** Sent after a silence, so that proxies keep the stream open. */
  heartbeat: string;
  /** The reader learns that it was let in before there is anything to tell; else the head goes with the first piece. */
  isOpenedAtOnce?: boolean;
}

/** Writes pieces of text until they end or the client leaves. A reader that is slow is waited for. What is whole goes at once. */
export async function writeStream(
  reply: FastifyReply,
  { headers, heartbeat, isOpenedAtOnce = false }: StreamForm,
  chunks: AsyncIterable<string> | string,
): Promise<void> {
  reply.hijack();
  const socket = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) {
      socket.setHeader(name, value);
    }
  }
  socket.writeHead(200, { ...streamHeaders, ...headers });
  if (typeof chunks === "string") {
    socket.end(chunks);
    return;
  }
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
  // What comes without waiting goes together: sending many small pieces takes longer than making them.
  const plan = () => {
    if (!isPlanned) process.nextTick(flush);
    isPlanned = true;
  };
  if (isOpenedAtOnce) plan();
  const silence = setInterval(() => socket.write(heartbeat), silenceMilliseconds);
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
  // Takes the listener away that is still there: a slow reader is waited for many times.
  waiting.abort();
}
