import { createDecoder, type Decoder, readVarString, readVarUint, readVarUint8Array } from "lib0/decoding";
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from "lib0/encoding";

/**
 * Live editing. A browser tab opens one WebSocket per draft, at `/v1/dashboard/project/{projectId}/drafts/{draftId}/live`,
 * and any number of pages on that connection, numbered by the tab. Every message is binary: its kind, then its fields.
 *
 *     browser                                server
 *                                       <--  hello: who you are, and whether you may write
 *     open: path, epoch and state       -->
 *                                       <--  opened: the epoch, and everything that the state lacks
 *     update 1: a change                -->
 *                                       <--  saved 1: it is in the database, and now others receive it
 *                                       <--  update: a change that somebody else made
 *     awareness: where the caret is     -->
 *                                       <--  awareness: where others are
 *     close                             -->
 *                                       <--  people: who has which page of the draft open
 *
 * Changes and states are those of Yjs, awareness is that of y-protocols. A change that wasn't saved is sent again after a
 * reconnect; applying it twice does no harm. The epoch identifies the text. If the file was removed and created again,
 * the epochs differ, and the server refuses to merge the two texts. Between its messages the server sends a beat, so
 * that both sides notice a dead connection.
 */
export type ClientMessage =
  | { kind: "open"; page: number; path: string; epoch: string; state: Uint8Array }
  | { kind: "close"; page: number }
  | { kind: "update"; page: number; number: number; update: Uint8Array }
  | { kind: "awareness"; page: number; update: Uint8Array };

export type ServerMessage =
  | { kind: "hello"; client: string; canWrite: boolean; name: string; color: string }
  | { kind: "opened"; page: number; epoch: string; update: Uint8Array }
  | { kind: "update"; page: number; update: Uint8Array }
  | { kind: "saved"; page: number; number: number }
  | { kind: "awareness"; page: number; update: Uint8Array }
  | { kind: "refused"; page: number; number: number; reason: Refusal; message: string }
  | { kind: "people"; people: LivePerson[] }
  | { kind: "beat" };

/**
 * Why a message was refused. `replaced`: the file was removed and created again, so the browser has a different text.
 * `missing`: the draft has no such text. `behind`: the change builds on changes that the server doesn't have. `later`:
 * try again.
 */
export type Refusal = "replaced" | "missing" | "too_large" | "behind" | "read_only" | "invalid" | "later";

/** A person who has a page open. Listed once per page. */
export interface LivePerson {
  client: string;
  name: string;
  color: string;
  path: string;
}

/** Why the server closes a connection. Browsers reconnect at once after `restart`, and later after the other codes. */
export const liveCloseCodes = {
  restart: 1012,
  invalid: 1003,
  tooLarge: 1009,
  /** The person signed out, was removed or has another role. The next connection shows which. */
  refused: 4001,
  /** The draft was published, discarded or removed. */
  over: 4002,
  flood: 4003,
  slow: 4004,
} as const;

/** The server sends something at least this often, even if nothing happens. */
export const beatMilliseconds = 15_000;

type FieldType = "number" | "text" | "bytes";

/**
 * The fields of each kind, in the order in which they are sent, or `json`. A kind is sent as its position in the list.
 */
type Formats<Kind extends string = string> = Readonly<Record<Kind, Readonly<Record<string, FieldType>> | "json">>;

const clientFormats: Formats<ClientMessage["kind"]> = {
  open: { page: "number", path: "text", epoch: "text", state: "bytes" },
  close: { page: "number" },
  update: { page: "number", number: "number", update: "bytes" },
  awareness: { page: "number", update: "bytes" },
};

const serverFormats: Formats<ServerMessage["kind"]> = {
  hello: "json",
  opened: { page: "number", epoch: "text", update: "bytes" },
  update: { page: "number", update: "bytes" },
  saved: { page: "number", number: "number" },
  awareness: { page: "number", update: "bytes" },
  refused: { page: "number", number: "number", reason: "text", message: "text" },
  people: "json",
  beat: "json",
};

export function encodeClientMessage(message: ClientMessage): Uint8Array<ArrayBuffer> {
  return encode(clientFormats, message);
}

/** Throws for invalid messages. */
export function decodeClientMessage(bytes: Uint8Array): ClientMessage {
  return decode(clientFormats, bytes) as ClientMessage;
}

export function encodeServerMessage(message: ServerMessage): Uint8Array<ArrayBuffer> {
  return encode(serverFormats, message);
}

export function decodeServerMessage(bytes: Uint8Array): ServerMessage {
  return decode(serverFormats, bytes) as ServerMessage;
}

const codecs = {
  number: { write: writeVarUint, read: readVarUint },
  text: { write: writeVarString, read: readVarString },
  // Copies the bytes, because the original may be a view of a reused buffer.
  bytes: { write: writeVarUint8Array, read: (decoder: Decoder) => readVarUint8Array(decoder).slice() },
};

function encode(formats: Formats, message: ClientMessage | ServerMessage): Uint8Array<ArrayBuffer> {
  const encoder = createEncoder();
  writeVarUint(encoder, Object.keys(formats).indexOf(message.kind));
  const fields = formats[message.kind] ?? "json";
  if (fields === "json") writeVarString(encoder, JSON.stringify(message));
  else {
    const values: Readonly<Record<string, unknown>> = { ...message };
    for (const [name, type] of Object.entries(fields)) codecs[type].write(encoder, values[name] as never);
  }
  return toUint8Array(encoder);
}

function decode(formats: Formats, bytes: Uint8Array): unknown {
  const decoder = createDecoder(bytes);
  const [kind, fields] = Object.entries(formats)[readVarUint(decoder)] ?? [];
  if (fields === undefined) throw new Error("The message has an unknown kind.");
  if (fields === "json") return JSON.parse(readVarString(decoder));
  const values = Object.entries(fields).map(([name, type]) => [name, codecs[type].read(decoder)]);
  return { kind, ...Object.fromEntries(values) };
}
