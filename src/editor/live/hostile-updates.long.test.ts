import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../../test/support/slow.ts";
import { textOf, updateTo } from "../shared-text.ts";
import { listTextUpdates } from "../text-store.ts";
import { Room } from "./room.ts";
import { count, createTestRooms, insertions, joinRoom, type TestRooms, typing } from "./room-test-support.ts";

vi.setConfig(slow);

const path = "a.mdx";
const processorMillisecondsMax = 250;
let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
});
afterAll(() => rooms?.close());

/** Within all limits, but Yjs compares each struct of the first client with all structs of the second one. */
const slowStructs = insertions([
  ...count(45_000).map((clock) => ({ client: 1, before: { client: 2, clock } })),
  ...count(45_000).map((clock) => ({ client: 2, ...(clock > 0 && { before: { client: 2, clock: clock - 1 } }) })),
]);

test("an update that takes too long is refused, and the room goes on", async () => {
  const draft = await rooms.newDraft();
  const room = await Room.open(rooms.deps, draft, path);
  const [eve, ada] = [await joinRoom(room), await joinRoom(room)];
  const before = process.cpuUsage();
  eve.add(1, slowStructs);
  expect(await eve.reply(1)).toMatchObject({ kind: "refused", reason: "too_large" });
  ada.add(1, updateTo(ada.doc, "# Start\n\nHello.\n") ?? new Uint8Array());
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(processorMillisecondsMax);
  expect(textOf(eve.doc).toString()).toBe("# Start\n\nHello.\n");
});

test("a text whose history has become too large gets a new one when it is opened, and its browsers open it again", async () => {
  const draft = await rooms.newDraft();
  const room = await Room.open(rooms.deps, draft, path);
  const ada = await joinRoom(room);
  const [owner = 0] = ada.doc.store.clients.keys();
  // Yjs can't join texts that alternate with deleted ones, so each of them takes up some more bytes.
  const chunk = "a".repeat(30);
  const chunks = typing(2 ** 30, 66_000, { size: chunk.length, before: { client: owner, clock: 0 } });
  ada.add(1, insertions(chunks, { isHalfDeleted: true, text: chunk }));
  expect(await ada.reply(1)).toEqual({ kind: "saved", number: 1 });
  const again = await joinRoom(await Room.open(rooms.deps, draft, path));
  await room.follow();
  // The number 0 refers to the page itself.
  expect(await ada.reply(0)).toMatchObject({ kind: "refused", reason: "replaced" });
  const [fresh, ...others] = await listTextUpdates(rooms.database.query, draft.id, path, 0);
  expect(others).toEqual([]);
  expect(fresh?.update.length).toBeLessThan(1_000_000);
  expect(textOf(again.doc).toString()).toBe(`${chunk.repeat(33_000)}# Start\n`);
});
