import { afterAll, beforeAll, expect, test } from "vitest";
import { anchorAt } from "../../src/editor/comments/anchors.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { openText } from "../../src/editor/draft-text.ts";
import { loadDoc } from "../../src/editor/shared-text.ts";
import { findDraftFile, insertDraft } from "../../src/editor/store.ts";
import { newId } from "../../src/platform/id.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";

const page = `---
title: Watering
---

Water the plants every morning.

Don't water them at noon.   
`;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let ada: Person;
  let eve: Person;
  let draft: EditorDraft;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { node, clock, storage, tenant } = lectern;
    const repositoriesFolder = `${storage.dataFolder}/repositories`;
    hosted = await createTestHostedProject({
      ...node,
      clock,
      repositoriesFolder,
      url: "https://docs.example.com",
      domain: "plants",
      files: { "docs.json": '{"name":"Plants","theme":"mint","navigation":{"pages":["index"]}}', "index.mdx": page },
      organizationId: tenant.organizationId,
    });
    ada = await join(lectern, tenant.organizationId, "editor", "ada@acme.test");
    eve = await join(lectern, tenant.organizationId, "viewer", "eve@acme.test");
    const at = clock.now();
    draft = {
      id: newId("drf", clock),
      organizationId: tenant.organizationId,
      projectId: hosted.project.id,
      author: { id: ada.userId, name: "ada", email: ada.email },
      title: "Watering",
      branch: "draft/ada-1",
      baseBranch: "main",
      baseSha: await hosted.git("rev-parse", "main"),
      headSha: null,
      status: "open",
      pullRequest: null,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    };
    await insertDraft(node.database.query, draft);
  });
  afterAll(() => lectern?.stop());

  const params = () => ({ projectId: draft.projectId, draftId: draft.id });
  /** An anchor like the one that a browser creates. */
  const anchorOf = async (quote: string) => {
    const deps = { database: lectern.node.database, clock: lectern.clock, texts: textProcesses };
    const { state, text } = await openText(deps, draft, { path: "index.mdx", committed: page });
    const start = text.indexOf(quote);
    return anchorAt(loadDoc({ state, updates: [] }), { start, end: start + quote.length });
  };
  const body = (reply: { text: string }) => JSON.parse(reply.text);

  test("a viewer's comment notifies only the person it mentions", async () => {
    const anchor = await anchorOf("every morning");
    const sent = await eve.call("addDraftComment", {
      params: params(),
      body: { path: "index.mdx", body: "@ada is that so?", anchor, mentions: [ada.userId, eve.userId, "usr_unknown"] },
    });
    expect(sent.status).toBe(201);
    const listed = body(await ada.call("listDraftComments", { params: params() }));
    expect(listed.comments).toMatchObject([{ body: "@ada is that so?", author: "eve", isOwn: false, status: "open" }]);
    expect(listed.people.map(({ name }: { name: string }) => name).sort()).toEqual(["ada", "eve"]);
    const organization = { params: { organizationId: draft.organizationId } };
    const told = body(await ada.call("listNotifications", organization)).notifications;
    expect(told).toMatchObject([{ type: "comment.mentioned", title: "eve mentioned you in “Watering”" }]);
    expect(body(await eve.call("listNotifications", organization)).notifications).toEqual([]);
  });

  test("a viewer suggests a change, and when an editor accepts it, only that text changes", async () => {
    const anchor = await anchorOf("at noon");
    const sent = { path: "index.mdx", body: "More precise", anchor, replacement: "between 11 and 15" };
    const { id } = body(await eve.call("addDraftComment", { params: params(), body: sent }));
    const decide = (who: Person, status: string) =>
      who.call("changeDraftComment", { params: { ...params(), commentId: id }, body: { status } });
    expect((await decide(eve, "accepted")).status).toBe(403);
    expect((await decide(ada, "resolved")).status).toBe(400);
    expect(body(await decide(ada, "accepted"))).toMatchObject({ status: "accepted" });
    const file = await findDraftFile(lectern.node.database.query, draft.id, "index.mdx");
    expect(file?.content).toBe(page.replace("at noon", "between 11 and 15"));
    expect((await decide(ada, "rejected")).status).toBe(409);
  });

  test("a suggestion is refused if its text has changed, and the page stays as it is", async () => {
    const anchor = await anchorOf("Water the plants");
    const sent = {
      path: "index.mdx",
      body: "Shorter",
      anchor: { ...anchor, quote: "Water my plants" },
      replacement: "",
    };
    const { id } = body(await ada.call("addDraftComment", { params: params(), body: sent }));
    const before = await findDraftFile(lectern.node.database.query, draft.id, "index.mdx");
    const reply = await ada.call("changeDraftComment", {
      params: { ...params(), commentId: id },
      body: { status: "accepted" },
    });
    expect(reply.status).toBe(409);
    expect(await findDraftFile(lectern.node.database.query, draft.id, "index.mdx")).toEqual(before);
  });

  test("the built-in agent suggests changes, and the text stays until someone accepts them", async () => {
    const reply = await ada.call("askDraftAgent", {
      params: params(),
      body: { path: "index.mdx", prompt: "Remove trailing spaces" },
    });
    const { comments, source } = body(reply);
    expect(source).toBe("rules");
    expect(comments).toMatchObject([{ kind: "suggestion", author: "Agent, for ada", status: "open" }]);
    expect(comments[0].replacement).toBe("Don't water them between 11 and 15.\n");
    const nothing = await ada.call("askDraftAgent", {
      params: params(),
      body: { path: "index.mdx", prompt: "Make it funnier" },
    });
    expect(body(nothing)).toMatchObject({ comments: [], summary: expect.stringContaining("language model") });
    expect(
      (await eve.call("askDraftAgent", { params: params(), body: { path: "index.mdx", prompt: "x" } })).status,
    ).toBe(403);
  });

  test("only the author or an admin can delete a thread's first comment, which deletes the thread", async () => {
    const comment = { path: "index.mdx", body: "First" };
    const { id } = body(await ada.call("addDraftComment", { params: params(), body: comment }));
    await eve.call("addDraftComment", { params: params(), body: { path: "index.mdx", body: "Reply", parentId: id } });
    const remove = (who: Person) => who.call("removeDraftComment", { params: { ...params(), commentId: id } });
    expect((await remove(eve)).status).toBe(403);
    expect((await remove(ada)).status).toBe(204);
    const left = body(await ada.call("listDraftComments", { params: params() })).comments;
    expect(left.filter((each: { parentId: string | null }) => each.parentId === id)).toEqual([]);
  });

  test("comments in another organization's draft are not found", async () => {
    const mallory = await join(lectern, lectern.stranger.organizationId, "admin", `mallory-${dialect}@zenith.test`);
    expect((await mallory.call("listDraftComments", { params: params() })).status).toBe(404);
    const foreign = { ...params(), projectId: lectern.stranger.project.id };
    expect((await mallory.call("listDraftComments", { params: foreign })).status).toBe(404);
  });
});
