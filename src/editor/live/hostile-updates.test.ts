import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from "lib0/encoding";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { createStorage, openStorage } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { textProcesses } from "../../../test/support/text-processes.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { createLog } from "../../platform/log.ts";
import { type DraftId, readNews } from "../draft-text.ts";
import { createDraft } from "../files/create-draft.ts";
import { readText, textOf, updateTo } from "../shared-text.ts";
import { listTextUpdates } from "../text-store.ts";
import type { MemberMessage } from "./member.ts";
import { Room, type RoomDeps } from "./room.ts";

const path = "a.mdx";
const processorMillisecondsMax = 250;
let database: Database;
let deps: RoomDeps;
let newDraft: () => Promise<DraftId>;
let onEnd: (() => Promise<void>) | undefined;
afterAll(() => onEnd?.());

beforeAll(async () => {
  const storage = await createStorage("sqlite");
  database = await openStorage(storage);
  onEnd = async () => {
    await database.close();
    await storage.remove();
  };
  const project = await createTestProject(database, systemClock);
  const baseSha = "a".repeat(40);
  const author = { id: "usr_ada", name: "Ada", email: "ada@acme.test" };
  newDraft = () => createDraft({ clock: systemClock }, database.query, { project, author, baseSha, title: "Draft" });
  deps = {
    database,
    clock: systemClock,
    texts: textProcesses,
    log: createLog("fatal", "api"),
    readBase: async () => ({ sha: baseSha, text: "# Start\n" }),
    mayAnnounce: () => false,
    onStored: () => {},
    onOver: () => {},
    onEnd: () => {},
  };
});

async function join(room: Room) {
  const doc = new Doc();
  const replies = new Map<number, PromiseWithResolvers<MemberMessage>>();
  const replyTo = (number: number) => {
    const known = replies.get(number) ?? Promise.withResolvers<MemberMessage>();
    replies.set(number, known);
    return known;
  };
  const send = (message: MemberMessage) => {
    if (message.kind === "opened" || message.kind === "update") applyUpdate(doc, message.update);
    if ("number" in message) replyTo(message.number).resolve(message);
  };
  const member = { userId: "usr_ada", send };
  await room.join(member, { epoch: "", state: new Uint8Array() });
  const add = (number: number, update: Uint8Array) => room.add(member, number, update);
  return { doc, add, reply: (number: number) => replyTo(number).promise };
}

interface Struct {
  client: number;
  /** The character that this one follows; otherwise it is at the start of the text. */
  after?: { client: number; clock: number };
  /** The character before which it was inserted. */
  before?: { client: number; clock: number };
}

/** An update in which each client inserts texts, one struct each. Every other one can be deleted again. */
function insertions(structs: readonly Struct[], { isHalfDeleted = false, text = "a" } = {}): Uint8Array {
  const encoder = createEncoder();
  const clients = Map.groupBy(structs, ({ client }) => client);
  writeVarUint(encoder, clients.size);
  for (const [client, own] of [...clients].sort(([one], [other]) => other - one)) {
    writeVarUint(encoder, own.length);
    writeVarUint(encoder, client);
    writeVarUint(encoder, 0);
    for (const [index, { after, before }] of own.entries()) {
      const isDeleted = isHalfDeleted && index % 2 === 1;
      writeUint8(encoder, (isDeleted ? 1 : 4) | (after === undefined ? 0 : 0x80) | (before === undefined ? 0 : 0x40));
      for (const id of [after, before]) {
        if (id === undefined) continue;
        writeVarUint(encoder, id.client);
        writeVarUint(encoder, id.clock);
      }
      if (after === undefined && before === undefined) {
        writeVarUint(encoder, 1);
        writeVarString(encoder, "source");
      }
      if (isDeleted) writeVarUint(encoder, text.length);
      else writeVarString(encoder, text);
    }
  }
  writeVarUint(encoder, 0);
  return toUint8Array(encoder);
}

const count = (length: number) => Array.from({ length }, (_, index) => index);

/** Texts of this size that were typed one after the other, perhaps before a character of somebody else. */
function typing(client: number, length: number, { size = 1, before }: Pick<Struct, "before"> & { size?: number } = {}) {
  return count(length).map((index): Struct => {
    const place = before === undefined ? { client } : { client, before };
    return index === 0 ? place : { ...place, after: { client, clock: index * size - 1 } };
  });
}

/** Each client inserts at the start, and after a client with a smaller ID. Yjs compares all of them with each other. */
const manyClients = insertions(
  count(5_000).flatMap((index) => {
    const client = 6_000 - index;
    const after = { client: client - 1, clock: client - 1 === 1_001 ? 0 : 1 };
    return client === 1_001 ? [{ client }] : [{ client, after }, { client }];
  }),
);

const manyStructs = insertions(typing(1, 100_001));

/** Within all limits, but Yjs compares each struct of the first client with all structs of the second one. */
const slowStructs = insertions([
  ...count(45_000).map((clock) => ({ client: 1, before: { client: 2, clock } })),
  ...count(45_000).map((clock) => ({ client: 2, ...(clock > 0 && { before: { client: 2, clock: clock - 1 } }) })),
]);

const embed = () => {
  const doc = new Doc();
  textOf(doc).insertEmbed(0, { x: "y".repeat(1_000_000) });
  return encodeStateAsUpdate(doc);
};
const bold = () => {
  const doc = new Doc();
  textOf(doc).insert(0, "bold", { bold: true });
  return encodeStateAsUpdate(doc);
};
const otherType = () => {
  const doc = new Doc();
  doc.getMap("other").set("key", "value");
  return encodeStateAsUpdate(doc);
};

/** Deletes characters of clients that don't exist. */
function deletions(clock: number, length: number): Uint8Array {
  const encoder = createEncoder();
  for (const number of [0, 1, 77, 1, clock, length]) writeVarUint(encoder, number);
  return toUint8Array(encoder);
}

const valid = () => {
  const doc = new Doc();
  textOf(doc).insert(0, "valid");
  return encodeStateAsUpdate(doc);
};

test.each([
  ["many clients", manyClients, "too_large"],
  ["many structs", manyStructs, "too_large"],
  ["structs that take too long", slowStructs, "too_large"],
  ["an embed", embed(), "invalid"],
  ["a format", bold(), "invalid"],
  ["another shared type", otherType(), "invalid"],
  ["deletions of nothing", deletions(5, 10), "behind"],
  ["deletions beyond all numbers", deletions(2 ** 52, 2 ** 52), "invalid"],
  ["half an update", valid().subarray(0, 9), "invalid"],
  ["no bytes", new Uint8Array(), "invalid"],
  ["other bytes", new Uint8Array(2_000).fill(0xff), "invalid"],
] as const)("an update with %s is refused, and the room goes on", async (_name, update, reason) => {
  const draft = await newDraft();
  const room = await Room.open(deps, draft, path);
  const [eve, ada] = [await join(room), await join(room)];
  const before = process.cpuUsage();
  eve.add(1, update);
  expect(await eve.reply(1)).toMatchObject({ kind: "refused", reason, message: expect.stringContaining(" ") });
  ada.add(1, updateTo(ada.doc, "# Start\n\nHello.\n") ?? new Uint8Array());
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(processorMillisecondsMax);
  expect(readText(await readNews(database.query, draft.id, path)).text).toBe("# Start\n\nHello.\n");
  expect(await listTextUpdates(database.query, draft.id, path, 0)).toHaveLength(2);
  expect(textOf(eve.doc).toString()).toBe("# Start\n\nHello.\n");
});

test("only the author of a refused update is refused, even if others type at the same time", async () => {
  const room = await Room.open(deps, await newDraft(), path);
  const [eve, ada, ben] = [await join(room), await join(room), await join(room)];
  ada.add(1, updateTo(ada.doc, "# Start\n\nAda.\n") ?? new Uint8Array());
  eve.add(1, embed());
  eve.add(2, manyClients);
  ben.add(1, updateTo(ben.doc, "Ben.\n\n# Start\n") ?? new Uint8Array());
  expect([await ada.reply(1), await ben.reply(1)]).toMatchObject([{ kind: "saved" }, { kind: "saved" }]);
  expect([await eve.reply(1), await eve.reply(2)]).toMatchObject([{ reason: "invalid" }, { reason: "too_large" }]);
  expect(textOf(eve.doc).toString()).toBe("Ben.\n\n# Start\n\nAda.\n");
});

test("a text that many visits have written can be deleted at once", async () => {
  const draft = await newDraft();
  const ada = await join(await Room.open(deps, draft, path));
  for (let visit = 0; visit < 60; visit += 1) {
    const doc = new Doc();
    applyUpdate(doc, encodeStateAsUpdate(ada.doc));
    ada.add(visit + 1, updateTo(doc, `Visit ${visit}.\n${textOf(doc)}`) ?? new Uint8Array());
    applyUpdate(ada.doc, encodeStateAsUpdate(doc));
    expect(await ada.reply(visit + 1)).toMatchObject({ kind: "saved" });
  }
  ada.add(61, updateTo(ada.doc, "") ?? new Uint8Array());
  expect(await ada.reply(61)).toMatchObject({ kind: "saved" });
});

test("hours of typing without a connection are saved", async () => {
  const room = await Room.open(deps, await newDraft(), path);
  const [ada, ben] = [await join(room), await join(room)];
  ada.add(1, insertions(typing(1, 40_000)));
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  expect(textOf(ben.doc).length).toBe(40_008);
});

test("a text whose history has become too large gets a new one when it is opened, and its browsers open it again", async () => {
  const draft = await newDraft();
  const room = await Room.open(deps, draft, path);
  const ada = await join(room);
  const [owner = 0] = ada.doc.store.clients.keys();
  // Yjs can't join texts that alternate with deleted ones, so each of them takes up some more bytes.
  const chunk = "a".repeat(30);
  const chunks = typing(2 ** 30, 66_000, { size: chunk.length, before: { client: owner, clock: 0 } });
  ada.add(1, insertions(chunks, { isHalfDeleted: true, text: chunk }));
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  const again = await join(await Room.open(deps, draft, path));
  await room.follow();
  // The number 0 refers to the page itself.
  expect(await ada.reply(0)).toMatchObject({ kind: "refused", reason: "replaced" });
  const [fresh, ...others] = await listTextUpdates(database.query, draft.id, path, 0);
  expect(others).toEqual([]);
  expect(fresh?.update.length).toBeLessThan(1_000_000);
  expect(textOf(again.doc).toString()).toBe(`${chunk.repeat(33_000)}# Start\n`);
});
