import { afterAll, beforeAll, expect, test } from "vitest";
import type { MovePlan, Navigation, RemovalPlan, Settings } from "../../src/contract/editor-structure-operations.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { insertDraft, listDraftFiles } from "../../src/editor/store.ts";
import { newId } from "../../src/platform/id.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";

const docs = `{
  "theme": "mint",
  "name": "Plants",
  "colors": { "primary": "#16A34A" },
  "redirects": [{ "source": "/old", "destination": "/guides/water" }],
  "navigation": {
    "groups": [
      {
        "group": "Start",
        "pages": ["index"]
      },
      {
        "group": "Guides",
        "pages": [
          "guides/index",
          "guides/water",
          "guides/light"
        ]
      }
    ]
  }
}
`;
const files = {
  "docs.json": docs,
  "index.mdx": "---\ntitle: Home\nrelated:\n  - guides/water\n---\n\nRead [watering](/guides/water#when).\n",
  "guides/index.mdx": "---\ntitle: Guides\n---\n\nAll guides.\n",
  "guides/water.mdx": "---\ntitle: Watering\n---\n\n![Can](../images/can.png) and [light](./light).\n",
  "guides/light.mdx": "---\ntitle: Light\n---\n\n<Card title='Water' href='/guides/water' />\n\n[All](/guides)\n",
  "lost.mdx": "---\ntitle: Lost\n---\n\nNobody links here.\n",
  "snippets/note.mdx": "See [watering](/guides/water).\n",
  "images/can.png": "picture",
};

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let ada: Person;
  let viewer: Person;
  let stranger: Person;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { node, clock, storage, tenant } = lectern;
    const { organizationId } = tenant;
    const repositoriesFolder = `${storage.dataFolder}/repositories`;
    const place = { repositoriesFolder, url: "https://docs.example.com", domain: "plants" };
    hosted = await createTestHostedProject({ ...node, clock, ...place, files, organizationId });
    ada = await join(lectern, organizationId, "editor", "ada@acme.test");
    viewer = await join(lectern, organizationId, "viewer", "vera@acme.test");
    stranger = await join(lectern, lectern.stranger.organizationId, "admin", "eve@other.test");
  });
  afterAll(() => lectern?.stop());

  async function newDraft(): Promise<EditorDraft> {
    const { node, clock, tenant } = lectern;
    const at = clock.now();
    const draft: EditorDraft = {
      id: newId("drf", clock),
      organizationId: tenant.organizationId,
      projectId: hosted.project.id,
      author: { id: ada.userId, name: "ada", email: ada.email },
      title: "Move",
      branch: newId("drf", clock).replace("drf_", "draft/"),
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
    return draft;
  }

  const paramsOf = ({ id, projectId }: EditorDraft) => ({ projectId, draftId: id });

  async function call<Reply>(
    draft: EditorDraft,
    name: Parameters<Person["call"]>[0],
    { body, query }: { body?: Record<string, unknown>; query?: Record<string, string> } = {},
    person = ada,
  ): Promise<Reply & { status: number; message?: string }> {
    const { status, text } = await person.call(name, {
      params: paramsOf(draft),
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { query: `?${new URLSearchParams(query)}` }),
    });
    const reply = JSON.parse(text);
    return { ...reply, ...reply.error, status };
  }

  async function readFiles(draft: EditorDraft): Promise<Record<string, string | undefined>> {
    const texts: Record<string, string | undefined> = { ...files };
    for (const { path, content } of await listDraftFiles(lectern.node.database.query, draft.id)) {
      texts[path] = content ?? undefined;
    }
    return texts;
  }

  test("a viewer can read the navigation with its titles, and the pages outside of it", async () => {
    const draft = await newDraft();
    const { nodes, unlisted } = await call<Navigation>(draft, "readNavigation", {}, viewer);
    expect(nodes.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      "group Start",
      "page Home",
      "group Guides",
      "page Guides",
      "page Watering",
      "page Light",
    ]);
    expect(unlisted).toEqual([{ path: "lost.mdx", slug: "lost", title: "Lost", isHidden: false }]);
  });

  test("moving a page updates links to it, its settings and older redirects", async () => {
    const draft = await newDraft();
    const query = { from: "guides/water.mdx", to: "care/watering" };
    const plan = await call<MovePlan>(draft, "planPageMove", { query }, viewer);
    expect(plan).toMatchObject({
      moves: [{ to: "care/watering.mdx", url: "/care/watering" }],
      redirects: [{ source: "/guides/water", destination: "/care/watering" }],
      pages: ["guides/light.mdx", "guides/water.mdx", "index.mdx", "snippets/note.mdx"],
    });
    expect((await readFiles(draft))["docs.json"]).toBe(docs);
    expect(await call(draft, "movePage", { body: query })).toMatchObject({ status: 200, links: plan.links });
    const after = await readFiles(draft);
    expect(after["guides/water.mdx"]).toBeUndefined();
    expect(after["care/watering.mdx"]).toContain("![Can](../images/can.png) and [light](../guides/light).");
    expect(after["index.mdx"]).toContain("- care/watering\n");
    expect(after["index.mdx"]).toContain("(/care/watering#when)");
    expect(after["snippets/note.mdx"]).toContain("(/care/watering)");
    expect(after["guides/light.mdx"]).toContain("href='/care/watering'");
    // A second move makes no redirect chain: both old addresses lead to the newest one.
    expect(await call(draft, "movePage", { body: { from: "care/watering.mdx", to: "care/water" } })).toMatchObject({
      status: 200,
    });
    expect(JSON.parse((await readFiles(draft))["docs.json"] ?? "").redirects).toEqual([
      { source: "/old", destination: "/care/water" },
      { source: "/guides/water", destination: "/care/water" },
      { source: "/care/watering", destination: "/care/water" },
    ]);
  });

  test("moving an index page changes the address of its folder", async () => {
    const draft = await newDraft();
    await call(draft, "movePage", { body: { from: "guides/index.mdx", to: "guides/overview" } });
    const after = await readFiles(draft);
    expect(after["guides/light.mdx"]).toContain("[All](/guides/overview)");
    expect(after["docs.json"]).toContain('"guides/overview",\n');
    expect(JSON.parse(after["docs.json"] ?? "").redirects).toContainEqual({
      source: "/guides",
      destination: "/guides/overview",
    });
  });

  test("an impossible move is refused, and nothing changes", async () => {
    const draft = await newDraft();
    for (const [from, to, message] of [
      ["guides/none.mdx", "a", "does not exist"],
      ["guides/water.mdx", "guides/light", "already exists"],
      ["guides/water.mdx", "../outside", "not a valid page path"],
      ["guides/water.mdx", "snippets/x", "are snippets"],
      ["index.mdx", "home", "home page"],
    ] as const) {
      const reply = await call(draft, "movePage", { body: { from, to } });
      expect(reply).toMatchObject({ status: 400 });
      expect(JSON.stringify(reply)).toContain(message);
    }
    expect((await readFiles(draft))["docs.json"]).toBe(docs);
  });

  test("a new page is created next to the pages of its group", async () => {
    const draft = await newDraft();
    const parent = "/navigation/groups/1";
    const before = `${parent}/pages/1`;
    const page = await call<{ path: string }>(draft, "createPage", { body: { title: "Soil & pots", parent, before } });
    expect(page).toMatchObject({ status: 201, path: "guides/soil-pots.mdx", url: "/guides/soil-pots" });
    const copy = await call<{ path: string }>(draft, "duplicatePage", { body: { path: "guides/soil-pots.mdx" } });
    expect(copy).toMatchObject({ status: 201, path: "guides/soil-pots-copy.mdx" });
    const after = await readFiles(draft);
    expect(after["guides/soil-pots-copy.mdx"]).toBe('---\ntitle: "Soil & pots (copy)"\n---\n\n');
    expect(after["docs.json"]).toBe(
      docs.replace(
        '          "guides/water",\n',
        '          "guides/soil-pots",\n          "guides/soil-pots-copy",\n          "guides/water",\n',
      ),
    );
    const taken = await call(draft, "createPage", { body: { title: "x", path: "guides/water" } });
    expect(taken).toMatchObject({ status: 409 });
  });

  test("a removed page leaves the navigation, and its address can redirect elsewhere", async () => {
    const draft = await newDraft();
    const query = { path: "guides/water.mdx" };
    expect(await call<RemovalPlan>(draft, "planPageRemoval", { query }, viewer)).toMatchObject({
      url: "/guides/water",
      isListed: true,
      links: [
        { path: "guides/light.mdx", line: 5 },
        { path: "index.mdx", line: 7 },
        { path: "snippets/note.mdx", line: 1 },
      ],
    });
    const wrong = await call(draft, "removePage", { body: { ...query, redirect: "/nowhere" } });
    expect(wrong).toMatchObject({ status: 400 });
    await call(draft, "removePage", { body: { ...query, redirect: "/guides/light" } });
    const after = await readFiles(draft);
    expect(after["guides/water.mdx"]).toBeUndefined();
    expect(after["docs.json"]).not.toContain('"guides/water"');
    expect(JSON.parse(after["docs.json"] ?? "").redirects).toEqual([
      { source: "/old", destination: "/guides/light" },
      { source: "/guides/water", destination: "/guides/light" },
    ]);
  });

  test("a navigation edit needs the current revision, and can be undone", async () => {
    const draft = await newDraft();
    const { revision } = await call<Navigation>(draft, "readNavigation");
    const edit = { kind: "move", address: "/navigation/groups/1/pages/2", parent: "/navigation/groups/0" };
    const moved = await call<Navigation>(draft, "changeNavigation", { body: { revision, edit } });
    expect(moved).toMatchObject({ status: 200, address: "/navigation/groups/0/pages/1" });
    expect((await readFiles(draft))["docs.json"]).toContain('"pages": ["index", "guides/light"]');
    const stale = await call(draft, "changeNavigation", { body: { revision, edit } });
    expect(stale).toMatchObject({ status: 409 });
    const body = { revision: moved.revision, undo: moved.undo };
    expect(await call(draft, "changeNavigation", { body })).toMatchObject({ status: 200, revision });
    expect((await readFiles(draft))["docs.json"]).toBe(docs);
  });

  test("changing a setting changes its line and marks it as changed", async () => {
    const draft = await newDraft();
    const { revision, sections, values } = await call<Settings>(draft, "readSettings", {}, viewer);
    expect(sections.length).toBeGreaterThan(10);
    expect(values.name).toBe("Plants");
    const body = { revision, path: ["colors", "dark"], value: "#0A0A0A" };
    const after = await call<Settings>(draft, "changeSettings", { body });
    expect(after).toMatchObject({ status: 200, changed: ["colors.dark"] });
    expect((await readFiles(draft))["docs.json"]).toBe(docs.replace('"#16A34A" }', '"#16A34A", "dark": "#0A0A0A" }'));
    expect(await call(draft, "changeSettings", { body })).toMatchObject({ status: 409 });
    for (const path of [["navigation"], ["__proto__", "x"], ["nothing"]]) {
      const refused = await call(draft, "changeSettings", { body: { revision: after.revision, path, value: 1 } });
      expect(refused).toMatchObject({ status: 400 });
    }
    const nested = await ada.call(
      "changeSettings",
      { params: paramsOf(draft) },
      {
        headers: { "content-type": "application/json" },
        body: `{"revision":"${after.revision}","path":["redirects"],"value":${"[".repeat(50)}${"]".repeat(50)}}`,
      },
    );
    expect([nested.status, nested.text]).toEqual([400, expect.stringContaining("The value is nested too deeply.")]);
  });

  test("hiding a page changes one line of its frontmatter", async () => {
    const draft = await newDraft();
    const path = "guides/water.mdx";
    await call(draft, "changeFrontmatter", { body: { path, key: "hidden", value: true } });
    expect((await readFiles(draft))[path]).toBe(files[path].replace("Watering\n", "Watering\nhidden: true\n"));
    await call(draft, "changeFrontmatter", { body: { path, key: "hidden", value: null } });
    expect((await readFiles(draft))[path]).toBe(files[path]);
  });

  test("viewers can't change the structure of a draft, and other organizations can't find it", async () => {
    const draft = await newDraft();
    const body = { title: "x" };
    expect(await call(draft, "createPage", { body }, viewer)).toMatchObject({ status: 403 });
    expect((await call(draft, "readNavigation", {}, stranger)).status).toBeGreaterThanOrEqual(403);
  });
});
