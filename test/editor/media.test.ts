import { afterAll, beforeAll, expect, test } from "vitest";
import { editorMediaOperations } from "../../src/contract/editor-file-operations.ts";
import { draftLimits } from "../../src/editor/draft.ts";
import { removeDraftMediaOf } from "../../src/editor/files/sweep-drafts.ts";
import { listDraftFiles } from "../../src/editor/store.ts";
import { pathOf, send } from "../contract/send.ts";
import { fromDashboard, join, type Person } from "../dashboard/people.ts";
import { never } from "../support/artifact-store.ts";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { bodyOf, createDraftOf, createEditedProject, makePng, readMediaOf, upload } from "./editor-files.ts";

const rose = makePng(640, 480);
const hostile = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)">
  <script>alert(document.cookie)</script>
  <a href="javascript:alert(2)">Click</a><circle cx="5" cy="5" r="4"/>
  <foreignObject><iframe src="https://evil.test"></iframe></foreignObject>
</svg>`;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let ada: Person;
  let eve: Person;
  let params: { projectId: string; draftId: string };

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    hosted = await createEditedProject(lectern, "flowers", {
      "docs.json": "{}",
      "index.mdx": "# Home\n",
      "assets/img/rose.png": rose,
      "assets/img/script.svg": hostile,
      "assets/img/Tulip.PNG": makePng(),
      "fonts/inter.woff2": Buffer.from("wOF2 font"),
      "secret/.env": "KEY=1\n",
    });
    ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
    eve = await join(lectern, lectern.tenant.organizationId, "viewer", "eve@acme.test");
    params = await createDraftOf(ada, hosted.project.id);
  });
  afterAll(() => lectern?.stop());

  const add = (name: string, bytes: Buffer, folder?: string) =>
    upload(lectern, ada, params, { name, ...(folder !== undefined && { folder }) }, bytes);
  const read = (path: string, who: Person = eve) => readMediaOf(lectern, who, params, path);
  const objectsOf = async (draftId: string) => {
    const keys: string[] = [];
    for await (const { key } of lectern.node.objects.list("drafts/", never)) if (key.includes(draftId)) keys.push(key);
    return keys.sort();
  };

  test("an uploaded image gets a clean name in the folder where the project keeps its images", async () => {
    const reply = await add("Screenshot 2026-03-02 at 9.30 — Été.png", makePng(300, 200));
    expect(reply.status).toBe(201);
    expect(bodyOf(reply)).toMatchObject({
      path: "assets/img/screenshot-2026-03-02-at-9-30-ete.png",
      contentType: "image/png",
      width: 300,
      height: 200,
      isCleaned: false,
    });
  });

  test("an uploaded file whose name is taken gets a number, ignoring case", async () => {
    const paths = [];
    for (const name of ["rose.png", "Rose.PNG", "tulip.png"]) paths.push(bodyOf(await add(name, makePng())).path);
    expect(paths).toEqual(["assets/img/rose-2.png", "assets/img/rose-3.png", "assets/img/tulip-2.png"]);
    const both = await Promise.all([add("twin.png", makePng()), add("twin.png", makePng())]);
    expect(both.map((reply) => bodyOf(reply).path).sort()).toEqual(["assets/img/twin-2.png", "assets/img/twin.png"]);
  });

  test("committed and added images are sent with headers that prevent scripts from running", async () => {
    for (const path of ["assets/img/rose.png", "assets/img/script.svg"]) {
      const reply = await read(path);
      expect(reply.status).toBe(200);
      expect(reply.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "content-type": path.endsWith(".svg") ? "image/svg+xml" : "image/png",
        "cache-control": "no-store",
      });
      expect(reply.headers["content-security-policy"]).toMatch(/default-src 'none'.*; sandbox$/);
    }
    const font = await read("fonts/inter.woff2");
    expect(font.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''inter.woff2");
  });

  test("scripts are removed from an uploaded SVG image before anyone sees it", async () => {
    const reply = bodyOf(await add("plan.svg", Buffer.from(hostile)));
    expect(reply).toMatchObject({ path: "assets/img/plan.svg", isCleaned: true });
    const { text } = await read(reply.path);
    expect(text).toContain("<circle");
    expect(text).not.toMatch(/script|onload|javascript|iframe|foreignObject/i);
  });

  test.each([
    ["a page of HTML", "cat.png", Buffer.from("<html><script>alert(1)</script>"), 415],
    ["HTML that shows an SVG image", "cat.svg", Buffer.from("<!doctype html><html><svg></svg>"), 415],
    ["a JPEG image that claims to be PNG", "cat.png", Buffer.from("ffd8ffe000104a464946", "hex"), 400],
    ["an image that claims to be a page", "cat.html", makePng(), 400],
    ["nothing", "cat.png", Buffer.alloc(0), 400],
    ["a file that is too large", "cat.png", Buffer.concat([makePng(), Buffer.alloc(draftLimits.mediaBytesMax)]), 413],
  ])(
    "an upload of %s is refused and leaves nothing behind",
    onOneDatabase(dialect),
    async (_what, name, bytes, status) => {
      const before = await objectsOf(params.draftId);
      const reply = await add(name, bytes);
      expect(reply.status).toBe(status);
      expect(bodyOf(reply).error).toMatch(/\.$/);
      expect(await objectsOf(params.draftId)).toEqual(before);
    },
  );

  test.each(["../up", ".github", "node_modules/x", "a/../../b"])(
    "an upload to the folder %s is refused",
    async (folder) => {
      const before = await objectsOf(params.draftId);
      expect((await add("a.png", makePng(), folder)).status).toBe(400);
      expect(await objectsOf(params.draftId)).toEqual(before);
    },
  );

  test.each(["secret/.env", "../../etc/passwd.png", "index.mdx", "assets/img/none.png", ".git/config.png"])(
    "the path %s can't be read as a media file",
    async (path) => {
      expect((await read(path)).status).toBe(404);
    },
  );

  test("viewers and pages of other websites can't upload files", async () => {
    expect((await upload(lectern, eve, params, { name: "a.png" }, makePng())).status).toBe(403);
    const reply = await send(lectern.node.url, {
      method: "POST",
      path: `${pathOf(editorMediaOperations.uploadMedia, params)}?name=a.png`,
      headers: {
        cookie: ada.cookie,
        ...fromDashboard,
        origin: "https://evil.test",
        "content-type": "application/octet-stream",
      },
      body: makePng(),
    });
    expect(reply.status).toBe(403);
  });

  test("a removed image disappears from the draft, and reverting restores the committed image", async () => {
    const own = await createDraftOf(ada, hosted.project.id);
    const remove = (path: string) => ada.call("removeMedia", { params: own, body: { path } });
    expect((await remove("assets/img/rose.png")).status).toBe(204);
    expect((await readMediaOf(lectern, ada, own, "assets/img/rose.png")).status).toBe(404);
    expect(bodyOf(await ada.call("getDraft", { params: own })).files).toEqual([
      { path: "assets/img/rose.png", change: "removed" },
    ]);
    expect((await remove("assets/img/rose.png")).status).toBe(404);
    await ada.call("revertDraftFile", { params: own, body: { path: "assets/img/rose.png" } });
    expect((await readMediaOf(lectern, ada, own, "assets/img/rose.png")).status).toBe(200);
    const { path } = bodyOf(await upload(lectern, ada, own, { name: "new.png" }, makePng()));
    expect(await objectsOf(own.draftId)).toHaveLength(1);
    expect((await remove(path)).status).toBe(204);
    expect(await objectsOf(own.draftId)).toEqual([]);
    expect(await listDraftFiles(lectern.node.database.query, own.draftId)).toEqual([]);
  });

  test("removing a project removes the media of its drafts", async () => {
    await add("last.png", makePng());
    await removeDraftMediaOf(lectern.node.objects, params.projectId, never);
    expect(await objectsOf(params.projectId)).toEqual([]);
  });
});
