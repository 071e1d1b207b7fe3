import { hash } from "node:crypto";
import type { Static } from "typebox";
import type { AssistantMessage, AssistantQuestion } from "../contract/assistant-schemas.ts";
import { AppError } from "../platform/errors.ts";
import { type Attachment, readAttachments } from "./read-attachments.ts";

/** A visitor's question, regardless of the API version it came in. */
export interface Question {
  text: string;
  /** The client's ID for the message that contains the question. */
  messageId: string | undefined;
  fp: string;
  threadName: string | undefined;
  retrievalPageSize: number;
  filter: Readonly<Record<string, unknown>>;
  context: NonNullable<QuestionBody["context"]>;
  currentPath: string | undefined;
  /** The files attached to the question. */
  attachments?: readonly Attachment[];
  /** The conversation as the client reports it, used only if the thread is unknown. */
  earlier: readonly EarlierMessage[];
}

export interface EarlierMessage {
  role: "user" | "assistant";
  text: string;
}

type QuestionBody = Static<typeof AssistantQuestion>;
type MessageBody = Static<typeof AssistantMessage>;

const questionCharactersMax = 8_000;
const retrievalPageSizeMax = 50;
const threadNameMax = 128;
const earlierMax = 20;

/**
 * Reads the question of a version 4 client. Later clients are refused, because they would show neither the answer nor
 * an error.
 */
export function readV1Question(domain: string, body: QuestionBody): Question {
  const isNewerClient =
    body.trigger !== undefined && !body.messages.some((message) => typeof message.content === "string");
  if (isNewerClient) {
    throw new AppError("bad_request", `This client must use /discovery/v2/assistant/${domain}/message`);
  }
  return readQuestion(body);
}

/** The question is the newest user message; nothing else the client sends has any authority. */
export function readQuestion(body: QuestionBody): Question {
  const at = body.messages.findLastIndex((message) => message.role === "user" && textOf(message) !== "");
  const message = body.messages[at];
  if (message === undefined) {
    throw new AppError("bad_request", "No user message contains text; send the question as a user message.");
  }
  const text = textOf(message);
  if (text.length > questionCharactersMax) {
    throw new AppError("bad_request", `The question is longer than ${questionCharactersMax} characters; shorten it.`);
  }
  return {
    text,
    messageId: message.id,
    fp: body.fp,
    // An empty text is what a form starts with.
    threadName: body.threadId || threadOf(body.messages),
    retrievalPageSize: Math.min(Math.floor(body.retrievalPageSize ?? 5), retrievalPageSizeMax),
    filter: body.filter ?? {},
    context: body.context ?? [],
    currentPath: body.currentPath,
    attachments: readAttachments(message),
    earlier: body.messages.slice(0, at).flatMap(earlierMessage).slice(-earlierMax),
  };
}

function textOf({ content, parts = [] }: MessageBody): string {
  if (typeof content === "string" && content.trim() !== "") {
    return content.trim();
  }
  return parts
    .flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : []))
    .join("\n")
    .trim();
}

function earlierMessage(message: MessageBody): EarlierMessage[] {
  const text = textOf(message).slice(0, questionCharactersMax);
  // Anyone may have the key, so a client may not send system messages.
  return text !== "" && (message.role === "user" || message.role === "assistant") ? [{ role: message.role, text }] : [];
}

/** Clients that don't keep the thread ID still send back the metadata of our last answer. */
function threadOf(messages: readonly MessageBody[]): string | undefined {
  const newest = messages.findLast((message) => message.role === "assistant");
  const items: unknown[] = [newest?.metadata, ...(Array.isArray(newest?.annotations) ? newest.annotations : [])];
  const names = items.map((item) => (item as { threadId?: unknown } | null | undefined)?.threadId);
  return names.findLast(
    (name): name is string => typeof name === "string" && name !== "" && name.length <= threadNameMax,
  );
}

/** The earlier messages of the thread. The client's version of them is used only if the thread is unknown. */
export function historyOf(
  said: readonly (EarlierMessage & { id: string })[],
  questionId: string,
  { earlier }: Question,
): readonly EarlierMessage[] {
  const before = said.slice(
    0,
    said.findIndex(({ id }) => id === questionId),
  );
  return before.length > 0 ? before.map(({ role, text }) => ({ role, text })) : earlier;
}

/** Clients without message IDs send the whole conversation: the same text in the same position is the same message. */
export function positionId({ earlier, text }: Question): string {
  return `pos_${hash("sha256", `${earlier.length}\n${text}`).slice(0, 32)}`;
}
