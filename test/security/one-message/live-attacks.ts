import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from "lib0/encoding";
import { type RawData, WebSocket } from "ws";
import { Doc, encodeStateAsUpdate } from "yjs";
import { type ClientMessage, decodeServerMessage, encodeClientMessage } from "../../../src/contract/live-messages.ts";
import { liveLimits } from "../../../src/editor/live/live-limits.ts";
import { liveUrl } from "../../support/live-client.ts";
import type { PreparedRequest } from "./prepare.ts";

const page = 1;
const path = "guides/watering.mdx";
const field = "source";

/** Changes of a text that are small or within all limits, but expensive to apply. */
const liveUpdates: Readonly<Record<string, () => Uint8Array>> = {
  "many clients that write at one place": () => manyClients(5_000),
  "many short changes of one client": () => inDoc((doc) => insertAlternately(doc, 100_000)),
  "many deleted ranges": () =>
    inDoc((doc) => {
      const text = doc.getText(field);
      text.insert(0, "ab".repeat(3_000));
      for (let at = 0; at < 3_000; at += 1) text.delete(at, 1);
    }),
  "many deletions of unknown changes": () => {
    const ranges = 200_000;
    return numbers([0, 1, 1_001, ranges, ...Array.from({ length: ranges }, (_, at) => [2 * at, 1]).flat()]);
  },
  "objects in the text": () =>
    inDoc((doc) => doc.getText(field).insertEmbed(0, { text: "a".repeat(liveLimits.messageBytesMax / 2) })),
  "many objects in the text": () =>
    inDoc((doc) => {
      for (let count = 0; count < 5_000; count += 1) doc.getText(field).insertEmbed(0, { a: 1 });
    }),
  "many formats": () =>
    inDoc((doc) => {
      const text = doc.getText(field);
      text.insert(0, "a".repeat(500));
      for (let at = 0; at < 500; at += 1) text.format(0, at + 1, { [`f${at}`]: at });
    }),
  "many other fields": () =>
    inDoc((doc) => {
      for (let count = 0; count < 10_000; count += 1) doc.getText(`f${count}`).insert(0, "a");
    }),
  "a long text": () => inDoc((doc) => doc.getText(field).insert(0, "a\n".repeat(490_000))),
  "random bytes": () => new Uint8Array(1_000_000).map((_, at) => (at * 7_919) % 251),
  "a count that isn't true": () => numbers([2 ** 31, 1, 1]),
};

/** States that a browser claims to have when it opens a page. */
const openStates: Readonly<Record<string, () => Uint8Array>> = {
  "a state of many clients": () => numbers([300_000, ...Array.from({ length: 600_000 }, (_, at) => at)]),
  "a state of random bytes": () => new Uint8Array(1_000_000).map((_, at) => (at * 7_919) % 251),
};

const awarenesses: Readonly<Record<string, () => Uint8Array>> = {
  "a position of many clients": () => numbers([1_000, ...Array.from({ length: 3_000 }, (_, at) => at % 128)]),
  "a deep position": () => {
    const encoder = createEncoder();
    for (const number of [1, 7, 1]) writeVarUint(encoder, number);
    writeVarString(encoder, "[".repeat(1_900) + "]".repeat(1_900));
    return toUint8Array(encoder);
  },
};

export interface LiveAttack {
  name: string;
  open(): Uint8Array;
  message?(): ClientMessage;
}

const nothing = () => new Uint8Array();

export const liveAttacks: readonly LiveAttack[] = [
  ...Object.entries(openStates).map(([name, open]) => ({ name, open })),
  ...Object.entries(liveUpdates).map(([name, update]) => ({
    name,
    open: nothing,
    message: (): ClientMessage => ({ kind: "update", page, number: 1, update: update() }),
  })),
  ...Object.entries(awarenesses).map(([name, update]) => ({
    name,
    open: nothing,
    message: (): ClientMessage => ({ kind: "awareness", page, update: update() }),
  })),
];

/** Opens the page and sends the message. Resolves once the server has answered it or has closed the connection. */
export async function attackLive(url: string, prepared: PreparedRequest, attack: LiveAttack): Promise<string> {
  const { projectId = "", draftId = "" } = prepared.params;
  const socket = new WebSocket(liveUrl(url, { id: projectId }, { id: draftId }), { headers: { ...prepared.headers } });
  const answered = Promise.withResolvers<string>();
  const message = attack.message?.();
  const send = (sent: ClientMessage) => socket.send(encodeClientMessage(sent));
  socket.on("open", () => send({ kind: "open", page, path, epoch: "", state: attack.open() }));
  socket.on("message", (data: RawData) => {
    const received = decodeServerMessage(data as Buffer);
    if (received.kind === "opened" && message !== undefined) {
      send(message);
      // Nobody answers this kind of message, so another one follows.
      if (message.kind === "awareness") send({ kind: "open", page: 2, path: "index.mdx", epoch: "", state: nothing() });
    }
    const isAnswer = received.kind === "saved" || received.kind === "refused" || received.kind === "opened";
    if (isAnswer && (message === undefined || received.kind !== "opened" || received.page === 2)) {
      answered.resolve(received.kind);
    }
  });
  socket.on("close", (code) => answered.resolve(`closed with ${code}`));
  socket.on("error", (error) => answered.resolve(error.message));
  return answered.promise.finally(() => socket.terminate());
}

/** Client n writes after a character of client n - 1 and at the start of the text: each insertion passes all others. */
function manyClients(clients: number): Uint8Array {
  const encoder = createEncoder();
  writeVarUint(encoder, clients);
  for (let client = clients; client >= 1; client -= 1) {
    const id = 1_000 + client;
    for (const number of [client === 1 ? 1 : 2, id, 0]) writeVarUint(encoder, number);
    if (client > 1) {
      writeUint8(encoder, 0x84);
      writeVarUint(encoder, id - 1);
      writeVarUint(encoder, client === 2 ? 0 : 1);
      writeVarString(encoder, "a");
    }
    writeUint8(encoder, 4);
    writeVarUint(encoder, 1);
    writeVarString(encoder, field);
    writeVarString(encoder, "b");
  }
  writeVarUint(encoder, 0);
  return toUint8Array(encoder);
}

function insertAlternately(doc: Doc, times: number): void {
  const text = doc.getText(field);
  for (let count = 0; count < times; count += 1) text.insert(count % 2 === 0 ? 0 : text.length, "a");
}

function inDoc(change: (doc: Doc) => void): Uint8Array {
  const doc = new Doc();
  doc.transact(() => change(doc));
  return encodeStateAsUpdate(doc);
}

function numbers(values: readonly number[]): Uint8Array {
  const encoder = createEncoder();
  for (const value of values) writeVarUint(encoder, value);
  return toUint8Array(encoder);
}
