import { expect, onTestFinished, test, vi } from "vitest";
import { readNews } from "../../src/editor/draft-text.ts";
import { readText } from "../../src/editor/shared-text.ts";
import { findDraftFile } from "../../src/editor/store.ts";
import type { LivePage } from "../../web/dashboard/editor/live/live-page.ts";
import { join } from "../dashboard/people.ts";
import { onBothDatabases } from "../support/database.ts";
import { memoryStore } from "../support/live-client.ts";
import { startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { prepareProcess } from "./live-process.ts";
import {
  allSaved,
  connect,
  createDraft,
  createLiveProject,
  eventually,
  openPage,
  sessionOf,
  textIn,
} from "./live-support.ts";

vi.setConfig(slow);

const start = "# Start\n";

/** Types words one by one, and tracks which of them the server has confirmed. */
function typist(page: LivePage, name: string) {
  const typed: string[] = [];
  return {
    typed,
    confirmed: 0,
    type() {
      const word = `${name}${typed.length};`;
      typed.push(word);
      sessionOf(page).text.insert(name === "a" ? 0 : sessionOf(page).text.length, word);
    },
    /** Types a few words at a time, because someone who types without a pause always has unconfirmed words. */
    typeSome() {
      if (!page.state.unsaved) this.confirmed = typed.length;
      if (typed.length - this.confirmed < 5) this.type();
    },
  };
}

onBothDatabases((dialect) => {
  test("a killed server loses no confirmed edit, and unconfirmed edits arrive after the restart", async () => {
    const { database, draft, project, people, kill, restart } = await prepareProcess(dialect, { "start.mdx": start });
    const pages = await Promise.all(people.map((person) => openPage(connect(person, project, draft), "start.mdx")));
    const typists = pages.map((page, index) => typist(page, "ab".charAt(index)));
    for (let round = 1; round <= 2; round += 1) {
      const target = typists.map(({ confirmed }) => confirmed + 10);
      // Waits until some edits are confirmed while others are still being sent.
      await eventually(() => {
        for (const each of typists) each.typeSome();
        for (const [index, each] of typists.entries()) expect(each.confirmed).toBeGreaterThan(target[index] ?? 0);
      });
      for (const each of typists) each.type();
      await kill();
      const stored = readText(await readNews(database.query, draft.id, "start.mdx")).text;
      for (const word of typists.flatMap(({ typed, confirmed }) => typed.slice(0, confirmed)))
        expect(stored).toContain(word);
      for (const each of typists) each.type();
      await restart(people);
    }
    await allSaved(...pages);
    const [first, second] = pages;
    if (first === undefined || second === undefined) throw new Error("Two people are needed.");
    await eventually(() => expect(textIn(first)).toBe(textIn(second)));
    const words = textIn(first).split(/(?<=;)/);
    for (const word of typists.flatMap(({ typed }) => typed)) {
      expect(words.filter((each) => each.replace(start, "") === word)).toHaveLength(1);
    }
    expect((await findDraftFile(database.query, draft.id, "start.mdx"))?.content).toBe(textIn(first));
  });

  test("text that was typed while the server was down survives a killed browser", async () => {
    const { database, draft, project, people, kill, restart } = await prepareProcess(dialect, { "start.mdx": start });
    const [person] = people;
    if (person === undefined) throw new Error("One person is needed.");
    const unsent = memoryStore();
    const page = await openPage(connect(person, project, draft, unsent), "start.mdx");
    sessionOf(page).text.insert(0, "confirmed ");
    await allSaved(page);
    await kill();
    sessionOf(page).text.insert(0, "kept ");
    await eventually(() => expect(unsent.records.size).toBe(1));
    // A killed browser doesn't say goodbye; only its store remains.
    const left = memoryStore();
    for (const record of unsent.records.values()) await left.put(record);
    await restart([person]);
    connect(person, project, draft, left);
    await eventually(() => expect(left.records.size).toBe(0));
    const file = await findDraftFile(database.query, draft.id, "start.mdx");
    expect(file?.content).toBe(`kept confirmed ${start}`);
  });

  test("edits made while the database is down arrive when it is back, and nobody sees them earlier", async () => {
    const lectern = await startInstallation(dialect);
    onTestFinished(() => lectern.stop());
    const { organizationId } = lectern.tenant;
    const [ada, ben] = [
      await join(lectern, organizationId, "editor", "ada@acme.test"),
      await join(lectern, organizationId, "editor", "ben@acme.test"),
    ];
    const { project, ...hosted } = await createLiveProject(lectern, { "docs.json": "{}", "start.mdx": start });
    const draft = await createDraft({ database: lectern.node.database, clock: lectern.clock }, { project, ...hosted });
    const { url } = lectern.node;
    const a = await openPage(connect({ url, cookie: ada.cookie }, project, draft), "start.mdx");
    const b = await openPage(connect({ url, cookie: ben.cookie }, project, draft), "start.mdx");
    lectern.node.database.isAway = true;
    sessionOf(a).text.insert(0, "late ");
    await eventually(() =>
      expect(lectern.logLines.join("")).toContain("changes of a draft are waiting for the database"),
    );
    expect([a.state.unsaved, textIn(b)]).toEqual([true, start]);
    lectern.node.database.isAway = false;
    await allSaved(a);
    await eventually(() => expect(textIn(b)).toBe(`late ${start}`));
  });

  test("a stopping node stores all received edits, and its connected editors continue on another node", async () => {
    const lectern = await startInstallation(dialect);
    onTestFinished(() => lectern.stop());
    const second = await lectern.startNode();
    const ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
    const hosted = await createLiveProject(lectern, { "docs.json": "{}", "start.mdx": start });
    const draft = await createDraft({ database: lectern.node.database, clock: lectern.clock }, hosted);
    const address = { url: second.url, cookie: ada.cookie };
    const page = await openPage(connect(address, hosted.project, draft), "start.mdx");
    address.url = lectern.node.url;
    sessionOf(page).text.insert(0, "before ");
    await second.stop();
    sessionOf(page).text.insert(0, "after ");
    await allSaved(page);
    const file = await findDraftFile(lectern.node.database.query, draft.id, "start.mdx");
    expect(file?.content).toBe(`after before ${start}`);
  });

  test("edits of a file that was replaced while a person was offline are kept aside for that person", async () => {
    const lectern = await startInstallation(dialect);
    onTestFinished(() => lectern.stop());
    const second = await lectern.startNode();
    const ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
    const hosted = await createLiveProject(lectern, { "docs.json": "{}", "start.mdx": start });
    const { database } = lectern.node;
    const draft = await createDraft({ database, clock: lectern.clock }, hosted);
    const address = { url: second.url, cookie: ada.cookie };
    const unsent = memoryStore();
    const page = await openPage(connect(address, hosted.project, draft, unsent), "start.mdx");
    await second.stop();
    sessionOf(page).text.insert(0, "offline ");
    const other = await openPage(connect({ ...address, url: lectern.node.url }, hosted.project, draft), "start.mdx");
    sessionOf(other).text.insert(0, "x");
    await allSaved(other);
    // The same happens when a colleague removes the page and creates it again.
    await database.transaction(async (tx) => {
      await tx.deleteFrom("draftUpdates").where("draftId", "=", draft.id).execute();
      await tx.updateTable("draftFiles").set({ content: "# New\n" }).where("draftId", "=", draft.id).execute();
      await tx.updateTable("drafts").set({ revision: 100 }).where("id", "=", draft.id).execute();
    });
    await eventually(() => expect(textIn(other)).toBe("# New\n"));
    address.url = lectern.node.url;
    await eventually(() => expect(textIn(page)).toBe("# New\n"));
    expect(page.state.trouble).toMatchObject({ reason: "replaced", copy: `offline ${start}` });
    await eventually(() => expect([...unsent.records.values()].map(({ text }) => text)).toEqual([`offline ${start}`]));
    page.dismiss();
    await eventually(() => expect(unsent.records.size).toBe(0));
  });
});
