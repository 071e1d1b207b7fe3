import { afterAll, beforeAll, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { sweepDrafts } from "../../src/editor/files/sweep-drafts.ts";
import { listDraftFiles, updateDraft } from "../../src/editor/store.ts";
import { dayMilliseconds } from "../../src/platform/clock.ts";
import { join, type Person } from "../dashboard/people.ts";
import { never } from "../support/artifact-store.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { bodyOf, createDraftOf, createEditedProject, makePng, readMediaOf, upload } from "./editor-files.ts";

const settings = {
  name: "Plants",
  theme: "mint",
  colors: { primary: "#16A34A" },
  navigation: { groups: [{ group: "Start", pages: ["index", "guides/watering", "guides/lost"] }] },
};
const files = {
  "docs.json": JSON.stringify(settings, null, 2),
  "index.mdx": "---\ntitle: Home\n---\n\nWelcome to the garden.\n",
  "guides/watering.mdx": "---\ntitle: Watering plants\nsidebarTitle: Watering\n---\n\nWater them.\n",
  "guides/unlisted.md": "# Not listed\n\nStill a page.\n",
  "snippets/note.mdx": "A note.\n",
  "images/rose.png": makePng(),
  "images/tulip.png": makePng(),
  "logo/light.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ".github/workflows/build.yml": "on: push\n",
  "style.css": "a { color: red }\n",
};

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let ada: Person;
  let eve: Person;
  let stranger: Person;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { tenant } = lectern;
    hosted = await createEditedProject(lectern, "plants", files);
    ada = await join(lectern, tenant.organizationId, "editor", "ada.lovelace@acme.test");
    eve = await join(lectern, tenant.organizationId, "viewer", "eve@acme.test");
    stranger = await join(lectern, lectern.stranger.organizationId, "admin", "zed@zenith.test");
  });
  afterAll(() => lectern?.stop());

  const newDraft = () => createDraftOf(ada, hosted.project.id);
  const getDraft = async (params: { projectId: string; draftId: string }, who = ada) =>
    bodyOf(await who.call("getDraft", { params }));
  const readTree = async (params: { projectId: string; draftId: string }) =>
    bodyOf(await ada.call("readTree", { params }));
  const write = (params: { projectId: string; draftId: string }, path: string, text: string, who = ada) =>
    who.call("writeDraftFile", { params, body: { path, text } });
  const objectKeys = async () => {
    const keys: string[] = [];
    for await (const { key } of lectern.node.objects.list("drafts/", never)) keys.push(key);
    return keys;
  };

  test("a draft starts from the newest commit, on a branch that names the person and the day", async () => {
    const params = await newDraft();
    const draft = await getDraft(params);
    expect(draft).toMatchObject({
      author: "ada.lovelace",
      isOwn: true,
      status: "open",
      baseBranch: "main",
      baseSha: await hosted.git("rev-parse", "main"),
      files: [],
      canEdit: true,
    });
    expect(draft.branch).toMatch(/^draft\/ada-lovelace-2026-03-02-[0-9a-z]{6}$/);
    expect(draft.title).toBe("Draft of March 2");
    const { drafts } = bodyOf(await eve.call("listDrafts", { params: { projectId: params.projectId } }));
    expect(drafts[0]).toMatchObject({ id: params.draftId, isOwn: false, fileCount: 0 });
    const renamed = await ada.call("changeDraft", { params, body: { title: " Summer " } });
    expect(bodyOf(renamed).title).toBe("Summer");
  });

  test("a draft keeps its pages when others publish", async () => {
    const params = await newDraft();
    await hosted.commit("main", { "guides/new.mdx": "# New\n" });
    expect((await readTree(params)).files.map(({ path }: { path: string }) => path)).not.toContain("guides/new.mdx");
  });

  test("viewers can open drafts but not edit them", async () => {
    const params = await newDraft();
    expect(await getDraft(params)).toMatchObject({ canEdit: true });
    expect(await getDraft(params, eve)).toMatchObject({ canEdit: false });
  });

  test("the tree of a draft has the navigation's titles and the draft's changes", async () => {
    const params = await newDraft();
    expect((await write(params, "guides/watering.mdx", "---\ntitle: Rain\n---\n\nWait.\n")).status).toBe(204);
    expect((await write(params, "guides/soil.mdx", "# Soil\n")).status).toBe(204);
    const tree = await readTree(params);
    expect(tree.navigationProblem).toBeNull();
    expect(tree.mediaFolder).toBe("images");
    expect(tree.navigation).toEqual([
      { depth: 0, kind: "group", title: "Start" },
      { depth: 1, kind: "page", title: "Home", path: "index.mdx" },
      { depth: 1, kind: "page", title: "Rain", path: "guides/watering.mdx" },
      { depth: 1, kind: "page", title: "guides/lost", isMissing: true },
    ]);
    const byPath = new Map(tree.files.map((file: { path: string }) => [file.path, file]));
    expect(byPath.get("guides/watering.mdx")).toMatchObject({ kind: "page", change: "modified", title: "Rain" });
    expect(byPath.get("guides/soil.mdx")).toMatchObject({ kind: "page", change: "added", title: "Soil" });
    expect(byPath.get("guides/unlisted.md")).toMatchObject({ kind: "page", change: null, title: "Not listed" });
    expect(byPath.get("snippets/note.mdx")).toMatchObject({ kind: "snippet" });
    expect(byPath.get("images/rose.png")).toMatchObject({ kind: "media" });
    expect(byPath.get("style.css")).toMatchObject({ kind: "code" });
    expect(byPath.has(".github/workflows/build.yml")).toBe(false);
  });

  test("with an invalid docs.json, files can still be read and the reply locates the mistake", async () => {
    const params = await newDraft();
    await write(params, "docs.json", '{ "navigation": ');
    const tree = await readTree(params);
    expect(tree.navigation).toEqual([]);
    expect(tree.navigationProblem).toMatch(/^docs\.json.*not valid JSON/);
    expect(tree.files.length).toBeGreaterThan(5);
  });

  test("a text is returned with its committed version, and reverting it drops the change", async () => {
    const params = await newDraft();
    await write(params, "index.mdx", "Changed.\n");
    const query = "?path=index.mdx";
    const file = bodyOf(await eve.call("readDraftFile", { params, query }));
    expect(file).toMatchObject({ text: "Changed.\n", base: files["index.mdx"] });
    expect(file.url).toMatch(/^https?:\/\/plants\..*\/$/);
    expect((await getDraft(params)).files).toEqual([{ path: "index.mdx", change: "modified" }]);
    expect((await ada.call("revertDraftFile", { params, body: { path: "index.mdx" } })).status).toBe(204);
    expect((await getDraft(params)).files).toEqual([]);
    expect(bodyOf(await eve.call("readDraftFile", { params, query })).text).toBe(files["index.mdx"]);
    await write(params, "guides/added.mdx", "New.\n");
    await ada.call("revertDraftFile", { params, body: { path: "guides/added.mdx" } });
    expect(await listDraftFiles(lectern.node.database.query, params.draftId)).toEqual([]);
  });

  test("the published versions of a page are listed and read, and other commits can't be read", async () => {
    const params = await newDraft();
    const { versions } = bodyOf(await eve.call("listFileVersions", { params, query: "?path=index.mdx" }));
    expect(versions).toMatchObject([{ sha: expect.stringMatching(/^[0-9a-f]{40}$/), title: expect.any(String) }]);
    const read = (path: string, sha: string) =>
      eve.call("readFileVersion", { params, query: `?path=${path}&sha=${sha}` });
    expect(bodyOf(await read("index.mdx", versions[0].sha)).text).toBe(files["index.mdx"]);
    expect((await read("index.mdx", "0".repeat(40))).status).toBe(404);
    expect((await read("images/rose.png", versions[0].sha)).status).toBe(404);
  });

  test.each([
    ["a file outside the project", "../outside.mdx"],
    ["an absolute path", "/etc/hosts.txt"],
    ["a file in a hidden folder", ".github/workflows/build.yml"],
    ["a file in git's own folder", ".git/config.json"],
    ["a file of an installed package", "node_modules/a/index.js"],
    ["a shell script", "run.sh"],
    ["an image as text", "images/rose.png"],
  ])("a draft refuses to write %s", async (_what, path) => {
    const params = await newDraft();
    expect((await write(params, path, "x")).status).toBe(400);
    expect(await listDraftFiles(lectern.node.database.query, params.draftId)).toEqual([]);
    expect((await ada.call("readDraftFile", { params, query: `?path=${encodeURIComponent(path)}` })).status).toBe(404);
  });

  test("viewers can't write to a draft, and another organization can't see that it exists", async () => {
    const params = await newDraft();
    expect((await write(params, "index.mdx", "x", eve)).status).toBe(403);
    for (const name of ["getDraft", "readTree"] as const) {
      expect((await stranger.call(name, { params })).status).toBe(404);
    }
    // Another organization's project can't be used to reach the draft.
    const theirs = { projectId: lectern.stranger.project.id, draftId: params.draftId };
    expect((await stranger.call("getDraft", { params: theirs })).status).toBe(404);
    expect((await stranger.call("discardDraft", { params: theirs })).status).toBe(404);
    expect((await readMediaOf(lectern, stranger, theirs, "images/rose.png")).status).toBe(404);
  });

  test("discarding a draft removes its texts, media and objects, and keeps its row for a month", async () => {
    const params = await newDraft();
    await write(params, "index.mdx", "Changed.\n");
    const { path } = bodyOf(await upload(lectern, ada, params, { name: "Lily.png" }, makePng()));
    const before = await objectKeys();
    expect((await ada.call("discardDraft", { params })).status).toBe(204);
    expect(before.filter((key) => key.includes(params.draftId))).toHaveLength(1);
    expect((await objectKeys()).filter((key) => key.includes(params.draftId))).toEqual([]);
    const { query } = lectern.node.database;
    expect(await listDraftFiles(query, params.draftId)).toEqual([]);
    expect(await query.selectFrom("draftUpdates").selectAll().where("draftId", "=", params.draftId).execute()).toEqual(
      [],
    );
    expect(await getDraft(params)).toMatchObject({ status: "discarded", canEdit: false });
    expect((await readMediaOf(lectern, ada, params, path)).status).toBe(404);
    expect((await write(params, "index.mdx", "Again.\n")).status).toBe(409);
    expect((await ada.call("discardDraft", { params })).status).toBe(409);
    const { clock, node } = lectern;
    await sweepDrafts(node, clock.now() + 29 * dayMilliseconds, never);
    expect((await ada.call("getDraft", { params })).status).toBe(200);
    await sweepDrafts(node, clock.now() + 31 * dayMilliseconds, never);
    expect((await ada.call("getDraft", { params })).status).toBe(404);
    const entries = await listAuditEntries(query, lectern.tenant.organizationId, { limit: 100 });
    const actions = entries.filter(({ target }) => target?.id === params.draftId).map(({ action }) => action);
    expect(actions.sort()).toEqual(["createDraft", "discardDraft", "uploadMedia"]);
  });

  test("the sweep removes objects that no draft refers to, except those of running uploads", async () => {
    const params = await newDraft();
    await upload(lectern, ada, params, { name: "kept.png" }, makePng());
    const orphan = `drafts/${params.projectId}/${params.draftId}/left-behind`;
    await lectern.node.objects.put([{ key: orphan, bytes: Buffer.from("x") }], never);
    await sweepDrafts(lectern.node, Date.now(), never);
    expect(await objectKeys()).toContain(orphan);
    await sweepDrafts(lectern.node, Date.now() + 2 * dayMilliseconds, never);
    const left = (await objectKeys()).filter((key) => key.includes(params.draftId));
    expect(left).toHaveLength(1);
    expect(left).not.toContain(orphan);
  });

  test("a published draft can be read but not changed", async () => {
    const params = await newDraft();
    await updateDraft(lectern.node.database.query, params.draftId, { status: "published" }, lectern.clock.now());
    expect(await getDraft(params)).toMatchObject({ canEdit: false, status: "published" });
    expect((await write(params, "index.mdx", "x")).status).toBe(409);
    expect((await upload(lectern, ada, params, { name: "a.png" }, makePng())).status).toBe(409);
  });
});
