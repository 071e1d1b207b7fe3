import { afterAll, beforeAll, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { type EditorOperations, editorOperations } from "../../src/contract/editor-operations.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { changeTexts } from "../../src/editor/draft-files.ts";
import { insertDraft } from "../../src/editor/store.ts";
import { openRepository } from "../../src/projects/repositories/open-repository.ts";
import { pathOf, send } from "../contract/send.ts";
import { fromDashboard, join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";

const page = "---\ntitle: Watering plants\n---\n\nWater them.\n";
const never = new AbortController().signal;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let editor: Person;
  let viewer: Person;
  let stranger: Person;
  let count = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { organizationId } = lectern.tenant;
    hosted = await createTestHostedProject({
      ...depsOf(),
      domain: "handbook",
      files: { "start.mdx": page },
      organizationId,
    });
    editor = await join(lectern, organizationId, "editor", "editor@acme.test");
    viewer = await join(lectern, organizationId, "viewer", "viewer@acme.test");
    stranger = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
  });
  afterAll(() => lectern?.stop());

  function depsOf() {
    const { database, queue, objects } = lectern.node;
    const repositoriesFolder = `${lectern.storage.dataFolder}/repositories`;
    return { database, queue, objects, clock: lectern.clock, repositoriesFolder, url: "https://docs.lectern.test" };
  }

  async function changedDraft(): Promise<EditorDraft> {
    count += 1;
    const { project } = hosted;
    const { clock } = lectern;
    const draft: EditorDraft = {
      id: `drf_${count}`,
      organizationId: project.organizationId,
      projectId: project.id,
      title: "Draft",
      author: { id: editor.userId, name: "editor", email: editor.email },
      branch: `draft/editor-${count}`,
      baseBranch: "main",
      baseSha: await hosted.git("rev-parse", "main"),
      headSha: null,
      status: "open",
      pullRequest: null,
      revision: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    };
    await insertDraft(lectern.node.database.query, draft);
    const { gitDir } = await openRepository(depsOf(), project, never);
    const deps = { ...depsOf(), texts: textProcesses, locate: async () => ({ kind: "hosted" as const, gitDir }) };
    const content = page.replace("Water them.", `Water them ${count} times.`);
    await changeTexts(deps, { project, draft, by: editor.userId, signal: never }, [{ path: "start.mdx", content }]);
    return draft;
  }

  async function call(person: Person, name: keyof EditorOperations, draft: EditorDraft, json?: unknown) {
    const operation = editorOperations[name];
    const { status, text } = await send(lectern.node.url, {
      method: operation.method,
      path: pathOf(operation, { projectId: draft.projectId, draftId: draft.id }),
      headers: { ...fromDashboard, cookie: person.cookie },
      ...(json !== undefined && { json }),
    });
    return { status, body: JSON.parse(text) };
  }

  test("an editor sees the draft's changes and publishes them once, and the audit log has an entry", async () => {
    const draft = await changedDraft();
    const { body: changes } = await call(editor, "describeChanges", draft);
    expect(changes).toMatchObject({ title: "Update Watering plants", publish: { allowed: true, reason: null } });
    const { status, body } = await call(editor, "publishDraft", draft, { title: changes.title });
    expect({ status, branch: body.branch }).toEqual({ status: 200, branch: "main" });
    expect(await hosted.git("log", "-1", "--format=%H %ae", "main")).toBe(`${body.sha} editor@acme.test`);
    expect((await call(editor, "publishDraft", draft, { title: "Again" })).body.sha).toBe(body.sha);
    const { organizationId } = lectern.tenant;
    const entries = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 50 });
    expect(entries.filter(({ action }) => action === "publishDraft")).toHaveLength(1);
  });

  test("viewers can read but not publish a draft, and another organization can't find it", async () => {
    const draft = await changedDraft();
    const { body: changes } = await call(viewer, "describeChanges", draft);
    expect(changes.publish).toEqual({ allowed: false, reason: "Viewers can't change the docs; ask an editor." });
    const commit = { title: "Mine" };
    expect((await call(viewer, "publishDraft", draft, commit)).status).toBe(403);
    expect((await call(viewer, "requestReview", draft, commit)).status).toBe(403);
    expect((await call(viewer, "updateDraft", draft)).status).toBe(403);
    for (const name of ["describeChanges", "readConflicts"] as const) {
      expect((await call(stranger, name, draft)).status).toBe(404);
    }
    for (const name of ["publishDraft", "requestReview"] as const) {
      expect((await call(stranger, name, draft, commit)).status).toBe(404);
    }
    expect(await hosted.git("rev-parse", "main")).toBe(draft.baseSha);
  });

  test("conflicts can be read, resolved and published over HTTP", async () => {
    const draft = await changedDraft();
    await hosted.commit("main", { "start.mdx": page.replace("Water them.", "Never water them.") });
    const refused = await call(editor, "publishDraft", draft, { title: "Mine" });
    expect(refused).toEqual({
      status: 409,
      body: { error: "Resolve the conflicts with the published pages first: start.mdx. Nothing was changed." },
    });
    const { conflicts } = (await call(viewer, "readConflicts", draft)).body;
    expect(conflicts).toMatchObject([
      { path: "start.mdx", reason: "overlap", theirs: page.replace("Water them.", "Never water them.") },
    ]);
    const text = page.replace("Water them.", "Water them now and then.");
    const { sequence } = conflicts[0];
    const resolved = await call(editor, "resolveConflict", draft, { path: "start.mdx", text, sequence });
    expect(resolved.body).toMatchObject({ merged: 1, conflicts: [] });
    expect((await call(editor, "publishDraft", draft, { title: "Both" })).status).toBe(200);
    expect(await hosted.git("show", "main:start.mdx")).toBe(text.trim());
  });

  test("a draft in review is published when its pull request is merged, and reopened when it is closed", async () => {
    const decide = (operation: Operation, { number }: { number: number }, json?: unknown) =>
      send(lectern.node.url, {
        method: operation.method,
        path: pathOf(operation, { projectId: hosted.project.id, number: String(number) }),
        headers: { ...fromDashboard, cookie: editor.cookie },
        ...(json !== undefined && { json }),
      });
    const listed = async (draft: EditorDraft) =>
      (await call(viewer, "listDrafts", draft)).body.drafts.find(({ id }: { id: string }) => id === draft.id)?.status;
    const [closed, merged] = [await changedDraft(), await changedDraft()];
    const rejected = (await call(editor, "requestReview", closed, { title: "Water less" })).body;
    expect(await listed(closed)).toBe("review");
    expect((await decide(operations.closePullRequest, rejected)).status).toBe(200);
    expect((await call(viewer, "getDraft", closed)).body).toMatchObject({ status: "open", pullRequest: null });
    const accepted = (await call(editor, "requestReview", merged, { title: "Water more" })).body;
    expect((await decide(operations.mergePullRequest, accepted, {})).status).toBe(200);
    expect(await listed(merged)).toBeUndefined();
    expect((await call(viewer, "getDraft", merged)).body).toMatchObject({ status: "published", canEdit: false });
  });
});
