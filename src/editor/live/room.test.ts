import { expect, test, vi } from "vitest";
import { applyUpdate, Doc } from "yjs";
import { onDatabaseOfRun, openTestDatabase } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { textProcesses } from "../../../test/support/text-processes.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { readNews } from "../draft-text.ts";
import { createDraft } from "../files/create-draft.ts";
import { textOf, updateTo } from "../shared-text.ts";
import { findDraftFile, listDraftEditors, updateDraft } from "../store.ts";
import type { MemberMessage } from "./member.ts";
import { Room, type RoomDeps } from "./room.ts";
import { SendPace } from "./send-pace.ts";

const commits = { old: "a".repeat(40), new: "b".repeat(40) };
const texts = { [commits.old]: "One.\n\nTwo.\n", [commits.new]: "One.\n\nTwo, revised.\n" };

onDatabaseOfRun((dialect) => {
  /** Creates a draft whose base moves this many times, each time right after its text was read. */
  async function setUp(moves: number) {
    const database = await openTestDatabase(dialect);
    const project = await createTestProject(database, systemClock);
    const author = { id: "usr_ada", name: "Ada", email: "ada@acme.test" };
    const request = { project, author, baseSha: commits.old, title: "Draft" };
    const draft = await createDraft({ clock: systemClock }, database.query, request);
    const { id } = draft;
    let sha = commits.old;
    const move = async () => {
      sha = sha === commits.old ? commits.new : commits.old;
      await database.transaction((tx) => updateDraft(tx, id, { baseSha: sha }, 0));
    };
    let left = moves;
    const deps: RoomDeps = {
      database,
      clock: systemClock,
      texts: textProcesses,
      log: createLog("fatal", "api"),
      async readBase() {
        const base = { sha, text: texts[sha] };
        left -= 1;
        if (left >= 0) await move();
        return base;
      },
      pace: new SendPace(),
      mayAnnounce: () => false,
      onStored: () => {},
      onOver: () => {},
      onEnd: () => {},
    };
    const join = async (room: Room, userId = "usr_ada") => {
      const doc = new Doc();
      const sent: MemberMessage[] = [];
      const send = (message: MemberMessage) => {
        sent.push(message);
        if (message.kind === "opened" || message.kind === "update") applyUpdate(doc, message.update);
      };
      const member = { userId, send };
      await room.join(member, { epoch: "", state: new Uint8Array() });
      return { member, doc, sent };
    };
    return { database, draft, id, deps, move, join };
  }

  test("a page that is opened while the base moves starts from the new text", async () => {
    const { database, draft, id, deps, join } = await setUp(1);
    const { doc } = await join(await Room.open(deps, draft, "a.mdx"));
    expect(textOf(doc).toString()).toBe(texts[commits.new]);
    expect(await findDraftFile(database.query, id, "a.mdx")).toBeUndefined();
  });

  test("opening a page fails and stores nothing if the base never stops moving", async () => {
    const { database, draft, id, deps } = await setUp(Number.POSITIVE_INFINITY);
    await expect(Room.open(deps, draft, "a.mdx")).rejects.toThrow("try again");
    expect((await readNews(database.query, id, "a.mdx")).sequence).toBe(0);
  });

  test("an edit that arrives while the base moves is kept, together with the branch's changes", async () => {
    const { database, draft, id, deps, move, join } = await setUp(0);
    const room = await Room.open(deps, draft, "a.mdx");
    const { member, doc, sent } = await join(room);
    await move();
    const update = updateTo(doc, `${texts[commits.old]}Mine.\n`) ?? new Uint8Array();
    room.add(member, 1, update);
    await vi.waitFor(() => expect(sent).toContainEqual({ kind: "saved", number: 1 }), { timeout: 60_000 });
    const merged = `${texts[commits.new]}Mine.\n`;
    expect(textOf(doc).toString()).toBe(merged);
    expect((await findDraftFile(database.query, id, "a.mdx"))?.content).toBe(merged);
  });

  test("everyone whose edits are stored together is an editor of the draft", async () => {
    const { database, draft, id, deps, join } = await setUp(0);
    const room = await Room.open(deps, draft, "a.mdx");
    const joined = [await join(room, "usr_ada"), await join(room, "usr_grace"), await join(room, "usr_linus")];
    joined.forEach(({ member, doc }, index) => {
      room.add(member, 1, updateTo(doc, `${texts[commits.old]}${index}\n`) ?? new Uint8Array());
    });
    for (const { sent } of joined) {
      await vi.waitFor(() => expect(sent).toContainEqual({ kind: "saved", number: 1 }), { timeout: 60_000 });
    }
    expect((await listDraftEditors(database.query, id)).sort()).toEqual(["usr_ada", "usr_grace", "usr_linus"]);
  });
});
