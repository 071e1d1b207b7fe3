import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { textProcesses } from "../../test/support/text-processes.ts";
import { systemClock } from "../platform/clock.ts";
import { anchorAt, findAnchor } from "./comments/anchors.ts";
import { findComment, insertComment } from "./comments/comment-store.ts";
import { openText, prepareText, readNews, storeText, TextReplaced } from "./draft-text.ts";
import { createDraft } from "./files/create-draft.ts";
import { loadDoc, readText } from "./shared-text.ts";
import { deleteDraftFile } from "./store.ts";
import { listTextUpdates } from "./text-store.ts";

const path = "a.mdx";

onDatabaseOfRun((dialect) => {
  async function setUp() {
    const database = await openTestDatabase(dialect);
    const project = await createTestProject(database, systemClock);
    const author = { id: "usr_ada", name: "Ada", email: "ada@acme.test" };
    const request = { project, author, baseSha: "a".repeat(40), title: "Draft" };
    const draft = await createDraft({ clock: systemClock }, database.query, request);
    const deps = { database, clock: systemClock, texts: textProcesses };
    const open = (committed: string) => openText(deps, draft, { path, committed });
    const prepare = (to: string) => prepareText(deps, draft, { path, committed: "", to });
    const change = async (to: string) => {
      const changed = await prepare(to);
      return database.transaction((tx) => storeText(tx, draft.id, changed, 0));
    };
    const news = (known?: Parameters<typeof readNews>[3]) => readNews(database.query, draft.id, path, known);
    return { database, deps, draft, draftId: draft.id, open, prepare, change, news };
  }

  test("merging many stored updates into one keeps the text, even for a node that is far behind", async () => {
    const { database, draftId, open, change, news } = await setUp();
    let text = await open("# Start\n");
    const behind = await news();
    for (let count = 0; count < 230; count += 1) {
      text = await change(count % 3 === 2 ? text.text.slice(1) : `${count} ${text.text}`);
    }
    const rows = await listTextUpdates(database.query, draftId, path, 0);
    expect(rows.length).toBeLessThan(60);
    expect(text.sequence).toBe(231);
    expect(readText(await news()).text).toBe(text.text);
    const { updates, sequence } = await news(behind);
    expect(sequence).toBe(231);
    expect(readText({ updates: [...behind.updates, ...updates] }).text).toBe(text.text);
  });

  test("two nodes that open a text at the same time get the same text", async () => {
    const { database, draftId, open } = await setUp();
    const [a, b] = await Promise.all([open("Hello"), open("Hello")]);
    expect([a.epoch, a.text]).toEqual([b.epoch, "Hello"]);
    expect(await listTextUpdates(database.query, draftId, path, 0)).toHaveLength(1);
  });

  test("updates of a text that was removed and created again are not applied to the old text", async () => {
    const { database, draftId, open, prepare, change, news } = await setUp();
    const old = await open("");
    const late = await prepare("x");
    await database.transaction((tx) => deleteDraftFile(tx, draftId, path));
    await expect(news(old)).rejects.toThrow(TextReplaced);
    await open("");
    for (const text of ["a", "ab", "abc"]) await change(text);
    await expect(news(old)).rejects.toThrow(TextReplaced);
    await expect(database.transaction((tx) => storeText(tx, draftId, late, 0))).rejects.toThrow(TextReplaced);
    expect(readText(await news()).text).toBe("abc");
  });

  test("comments keep their place when the text gets a new history", async () => {
    const { database, deps, draft, open, change, news } = await setUp();
    await open("One. Two. Three.");
    const { epoch } = await change("Two. Three. Four.");
    const unused = { parentId: null, replacement: null, endedBy: null, createdAt: 0, updatedAt: 0 };
    const by = { kind: "comment", status: "open", body: "Really?", authorId: "usr_ada", authorName: "Ada" } as const;
    const anchor = JSON.stringify(anchorAt(loadDoc(await news()), { start: 5, end: 11 }));
    await insertComment(database.query, { ...unused, ...by, id: "dcm_1", draftId: draft.id, path, anchor });
    const to = "Zero. Two. Three. Four.";
    const changed = await prepareText(deps, draft, { path, committed: "", to, isRenewed: true });
    await database.transaction((tx) => storeText(tx, draft.id, changed, 0));
    const { updates, ...renewed } = await news();
    expect(renewed.epoch).not.toBe(epoch);
    const comment = await findComment(database.query, draft.id, "dcm_1");
    const moved = JSON.parse(comment?.anchor ?? "");
    expect(moved.quote).toBe("Three.");
    expect(findAnchor(loadDoc({ updates }), moved)).toEqual({ start: 11, end: 17 });
  });
});
