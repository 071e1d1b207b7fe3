import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PreviewedPage } from "../../src/contract/editor-preview-operations.ts";
import type { DraftFile, EditorDraft } from "../../src/editor/draft.ts";
import { deleteDraftFile, insertDraft, putDraftFile } from "../../src/editor/store.ts";
import { newId } from "../../src/platform/id.ts";
import { findSite } from "../../src/projects/sites/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { join, type Person } from "../dashboard/people.ts";
import { never } from "../support/artifact-store.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

const settings = {
  name: "Plants",
  theme: "mint",
  colors: { primary: "#16A34A" },
  fonts: { family: "Brand", source: "/fonts/brand.woff2" },
  variables: { plant: "Monstera" },
  navigation: { pages: ["index", "guides/water", "api/list"] },
};
const font = Buffer.from("wOF2 brand");
const watering = `---
title: Watering
---

import Part from "/snippets/part.mdx";

Water it *daily*.

<Part />
`;
const spec = {
  openapi: "3.1.0",
  info: { title: "Plants", version: "1" },
  paths: { "/plants": { get: { summary: "List plants", responses: { 200: { description: "All plants" } } } } },
};
const files = {
  "docs.json": JSON.stringify(settings),
  "fonts/brand.woff2": font,
  "index.mdx": "Welcome.\n",
  "guides/water.mdx": watering,
  "snippets/part.mdx": "Committed snippet.\n",
  "openapi.json": JSON.stringify(spec),
  "api/list.mdx": "---\nopenapi: GET /plants\n---\n\nLists **plants**.\n",
};
/** An image of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let viewer: Person;
  let stranger: Person;
  let drafts = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { node, clock, storage, tenant } = lectern;
    hosted = await createTestHostedProject({
      ...node,
      clock,
      repositoriesFolder: `${storage.dataFolder}/repositories`,
      url: "https://docs.example.com",
      domain: "plants",
      files,
      organizationId: tenant.organizationId,
    });
    viewer = await join(lectern, tenant.organizationId, "viewer", "eve@acme.test");
    stranger = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
  });
  afterAll(() => lectern?.stop());

  async function startDraft(changed: readonly Partial<DraftFile>[] = []): Promise<EditorDraft> {
    const { node, clock, tenant } = lectern;
    drafts += 1;
    const at = clock.now();
    const draft: EditorDraft = {
      id: newId("drf", clock),
      organizationId: tenant.organizationId,
      projectId: hosted.project.id,
      author: { id: viewer.userId, name: "eve", email: viewer.email },
      title: "Watering",
      branch: `draft/eve-${drafts}`,
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
    for (const file of changed) await change(draft, file);
    return draft;
  }

  function change(draft: EditorDraft, file: Partial<DraftFile>): Promise<void> {
    const row = {
      path: "",
      kind: "text" as const,
      content: null,
      objectKey: null,
      bytes: 0,
      movedFrom: null,
      sequence: 1,
    };
    lectern.clock.advance(1);
    const by = { id: viewer.userId, now: lectern.clock.now() };
    return putDraftFile(lectern.node.database.query, draft.id, { ...row, ...file }, by);
  }

  const paramsOf = (draft: EditorDraft) => ({ projectId: draft.projectId, draftId: draft.id });

  async function preview(draft: EditorDraft, path: string, text: string): Promise<PreviewedPage> {
    const reply = await viewer.call("previewPage", { params: paramsOf(draft), body: { path, text } });
    expect(reply.status, reply.text).toBe(200);
    return JSON.parse(reply.text) as PreviewedPage;
  }

  test("a preview renders unsaved text with the project's snippets and variables, and marks its blocks", async () => {
    const draft = await startDraft();
    const text = `${watering.replace("daily", "weekly")}\nA {{plant}} likes it.\n`;
    const shown = await preview(draft, "guides/water.mdx", text);
    expect(shown).toMatchObject({ title: "Watering", problems: [] });
    expect(shown.html).toContain("<em>weekly</em>");
    expect(shown.html).toContain("Committed snippet.");
    const mark = /<p data-source="(\d+)-(\d+)">A Monstera likes it/.exec(shown.html ?? "");
    expect(text.slice(Number(mark?.[1]), Number(mark?.[2]))).toBe("A {{plant}} likes it.");
  });

  test("previews are rendered after the files of earlier previews were deleted", async () => {
    const image = {
      path: "images/dot.png",
      kind: "media",
      objectKey: "drafts/test/dot",
      bytes: picture.length,
    } as const;
    await lectern.node.objects.put([{ key: image.objectKey, bytes: picture }], never);
    const text = `${watering}\n![A dot](/images/dot.png)\n`;
    const drafts = [await startDraft([image]), await startDraft()];
    for (const draft of drafts) await preview(draft, "guides/water.mdx", text);
    for (const name of ["editor", "repositories"]) {
      await rm(`${lectern.storage.dataFolder}/${name}`, { recursive: true });
    }
    for (const draft of drafts) {
      await change(draft, { ...image, path: "images/other.png" });
      // The first request may find out that files are missing, and is told to try again.
      const shown = await vi.waitFor(() => preview(draft, "guides/water.mdx", text.replaceAll("dot.png", "other.png")));
      expect(shown.html).toContain('alt="A dot" decoding="async" width="1" height="1"');
    }
  });

  test("a preview shows a new title above the text", async () => {
    const draft = await startDraft();
    const shown = await preview(draft, "guides/water.mdx", watering.replace("title: Watering", "title: Rain & shine"));
    expect(shown.title).toBe("Rain & shine");
    expect(shown.html).toContain("<h1>Rain &amp; shine</h1>");
  });

  test("a preview of an API operation's page shows the operation around the unsaved text", async () => {
    const draft = await startDraft();
    const shown = await preview(draft, "api/list.mdx", files["api/list.mdx"].replace("plants**", "all of them**"));
    expect(shown.title).toBe("List plants");
    expect(shown.html).toContain("<strong>all of them</strong>");
    expect(shown.html).toContain("/plants");
  });

  test("a preview uses the draft's saved files: a snippet, docs.json, a new page, an image", async () => {
    const objectKey = `drafts/${hosted.project.id.toLowerCase()}/picture`;
    await lectern.node.objects.put([{ key: objectKey, bytes: picture }], never);
    const draft = await startDraft([
      { path: "snippets/part.mdx", content: "Snippet of the draft.\n" },
      { path: "docs.json", content: JSON.stringify({ ...settings, variables: { plant: "Ficus" } }) },
      { path: "guides/new.mdx", content: "Just created.\n" },
      { path: "images/leaf.png", kind: "media", objectKey, bytes: picture.length },
    ]);
    const text = `${watering}\n{{plant}} [next](/guides/new) ![Leaf](/images/leaf.png) ![Old](/images/old.png)\n`;
    const shown = await preview(draft, "guides/water.mdx", text);
    expect(shown.html).toContain("Snippet of the draft.");
    expect(shown.html).toContain("Ficus");
    const address = `/v1/dashboard/project/${hosted.project.id}/drafts/${draft.id}/media?path=images%2Fleaf.png`;
    expect(shown.html).toContain(`src="${address}"`);
    expect(shown.problems.map(({ message }) => message)).toEqual([
      "Shows the image /images/old.png, but that file does not exist",
    ]);
    expect((await preview(draft, "guides/new.mdx", "Changed.\n")).html).toContain("Changed.");

    await change(draft, { path: "snippets/part.mdx", content: "Snippet, saved again.\n", sequence: 2 });
    expect((await preview(draft, "guides/water.mdx", text)).html).toContain("Snippet, saved again.");
    await deleteDraftFile(lectern.node.database.query, draft.id, "snippets/part.mdx");
    expect((await preview(draft, "guides/water.mdx", text)).html).toContain("Committed snippet.");
  });

  test("a preview of one draft doesn't use the files of another", async () => {
    const one = await startDraft([{ path: "snippets/part.mdx", content: "Only in one draft.\n" }]);
    const other = await startDraft();
    expect((await preview(one, "guides/water.mdx", watering)).html).toContain("Only in one draft.");
    expect((await preview(other, "guides/water.mdx", watering)).html).not.toContain("Only in one draft.");
  });

  test("a page that doesn't parse has no preview, but a problem with its line", async () => {
    const draft = await startDraft();
    const shown = await preview(draft, "guides/water.mdx", "---\ntitle: A\n---\n\n<Note>\n\nNever closed.\n");
    expect(shown.html).toBeNull();
    expect(shown.problems).toMatchObject([{ severity: "error", line: expect.any(Number) }]);
  });

  test("a preview reports a misspelled component and a broken link with their fixes", async () => {
    const draft = await startDraft();
    const text = "<Nte>One</Nte>\n\nSee [the guide](/guides/watr).\n";
    const { problems } = await preview(draft, "guides/water.mdx", text);
    const fixed = problems.map(({ line, fix }) => [
      line,
      fix && text.slice(0, fix.start) + fix.text + text.slice(fix.end),
    ]);
    expect(fixed).toEqual([
      [1, text.replaceAll("Nte", "Note")],
      [3, text.replace("/guides/watr", "/guides/water")],
    ]);
  });

  test("a broken docs.json is reported, and the preview uses that of the base", async () => {
    const draft = await startDraft([{ path: "docs.json", content: "{ broken" }]);
    const shown = await preview(draft, "guides/water.mdx", watering);
    expect(shown.html).toContain("<em>daily</em>");
    expect(shown.problems).toMatchObject([{ severity: "error", message: expect.stringContaining("docs.json") }]);
  });

  test("a preview runs no script from unsaved text", async () => {
    const draft = await startDraft();
    const text = [
      "<script>alert(1)</script>",
      '<img src="x" onerror="alert(2)" />',
      "[link](javascript:alert(3))",
      '<iframe src="https://evil.test" srcdoc="<script>alert(4)</script>" />',
      '<svg><a href="javascript:alert(5)"><text>x</text></a></svg>',
      '<form action="https://evil.test"><button>Send</button></form>',
      '<a href="https://example.com" onclick="alert(6)">ok</a>',
      '<div dangerouslySetInnerHTML={{ __html: "<img src=x onerror=alert(7)>" }} />',
    ].join("\n\n");
    const { html } = await preview(draft, "guides/water.mdx", text);
    expect(html).toContain("ok");
    expect(html).not.toMatch(/<script|<iframe|<form|<button|javascript:|\son\w+=|srcdoc|\shref=/i);
  });

  test("code in a preview that never ends is stopped by the build's limits", async () => {
    const draft = await startDraft();
    const text =
      "export const Endless = () => {\n  while (true) {}\n  return <p>never</p>;\n};\n\n<Endless />\n\nText.\n";
    const shown = await preview(draft, "guides/water.mdx", text);
    expect(shown.html).toContain("Text.");
    expect(shown.html).not.toContain("never");
    expect(shown.problems).toHaveLength(1);
  });

  test("the preview frame has the site's styles and fonts and runs no scripts", async () => {
    const draft = await startDraft();
    const { cssVersion, accent } = await preview(draft, "guides/water.mdx", watering);
    const frame = await viewer.call("readPreviewFrame", { params: paramsOf(draft), query: "?theme=dark" });
    expect(frame.status).toBe(200);
    expect(frame.headers["content-security-policy"]).toContain("script-src 'none'");
    expect(frame.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect(frame.text).toContain(`<html class="js" data-theme="dark" data-version="${cssVersion}">`);
    expect(frame.text.includes(".prose")).toBe(true);
    const [, light, dark] = /^light-dark\((.+),(.+)\)$/.exec(accent) ?? [];
    expect(frame.text).toContain(`--accent-light:${light}`);
    expect(frame.text).toContain(`--accent-dark:${dark}`);
    expect(/url\(["']?[./]/.test(frame.text)).toBe(false);
    expect(frame.text.includes(`data:font/woff2;base64,${font.toString("base64")}`)).toBe(true);
    expect(frame.text).toMatch(/font-family:"Inter";[^}]+src:url\("data:font\/woff2;base64,/);
    expect(frame.text.includes("<script")).toBe(false);
  });

  test("previews of drafts in other organizations and projects are not found", async () => {
    const draft = await startDraft();
    const body = { path: "guides/water.mdx", text: watering };
    expectError(404, await stranger.call("previewPage", { params: paramsOf(draft), body }));
    expectError(404, await stranger.call("readPreviewFrame", { params: paramsOf(draft) }));
    const elsewhere = { projectId: lectern.tenant.project.id, draftId: draft.id };
    expectError(404, await viewer.call("previewPage", { params: elsewhere, body }));
  });

  test("previews don't change the published site", async () => {
    const { project } = hosted;
    const pages = { index: "Welcome." };
    await publishPages(lectern, { project, branch: "main", pages, commitSha: await hosted.git("rev-parse", "main") });
    const { query } = lectern.node.database;
    const listObjects = async () => {
      const found: string[] = [];
      for await (const { key, size } of lectern.node.objects.list(`artifacts/`, never)) found.push(`${key} ${size}`);
      return found.sort();
    };
    const [site, objects] = [await findSite(query, project.domain), await listObjects()];
    const draft = await startDraft([{ path: "index.mdx", content: "Changed in the draft." }]);
    expect((await preview(draft, "index.mdx", "Unsaved.")).html).toContain("Unsaved.");
    expect(await findSite(query, project.domain)).toEqual(site);
    expect(await listObjects()).toEqual(objects);
  });
});
