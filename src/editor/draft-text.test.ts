import { expect, test } from "vitest";
import { Doc } from "yjs";
import { onDatabaseOfRun, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import {
  catchUp,
  type DraftText,
  openText,
  readNews,
  storeUpdate,
  TextReplaced,
  textOf,
  updateTo,
} from "./draft-text.ts";
import { createDraft } from "./files/create-draft.ts";
import { deleteDraftFile } from "./store.ts";
import { listTextUpdates } from "./text-store.ts";

onDatabaseOfRun((dialect) => {
  async function setUp() {
    const database = await openTestDatabase(dialect);
    const project = await createTestProject(database, systemClock);
    const author = { id: "usr_ada", name: "Ada", email: "ada@acme.test" };
    const request = { project, author, baseSha: "a".repeat(40), title: "Draft" };
    const { id: draftId } = await createDraft({ clock: systemClock }, database.query, request);
    return { database, draftId };
  }

  const open = (database: Database, draftId: string, text: string) =>
    database.transaction((tx) => openText(tx, draftId, "a.mdx", text, 0));
  const change = (database: Database, draftId: string, known: DraftText, to: string) =>
    database.transaction((tx) => {
      const update = updateTo(known.doc, to);
      if (update === undefined) throw new Error("Nothing changes.");
      return storeUpdate(tx, { draftId, path: "a.mdx", update, now: 0 }, known);
    });

  test("merging many stored updates into one keeps the text, even for a node that is far behind", async () => {
    const { database, draftId } = await setUp();
    const first = await open(database, draftId, "# Start\n");
    const behind = await catchUp(database.query, draftId, "a.mdx");
    let text = first;
    for (let count = 0; count < 230; count += 1) {
      const now = textOf(text.doc).toString();
      text = await change(database, draftId, text, count % 3 === 2 ? now.slice(1) : `${count} ${now}`);
    }
    const rows = await listTextUpdates(database.query, draftId, "a.mdx", 0);
    expect(rows.length).toBeLessThan(60);
    expect(text.sequence).toBe(231);
    const expected = textOf(text.doc).toString();
    expect(textOf((await catchUp(database.query, draftId, "a.mdx")).doc).toString()).toBe(expected);
    const caughtUp = await catchUp(database.query, draftId, "a.mdx", behind);
    expect(textOf(caughtUp.doc).toString()).toBe(expected);
    // An edit that was made before the merge still ends up in the right place.
    const late = updateTo(first.doc, `${expected}late`);
    expect(late).toBeDefined();
    const after = await change(database, draftId, caughtUp, `${expected}late`);
    expect(textOf((await catchUp(database.query, draftId, "a.mdx")).doc).toString()).toBe(`${expected}late`);
    expect(after.sequence).toBe(232);
  });

  test("two nodes that open a text at the same time get the same text", async () => {
    const { database, draftId } = await setUp();
    const [a, b] = await Promise.all([open(database, draftId, "Hello"), open(database, draftId, "Hello")]);
    expect([a.epoch, textOf(a.doc).toString()]).toEqual([b.epoch, "Hello"]);
    expect(await listTextUpdates(database.query, draftId, "a.mdx", 0)).toHaveLength(1);
  });

  test("updates of a text that was removed and created again are not applied to the old text", async () => {
    const { database, draftId } = await setUp();
    const old = await open(database, draftId, "");
    await database.transaction((tx) => deleteDraftFile(tx, draftId, "a.mdx"));
    await expect(readNews(database.query, draftId, "a.mdx", old)).rejects.toThrow(TextReplaced);
    let created = await open(database, draftId, "");
    for (const text of ["a", "ab", "abc"]) created = await change(database, draftId, created, text);
    await expect(readNews(database.query, draftId, "a.mdx", old)).rejects.toThrow(TextReplaced);
    const update = updateTo(new Doc(), "x") ?? new Uint8Array();
    const late = database.transaction((tx) => storeUpdate(tx, { draftId, path: "a.mdx", update, now: 0 }, old));
    await expect(late).rejects.toThrow(TextReplaced);
    expect(textOf((await catchUp(database.query, draftId, "a.mdx")).doc).toString()).toBe("abc");
  });
});
