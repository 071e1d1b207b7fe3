import { createEncoder, toUint8Array, writeVarUint } from "lib0/encoding";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { readNews } from "../draft-text.ts";
import { readText, textOf, updateTo } from "../shared-text.ts";
import { listTextUpdates } from "../text-store.ts";
import { Room } from "./room.ts";
import { count, createTestRooms, insertions, joinRoom, type TestRooms, typing } from "./room-test-support.ts";

const path = "a.mdx";
const processorMillisecondsMax = 250;
let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
});
afterAll(() => rooms?.close());

/** Each client inserts at the start, and after a client with a smaller ID. Yjs compares all of them with each other. */
const manyClients = insertions(
  count(5_000).flatMap((index) => {
    const client = 6_000 - index;
    const after = { client: client - 1, clock: client - 1 === 1_001 ? 0 : 1 };
    return client === 1_001 ? [{ client }] : [{ client, after }, { client }];
  }),
);

const manyStructs = insertions(typing(1, 100_001));

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
  ["an embed", embed(), "invalid"],
  ["a format", bold(), "invalid"],
  ["another shared type", otherType(), "invalid"],
  ["deletions of nothing", deletions(5, 10), "behind"],
  ["deletions beyond all numbers", deletions(2 ** 52, 2 ** 52), "invalid"],
  ["half an update", valid().subarray(0, 9), "invalid"],
  ["no bytes", new Uint8Array(), "invalid"],
  ["other bytes", new Uint8Array(2_000).fill(0xff), "invalid"],
] as const)("an update with %s is refused, and the room goes on", async (_name, update, reason) => {
  const draft = await rooms.newDraft();
  const room = await Room.open(rooms.deps, draft, path);
  const [eve, ada] = [await joinRoom(room), await joinRoom(room)];
  const before = process.cpuUsage();
  eve.add(1, update);
  expect(await eve.reply(1)).toMatchObject({ kind: "refused", reason, message: expect.stringContaining(" ") });
  ada.add(1, updateTo(ada.doc, "# Start\n\nHello.\n") ?? new Uint8Array());
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(processorMillisecondsMax);
  expect(readText(await readNews(rooms.database.query, draft.id, path)).text).toBe("# Start\n\nHello.\n");
  expect(await listTextUpdates(rooms.database.query, draft.id, path, 0)).toHaveLength(2);
  expect(textOf(eve.doc).toString()).toBe("# Start\n\nHello.\n");
});

test("only the author of a refused update is refused, even if others type at the same time", async () => {
  const room = await Room.open(rooms.deps, await rooms.newDraft(), path);
  const [eve, ada, ben] = [await joinRoom(room), await joinRoom(room), await joinRoom(room)];
  ada.add(1, updateTo(ada.doc, "# Start\n\nAda.\n") ?? new Uint8Array());
  eve.add(1, embed());
  eve.add(2, manyClients);
  ben.add(1, updateTo(ben.doc, "Ben.\n\n# Start\n") ?? new Uint8Array());
  expect([await ada.reply(1), await ben.reply(1)]).toMatchObject([{ kind: "saved" }, { kind: "saved" }]);
  expect([await eve.reply(1), await eve.reply(2)]).toMatchObject([{ reason: "invalid" }, { reason: "too_large" }]);
  expect(textOf(eve.doc).toString()).toBe("Ben.\n\n# Start\n\nAda.\n");
});

test("a text that many visits have written can be deleted at once", async () => {
  const draft = await rooms.newDraft();
  const ada = await joinRoom(await Room.open(rooms.deps, draft, path));
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
  const room = await Room.open(rooms.deps, await rooms.newDraft(), path);
  const [ada, ben] = [await joinRoom(room), await joinRoom(room)];
  ada.add(1, insertions(typing(1, 40_000)));
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  expect(textOf(ben.doc).length).toBe(40_008);
});
