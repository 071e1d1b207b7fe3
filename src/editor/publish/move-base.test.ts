import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../../test/support/database.ts";
import { startPage as page } from "../../../test/support/pull-request-host.ts";
import type { Project } from "../../projects/store.ts";
import type { EditorDraft } from "../draft.ts";
import { changeTexts } from "../draft-files.ts";
import { openText, readNews } from "../draft-text.ts";
import { readText } from "../shared-text.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { ada, startPublishing } from "./publish-test-support.ts";
import { readBaseMove } from "./read-base-move.ts";
import { type Resolution, resolveConflict } from "./resolve-conflict.ts";

const never = new AbortController().signal;
const png = Uint8Array.of(137, 80, 78, 71, 0, 1);

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPublishing>>;
  beforeAll(async () => {
    host = await startPublishing(dialect);
  });
  afterAll(() => host.stop());

  const requestOf = async (project: Project, draft: EditorDraft) => ({
    project,
    draft: await host.again(draft),
    by: ada.id,
    signal: never,
  });
  const update = async (project: Project, draft: EditorDraft) =>
    bringUpToDate(host.deps, await requestOf(project, draft));
  const conflictsOf = async (project: Project, draft: EditorDraft) => {
    const { conflicts } = await readBaseMove(host.deps, await requestOf(project, draft));
    return conflicts.map(({ path, reason }) => [path, reason]);
  };
  const resolve = async (project: Project, draft: EditorDraft, resolution: Resolution) => {
    await resolveConflict(host.deps, await requestOf(project, draft), resolution);
    return update(project, draft);
  };

  test("open editors receive a merged text, and keep what was typed during the merge", async () => {
    const { hosted, project, draft } = await host.startDraft();
    const { database } = host.deps;
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1.") });
    const before = await readNews(database.query, draft.id, "start.mdx");
    const tip = await hosted.commit("main", { "start.mdx": page.replace("Three.", "3.") });
    const move = await readBaseMove(host.deps, { project, draft, signal: never });
    // This text is typed after the commits were read, and the merge must include it.
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1, 2.") });
    expect(move.conflicts).toEqual([]);
    const { draft: moved, merged } = await update(project, draft);
    expect(moved.baseSha).toBe(tip);
    expect(merged).toBe(1);
    const text = page.replace("One.", "1, 2.").replace("Three.", "3.");
    expect((await host.files(draft)).map(({ content }) => content)).toEqual([text]);
    // A browser that already has the document only receives newer updates.
    const { updates } = await readNews(database.query, draft.id, "start.mdx", before);
    expect(readText({ updates: [...before.updates, ...updates] }).text).toBe(text);
  });

  test("a page that is open but unchanged becomes the version in the base branch", async () => {
    const { hosted, project, draft } = await host.startDraft();
    const { database } = host.deps;
    await openText(host.deps, draft, { path: "start.mdx", committed: page });
    await hosted.commit("main", { "start.mdx": page.replace("One.", "I.") });
    await update(project, draft);
    const { text } = readText(await readNews(database.query, draft.id, "start.mdx"));
    expect(text).toBe(page.replace("One.", "I."));
    expect(await host.files(draft)).toEqual([]);
  });

  test("a change that the base branch also has is dropped, and a change of a moved page is applied at its new path", async () => {
    const hosted = await host.project();
    const { project } = hosted;
    await hosted.commit("main", { "same.mdx": "# Same\n", "gone.mdx": "# Gone\n" });
    const draft = await host.draft(project);
    await host.write(
      project,
      draft,
      {
        "same.mdx": "# The same\n",
        "new.mdx": "# New\n",
        "gone.mdx": undefined,
        "guides/start.mdx": page.replace("One.", "1."),
      },
      { "guides/start.mdx": "start.mdx" },
    );
    await hosted.commit("main", {
      "same.mdx": "# The same\n",
      "new.mdx": "# New\n",
      "gone.mdx": undefined,
      "start.mdx": page.replace("Three.", "3."),
    });
    const { move } = await update(project, draft);
    expect(move.conflicts).toEqual([]);
    expect((await host.files(draft)).map(({ path, kind, content }) => [path, kind, content])).toEqual([
      ["guides/start.mdx", "text", page.replace("One.", "1.").replace("Three.", "3.")],
      ["start.mdx", "removed", null],
    ]);
  });

  test("every kind of conflict is reported, and the draft doesn't move until all are resolved", async () => {
    const hosted = await host.project();
    const { project } = hosted;
    await hosted.commit("main", { "a.mdx": "# A\n", "b.mdx": "# B\n", "tree.png": "first" });
    const draft = await host.draft(project);
    await host.write(project, draft, {
      "start.mdx": page.replace("One.", "1."),
      "a.mdx": "# A, changed\n",
      "b.mdx": undefined,
      "new.mdx": "# Mine\n",
    });
    await host.writeMedia(draft, "tree.png", png);
    const tip = await hosted.commit("main", {
      "start.mdx": page.replace("One.", "I."),
      "a.mdx": undefined,
      "b.mdx": "# B, changed\n",
      "new.mdx": "# Theirs\n",
      "tree.png": "second",
    });
    expect(await conflictsOf(project, draft)).toEqual([
      ["a.mdx", "removed_there"],
      ["b.mdx", "removed_here"],
      ["new.mdx", "both_added"],
      ["start.mdx", "overlap"],
      ["tree.png", "media"],
    ]);
    await expect(resolve(project, draft, { path: "a.mdx" })).rejects.toThrow("Send either the merged text");
    await expect(resolve(project, draft, { path: "other.mdx", use: "mine" })).rejects.toThrow("has no conflict");
    const stale = { path: "start.mdx", text: "# Merged\n", sequence: 0 };
    await expect(resolve(project, draft, stale)).rejects.toThrow("was changed while you merged it");
    await resolve(project, draft, { path: "start.mdx", text: page.replace("One.", "1 or I.") });
    expect((await host.again(draft)).baseSha).toBe(draft.baseSha);
    await resolve(project, draft, { path: "a.mdx", use: "mine" });
    await resolve(project, draft, { path: "b.mdx", use: "theirs" });
    await resolve(project, draft, { path: "new.mdx", use: "theirs" });
    const { draft: moved } = await resolve(project, draft, { path: "tree.png", use: "mine" });
    expect(moved.baseSha).toBe(tip);
    expect((await host.files(draft)).map(({ path, content, baseSha }) => [path, content, baseSha])).toEqual([
      ["a.mdx", "# A, changed\n", null],
      ["start.mdx", page.replace("One.", "1 or I."), null],
      ["tree.png", null, null],
    ]);
    await host.publish(project, moved);
    expect(await hosted.git("diff", "--name-status", tip, "main")).toBe("A\ta.mdx\nM\tstart.mdx\nM\ttree.png");
  });

  test("a resolved file conflicts again only if the base branch changes it again", async () => {
    const hosted = await host.project();
    const { project } = hosted;
    await hosted.commit("main", { "a.mdx": "# A\n" });
    const draft = await host.draft(project);
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1."), "a.mdx": "# Mine\n" });
    await hosted.commit("main", { "start.mdx": page.replace("One.", "I."), "a.mdx": "# Theirs\n" });
    await resolve(project, draft, { path: "start.mdx", use: "mine" });
    await host.write(project, await host.again(draft), { "start.mdx": page.replace("One.", "1!") });
    expect(await conflictsOf(project, draft)).toEqual([["a.mdx", "overlap"]]);
    await hosted.commit("main", { "start.mdx": page.replace("One.", "i.") });
    expect(await conflictsOf(project, draft)).toEqual([
      ["a.mdx", "overlap"],
      ["start.mdx", "overlap"],
    ]);
  });

  test("accepting a removal drops the page and keeps the draft's other changes", async () => {
    const hosted = await host.project();
    const { project } = hosted;
    await hosted.commit("main", { "a.mdx": "# A\n" });
    const draft = await host.draft(project);
    await host.write(project, draft, {
      "a.mdx": "# A, changed\n",
      "start.mdx": page.replace("One.", "1."),
      "new.mdx": "# New\n",
    });
    await hosted.commit("main", { "a.mdx": undefined });
    await resolve(project, draft, { path: "a.mdx", use: "theirs" });
    expect((await host.files(draft)).map(({ path }) => path)).toEqual(["new.mdx", "start.mdx"]);
  });

  test("after the base has moved, a text that is based on the old base commit is refused", async () => {
    const { hosted, project, draft } = await host.startDraft();
    await hosted.commit("main", { "start.mdx": page.replace("Three.", "3.") });
    await update(project, draft);
    const write = (from: EditorDraft) =>
      changeTexts(host.deps, { project, draft: from, by: ada.id, signal: never }, [
        { path: "start.mdx", content: page.replace("One.", "1.") },
      ]);
    await expect(write(draft)).rejects.toThrow("brought up to date");
    expect(await host.files(draft)).toEqual([]);
    await write(await host.again(draft));
    expect(await host.files(draft)).toHaveLength(1);
  });
});
