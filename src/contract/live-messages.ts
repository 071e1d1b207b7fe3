import { createDecoder, type Decoder, readVarString, readVarUint, readVarUint8Array } from "lib0/decoding";
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from "lib0/encoding";

/**
 * Live editing. A browser tab opens one WebSocket per draft, at `/v1/dashboard/project/{projectId}/drafts/{draftId}/live`,
 * and any number of pages on it, which it numbers itself. Every message is binary: its kind, then its fields.
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
 * reconnect; applying it twice does no harm. The epoch names the text: if the file was removed and created again, it differs,
 * and the server refuses to merge the two. Between its messages the server sends a beat, so that both sides notice a dead
 * connection.
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

const clientKinds = ["open", "close", "update", "awareness"] as const;
const serverKinds = ["hello", "opened", "update", "saved", "awareness", "refused", "people", "beat"] as const;

export function encodeClientMessage(message: ClientMessage): Uint8Array<ArrayBuffer> {
  const encoder = createEncoder();
  writeVarUint(encoder, clientKinds.indexOf(message.kind));
  writeVarUint(encoder, message.page);
  switch (message.kind) {
    case "open":
      writeVarString(encoder, message.path);
      writeVarString(encoder, message.epoch);
      writeVarUint8Array(encoder, message.state);
      break;
    case "update":
      writeVarUint(encoder, message.number);
      writeVarUint8Array(encoder, message.update);
      break;
    case "awareness":
      writeVarUint8Array(encoder, message.update);
      break;
  }
  return toUint8Array(encoder);
}

/** Throws for invalid messages. */
export function decodeClientMessage(bytes: Uint8Array): ClientMessage {
  const decoder = createDecoder(bytes);
  const kind = clientKinds[readVarUint(decoder)];
  const page = readVarUint(decoder);
  switch (kind) {
    case "open":
      return { kind, page, path: readVarString(decoder), epoch: readVarString(decoder), state: readBytes(decoder) };
    case "update":
      return { kind, page, number: readVarUint(decoder), update: readBytes(decoder) };
    case "awareness":
      return { kind, page, update: readBytes(decoder) };
    case "close":
      return { kind, page };
    default:
      throw new Error("The message has an unknown kind.");
  }
}

export function encodeServerMessage(message: ServerMessage): Uint8Array<ArrayBuffer> {
  const encoder = createEncoder();
  writeVarUint(encoder, serverKinds.indexOf(message.kind));
  switch (message.kind) {
    case "hello":
    case "people":
    case "beat":
      writeVarString(encoder, JSON.stringify(message));
      break;
    case "opened":
      writeVarUint(encoder, message.page);
      writeVarString(encoder, message.epoch);
      writeVarUint8Array(encoder, message.update);
      break;
    case "update":
    case "awareness":
      writeVarUint(encoder, message.page);
      writeVarUint8Array(encoder, message.update);
      break;
    case "saved":
      writeVarUint(encoder, message.page);
      writeVarUint(encoder, message.number);
      break;
    case "refused":
      writeVarUint(encoder, message.page);
      writeVarUint(encoder, message.number);
      writeVarString(encoder, message.reason);
      writeVarString(encoder, message.message);
      break;
  }
  return toUint8Array(encoder);
}

export function decodeServerMessage(bytes: Uint8Array): ServerMessage {
  const decoder = createDecoder(bytes);
  const kind = serverKinds[readVarUint(decoder)];
  switch (kind) {
    case "hello":
    case "people":
    case "beat":
      return JSON.parse(readVarString(decoder));
    case "opened":
      return { kind, page: readVarUint(decoder), epoch: readVarString(decoder), update: readBytes(decoder) };
    case "update":
    case "awareness":
      return { kind, page: readVarUint(decoder), update: readBytes(decoder) };
    case "saved":
      return { kind, page: readVarUint(decoder), number: readVarUint(decoder) };
    case "refused":
      return {
        kind,
        page: readVarUint(decoder),
        number: readVarUint(decoder),
        reason: readVarString(decoder) as Refusal,
        message: readVarString(decoder),
      };
    default:
      throw new Error("The message has an unknown kind.");
  }
}

/** Copies the bytes, because the original may be a view of a reused buffer. */
function readBytes(decoder: Decoder): Uint8Array {
  return readVarUint8Array(decoder).slice();
}
