import { randomUUID } from "node:crypto";
import { finishOf } from "./answer.ts";
import type { Encode } from "./answer-event.ts";
import type { WholeAnswer } from "./whole-answer.ts";

export interface StreamIds {
  messageId: string;
  threadId: string;
}

type Template = readonly { text: string; id: keyof StreamIds | undefined }[];

// Nobody can write these into a page: they are another's in every process.
const marks: StreamIds = { messageId: `message-${randomUUID()}`, threadId: `thread-${randomUUID()}` };
const anyMark = new RegExp(`(${marks.messageId}|${marks.threadId})`);

const templates = new WeakMap<() => Encode, WeakMap<WholeAnswer, Template>>();

/**
 * The stream of an answer that is known as a whole. Readers who ask the same get the same bytes but for the ids, so it is
 * encoded once in each version, and the ids are filled in.
 */
export function encodeWhole(createEncoder: () => Encode, whole: WholeAnswer, ids: StreamIds): string {
  const known = templates.get(createEncoder) ?? new WeakMap<WholeAnswer, Template>();
  templates.set(createEncoder, known);
  const template = known.get(whole) ?? toTemplate(createEncoder(), whole);
  known.set(whole, template);
  // As they stand within JSON: a thread may have any name that its client likes.
  const { messageId, threadId } = ids;
  const filled = { messageId: JSON.stringify(messageId).slice(1, -1), threadId: JSON.stringify(threadId).slice(1, -1) };
  let stream = "";
  for (const { text, id } of template) stream += id === undefined ? text : text + filled[id];
  return stream;
}

function toTemplate(encode: Encode, { events, composed }: WholeAnswer): Template {
  const all = [{ type: "start", ...marks } as const, ...events, finishOf(composed)];
  const pieces = all.map(encode).join("").split(anyMark);
  return pieces.flatMap((text, place) => {
    if (place % 2 === 1) return [];
    const mark = pieces[place + 1];
    return [{ text, id: mark === undefined ? undefined : mark === marks.messageId ? "messageId" : "threadId" }];
  });
}
