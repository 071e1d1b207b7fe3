import { setTimeout } from "node:timers/promises";
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from "lib0/encoding";
import { type RawData, WebSocket } from "ws";
import { Doc, encodeStateAsUpdate } from "yjs";
import { type ClientMessage, decodeServerMessage, encodeClientMessage } from "../../../src/contract/live-messages.ts";
import { liveUrl } from "../../support/live-client.ts";
import type { PreparedRequest } from "./prepare.ts";

export type LiveKind = ClientMessage["kind"];

/** Longer than the pauses after which the server shows who is there and stores changes. */
const quietMilliseconds = 1_500;
const nothing = new Uint8Array();

/** A message of each kind, different each time. */
const messages: Readonly<Record<LiveKind, (number: number, pages: number) => ClientMessage>> = {
  open: (number) => ({
    kind: "open",
    page: 500 + (number % 3),
    path: `guides/none${number}.mdx`,
    epoch: "",
    state: nothing,
  }),
  close: (number, pages) => ({ kind: "close", page: number % pages }),
  update: (number) => {
    const doc = new Doc();
    doc.getText("source").insert(0, "a");
    return { kind: "update", page: 0, number: number + 1, update: encodeStateAsUpdate(doc) };
  },
  awareness: (number, pages) => ({
    kind: "awareness",
    page: number % pages,
    update: caretOf(number % pages, number + 1),
  }),
};
export const liveKinds = Object.keys(messages) as LiveKind[];

/** Tabs with the same draft open, each with the same pages. */
export interface Crowd {
  /** Sends messages from one tab. Resolves with what the server has sent to all tabs for each of them. */
  send(kind: LiveKind, times: number): Promise<{ sentBytes: number; sentMessages: number }>;
  leave(): void;
}

export async function joinCrowd(
  url: string,
  { params, headers }: PreparedRequest,
  { tabs, pages }: { tabs: number; pages: number },
): Promise<Crowd> {
  const { projectId = "", draftId = "" } = params;
  const address = liveUrl(url, { id: projectId }, { id: draftId });
  const received = { messages: 0, bytes: 0 };
  const open = async (tab: number): Promise<WebSocket> => {
    const socket = new WebSocket(address, { headers: { ...headers } });
    const ready = Promise.withResolvers<void>();
    let opened = 0;
    socket.on("message", (data: RawData) => {
      received.messages += 1;
      received.bytes += (data as Buffer).length;
      const message = decodeServerMessage(data as Buffer);
      if (message.kind !== "opened" && message.kind !== "refused") return;
      const update = caretOf(tab * 1_000 + message.page, 0);
      socket.send(encodeClientMessage({ kind: "awareness", page: message.page, update }));
      opened += 1;
      if (opened === pages) ready.resolve();
    });
    for (const event of ["close", "error"]) socket.on(event, () => ready.resolve());
    socket.on("open", () => {
      for (let page = 0; page < pages; page += 1) {
        const path = `guides/p${page}.mdx`;
        socket.send(encodeClientMessage({ kind: "open", page, path, epoch: "", state: nothing }));
      }
    });
    await ready.promise;
    return socket;
  };
  const sockets: WebSocket[] = [];
  for (let tab = 0; tab < tabs; tab += 1) sockets.push(await open(tab));
  await setTimeout(quietMilliseconds);
  return {
    async send(kind, times) {
      const before = { ...received };
      for (let number = 0; number < times; number += 1) {
        sockets[0]?.send(encodeClientMessage(messages[kind](number, pages)));
      }
      await setTimeout(quietMilliseconds);
      return {
        sentBytes: (received.bytes - before.bytes) / times,
        sentMessages: (received.messages - before.messages) / times,
      };
    },
    leave() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** Where the caret of a client is, or, every other time, that it has left. */
function caretOf(client: number, clock: number): Uint8Array {
  const encoder = createEncoder();
  for (const number of [1, client, clock]) writeVarUint(encoder, number);
  writeVarString(encoder, clock % 2 === 0 ? JSON.stringify({ cursor: { anchor: clock, head: clock } }) : "null");
  return toUint8Array(encoder);
}
