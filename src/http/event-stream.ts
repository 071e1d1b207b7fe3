import type { FastifyReply } from "fastify";
import { writeStream } from "./write-stream.ts";

export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}

const form = {
  headers: { "content-type": "text/event-stream; charset=utf-8" },
  heartbeat: ": still here\n\n",
  isOpenedAtOnce: true,
};

/** Writes server-sent events until they end, the client leaves or the server stops. */
export function writeEventStream(reply: FastifyReply, events: AsyncIterable<StreamEvent>): Promise<void> {
  return writeStream(reply, form, written(events));
}

async function* written(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const { id, event, data } of events) {
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
