import { afterAll, beforeAll, expect, test } from "vitest";
import { createRelativePositionFromTypeIndex } from "yjs";
import { editorHosting } from "../../src/app/code-host-deps.ts";
import { changeTexts } from "../../src/editor/draft-files.ts";
import { readNews } from "../../src/editor/draft-text.ts";
import { openTree } from "../../src/editor/draft-tree.ts";
import { readText } from "../../src/editor/shared-text.ts";
import { findDraftFile, updateDraft } from "../../src/editor/store.ts";
import { readConfig } from "../../src/platform/config.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";
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

const page = "---\ntitle: Start\n---\n\n# Start\n\nHello.\n";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let other: Node;
  let hosted: HostedProject;
  let ada: Person;
  let ben: Person;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    other = await lectern.startNode();
    const { organizationId } = lectern.tenant;
    ada = await join(lectern, organizationId, "editor", "ada@acme.test");
    ben = await join(lectern, organizationId, "editor", "ben@acme.test");
    hosted = await createLiveProject(lectern, { "docs.json": "{}", "start.mdx": page, "other.mdx": "# Other\n" });
  });
  afterAll(() => lectern.stop());

  const newDraft = () => createDraft({ database: lectern.node.database, clock: lectern.clock }, hosted);
  const changeDeps = () => {
    const { node, storage, clock, log } = lectern;
    const { database, queue, objects } = node;
    const config = { ...readConfig({ LECTERN_DATA: storage.dataFolder }), url: node.url, allowedHosts: [] };
    const secrets = openSecrets({ keys: [], dataFolder: storage.dataFolder });
    return {
      database,
      clock,
      texts: textProcesses,
      ...editorHosting({ config, database, queue, objects, secrets, clock, log }),
    };
  };
  const never = new AbortController().signal;

  test("two people who type on different nodes end up with the same text, which the draft stores", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const a = await openPage(connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft), "start.mdx");
    const b = await openPage(connect({ url: other.url, cookie: ben.cookie }, project, draft), "start.mdx");
    expect([textIn(a), textIn(b)]).toEqual([page, page]);
    for (let count = 0; count < 20; count += 1) {
      sessionOf(a).text.insert(page.length, `a${count} `);
      sessionOf(b).text.insert(0, `b${count} `);
      if (count % 5 === 0) sessionOf(b).text.delete(3, 2);
    }
    await allSaved(a, b);
    await eventually(() => expect(textIn(a)).toBe(textIn(b)));
    const file = await findDraftFile(lectern.node.database.query, draft.id, "start.mdx");
    expect(file?.content).toBe(textIn(a));
    const stored = await readNews(other.database.query, draft.id, "start.mdx");
    expect(readText(stored).text).toBe(textIn(a));
    expect(stored.sequence).toBe(file?.sequence);
  });

  test("a page isn't saved while it shows edits that aren't in its text, and keeping them writes them first", async () => {
    const draft = await newDraft();
    const connection = connect({ url: lectern.node.url, cookie: ada.cookie }, hosted.project, draft);
    const opened = await openPage(connection, "start.mdx");
    const { text, unwritten } = sessionOf(opened);
    unwritten.set("test", () => {
      text.insert(text.length, "More.\n");
      unwritten.set("test", undefined);
    });
    expect(opened.state.unsaved).toBe(true);
    await connection.keepNow();
    await allSaved(opened);
    expect((await findDraftFile(lectern.node.database.query, draft.id, "start.mdx"))?.content).toBe(`${page}More.\n`);
  });

  test("people see each other's pages and cursors, even across nodes", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const connection = connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft);
    const far = connect({ url: other.url, cookie: ben.cookie }, project, draft);
    const a = await openPage(connection, "start.mdx");
    const b = await openPage(far, "start.mdx");
    sessionOf(b).awareness.setLocalStateField("place", { start: 4, end: 9 });
    await eventually(() => expect(connection.state.people.map(({ name }) => name).sort()).toEqual(["ada", "ben"]));
    await eventually(() => {
      const states = [...sessionOf(a).awareness.getStates().values()];
      expect(states).toContainEqual(
        expect.objectContaining({ place: { start: 4, end: 9 }, user: expect.objectContaining({ name: "ben" }) }),
      );
    });
    // Source mode reports positions that move with the text. People in visual mode see them too.
    const text = sessionOf(b).text;
    const at = (index: number) => createRelativePositionFromTypeIndex(text, index);
    sessionOf(b).awareness.setLocalStateField("cursor", { anchor: at(20), head: at(10) });
    await eventually(() => {
      const places = [...sessionOf(a).awareness.getStates().values()].map(({ place }) => place);
      expect(places).toContainEqual({ start: 10, end: 20 });
    });
    far.close();
    await eventually(() => expect(connection.state.people.map(({ name }) => name)).toEqual(["ada"]));
    expect(sessionOf(a).awareness.getStates().size).toBe(1);
  });

  test("a change made through the API arrives like a colleague's edit", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const a = await openPage(connect({ url: other.url, cookie: ada.cookie }, project, draft), "start.mdx");
    sessionOf(a).text.insert(page.length, "Mine.\n");
    await allSaved(a);
    const content = `${page}Mine.\n`.replace("Hello", "Good day");
    await changeTexts(changeDeps(), { project, draft, by: ben.userId, signal: never }, [
      { path: "start.mdx", content },
    ]);
    await eventually(() => expect(textIn(a)).toBe(content));
    sessionOf(a).text.delete(0, 4);
    await allSaved(a);
    const tree = await openTree(changeDeps(), { project, draft, signal: never });
    expect(await tree.read("start.mdx")).toBe(content.slice(4));
  });

  test("a file that equals its committed version again no longer counts as changed", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const a = await openPage(connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft), "start.mdx");
    sessionOf(a).text.insert(0, "x");
    await allSaved(a);
    expect(await findDraftFile(lectern.node.database.query, draft.id, "start.mdx")).toBeDefined();
    sessionOf(a).undo.undo();
    await allSaved(a);
    expect(textIn(a)).toBe(page);
    expect(await findDraftFile(lectern.node.database.query, draft.id, "start.mdx")).toBeUndefined();
  });

  test("undo reverts only the person's own edits", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const near = connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft);
    const a = await openPage(near, "start.mdx");
    const b = await openPage(connect({ url: lectern.node.url, cookie: ben.cookie }, project, draft), "start.mdx");
    sessionOf(a).text.insert(0, "ada ");
    await eventually(() => expect(textIn(b)).toBe(`ada ${page}`));
    sessionOf(b).text.insert(0, "ben ");
    await eventually(() => expect(textIn(a)).toBe(`ben ada ${page}`));
    sessionOf(a).undo.undo();
    await near.saved();
    await eventually(() => expect(textIn(b)).toBe(`ben ${page}`));
  });

  test("a page that is removed while it is open is closed, and a page created again at its path is a different text", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const connection = connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft);
    const a = await openPage(connection, "start.mdx");
    const changes = { project, draft, by: ben.userId, signal: never };
    await changeTexts(changeDeps(), changes, [{ path: "start.mdx", content: undefined }]);
    await eventually(() => expect(a.state).toMatchObject({ session: undefined, trouble: { reason: "missing" } }));
    await changeTexts(changeDeps(), changes, [{ path: "start.mdx", content: "# New\n" }]);
    connection.release("start.mdx");
    const again = await openPage(connection, "start.mdx");
    expect(textIn(again)).toBe("# New\n");
    sessionOf(again).text.insert(0, "x");
    await allSaved(again);
    expect((await findDraftFile(lectern.node.database.query, draft.id, "start.mdx"))?.content).toBe("x# New\n");
  });

  test("an open, unchanged page follows a change in the base commit", async () => {
    const draft = await newDraft();
    const { project } = hosted;
    const a = await openPage(connect({ url: lectern.node.url, cookie: ada.cookie }, project, draft), "other.mdx");
    const sha = await hosted.commit(`side-${draft.id}`, { "other.mdx": "# Other, revised\n" });
    await lectern.node.database.transaction((tx) => updateDraft(tx, draft.id, { baseSha: sha }, lectern.clock.now()));
    await eventually(() => expect(textIn(a)).toBe("# Other, revised\n"));
    sessionOf(a).text.insert(0, "x");
    await allSaved(a);
    expect((await findDraftFile(lectern.node.database.query, draft.id, "other.mdx"))?.content).toBe(
      "x# Other, revised\n",
    );
  });
});
