import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { foldersOf } from "../../src/app/folders.ts";
import { onRemoved } from "../../src/app/on-remove.ts";
import { uploadOperations } from "../../src/contract/dashboard-operations.ts";
import { countInWindow } from "../../src/platform/counters/store.ts";
import { removeProjectHandler } from "../../src/projects/remove-project.ts";
import { pointSite, removeSite } from "../../src/projects/sites/store.ts";
import { recordHistory } from "../../src/updates/history-store.ts";
import { findUpdate, moveUpdate } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { parseJson, send } from "../contract/send.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { serveDomains } from "../support/fake-dns.ts";
import { type Installation, startInstallation, testAddressing } from "../support/server.ts";
import { fromGithub, type Signed } from "../webhooks/sign.ts";
import { makeTar } from "./make-tar.ts";
import { fromDashboard, join, operationOf, type Person, read } from "./people.ts";

const archive = Buffer.from(
  zipSync({ "acme/docs.json": strToU8('{"name":"Acme"}'), "acme/index.mdx": strToU8("# Hello") }),
);

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let admin: Person;
  let editor: Person;
  let organizationId: string;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    organizationId = lectern.tenant.organizationId;
    admin = await join(lectern, organizationId, "admin", "admin@acme.test");
    editor = await join(lectern, organizationId, "editor", "editor@acme.test");
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(3_600_000));

  const importArchive = (
    query: string,
    { body = archive, cookie = admin.cookie, headers = {}, organization = organizationId } = {},
  ) =>
    send(lectern.node.url, {
      method: "POST",
      path: `/v1/dashboard/organization/${organization}/import?${query}`,
      headers: { ...fromDashboard, cookie, "content-type": "application/zip", ...headers },
      body,
    });
  const packs = () => joinPath(lectern.storage.dataFolder, "artifacts/repositories");

  test("importing an archive creates a hosted project and queues its first update", async () => {
    const reply = await importArchive("name=Acme&domain=imported");
    expectSuccess(uploadOperations.importProject, reply);
    const { project, statusId } = read("createProject", reply);
    expect(project).toMatchObject({ domain: "imported", isHosted: true, branch: "main", published: null });
    expect(project.latestUpdate?._id).toBe(statusId);
    expect(await readdir(joinPath(packs(), project.id))).toHaveLength(1);
    expect(await findUpdate(lectern.node.database.query, statusId)).toMatchObject({ source: "onboarding" });
    expectError(409, await importArchive("name=Acme&domain=imported"));
    expect(await readdir(joinPath(lectern.storage.dataFolder, "repositories/changes"))).toEqual([]);
  });

  test.each([
    ["application/gzip", "packed", gzipSync],
    ["application/x-tar", "plain", (tar: Buffer) => tar],
  ])("a tar archive sent as %s becomes a project", async (type, domain, pack) => {
    const body = Buffer.from(pack(makeTar([{ path: "./docs.json", content: "{}" }])));
    const reply = await importArchive(`name=Acme&domain=${domain}`, { body, headers: { "content-type": type } });
    expectSuccess(uploadOperations.importProject, reply);
  });

  test.each([
    ["a body that isn't an archive", "name=a&domain=b1", { body: Buffer.from("hello") }, 400],
    ["an empty body", "name=a&domain=b1", { body: Buffer.alloc(0) }, 400],
    ["another content type", "name=a&domain=b1", { headers: { "content-type": "application/json" } }, 415],
    ["no name", "domain=b1", {}, 400],
    ["an invalid subdomain", "name=a&domain=Not--one", {}, 400],
    ["the origin of another website", "name=a&domain=b1", { headers: { origin: "https://evil.test" } }, 403],
    ["no session", "name=a&domain=b1", { cookie: "" }, 401],
  ])("an import with %s is refused", async (_what, query, options, status) => {
    expectError(status, await importArchive(query, options));
  });

  test("importing an archive requires the role and the organization", async () => {
    expectError(403, await importArchive("name=a&domain=b1", { cookie: editor.cookie }));
    const organization = lectern.stranger.organizationId;
    expectError(404, await importArchive("name=a&domain=b1", { organization }));
  });

  test("a starter project can be deleted, and its subdomain is free at once", async () => {
    const create = () =>
      admin.call("createProject", { params: { organizationId }, body: { name: "Starter", domain: "started" } });
    const made = await create();
    expectSuccess(operationOf("createProject"), made);
    const { project } = read("createProject", made);
    const params = { projectId: project.id };
    expect(read("getSiteAccess", await admin.call("getSiteAccess", { params }))).toMatchObject({
      kind: "public",
      previews: "members",
    });
    expectError(400, await admin.call("deleteProject", { params, body: { domain: "another" } }));
    expectSuccess(
      operationOf("deleteProject"),
      await admin.call("deleteProject", { params, body: { domain: "started" } }),
    );
    expectError(404, await admin.call("getProject", { params }));
    expectSuccess(operationOf("createProject"), await create());
    const folders = foldersOf(lectern.storage);
    await mkdir(joinPath(folders.trees, `${project.id}-left`), { recursive: true });
    await mkdir(folders.vectors, { recursive: true });
    await writeFile(joinPath(folders.vectors, `${project.id}-0123456789abcdef.vectors`), "");
    const handler = removeProjectHandler(onRemoved({ ...lectern.node, clock: lectern.clock, folders }));
    await handler.run({ payload: { projectId: project.id }, signal: new AbortController().signal } as never);
    expect(await readdir(joinPath(packs(), project.id), { recursive: true }).catch(() => [])).not.toContainEqual(
      expect.stringMatching(/pck_/),
    );
    expect(await readdir(folders.vectors)).toEqual([]);
    expect(await readdir(folders.trees)).toEqual([]);
  });

  test("settings change individually, and a hosted repository cannot be replaced", async () => {
    const body = { name: "Remote", domain: "remote", repository: "https://github.com/acme/docs", branch: "next" };
    const { project } = read("createProject", await admin.call("createProject", { params: { organizationId }, body }));
    const params = { projectId: project.id };
    const change = (settings: Record<string, unknown>) => admin.call("changeProject", { params, body: settings });
    const changed = await change({ directory: "docs", customDomains: ["Docs.acme.test", "help.acme.test"] });
    expect(parseJson(changed)).toMatchObject({
      name: "Remote",
      branch: "next",
      directory: "docs",
      customDomains: ["docs.acme.test", "help.acme.test"],
    });
    expect(parseJson(await change({ model: "none" }))).toMatchObject({ model: { own: "none", installed: null } });
    expect(parseJson(await change({ model: "default" }))).toMatchObject({ model: { own: null } });
    expectError(400, await change({ model: "openai/gpt-5" }));
    expectError(400, await change({ branch: "not a branch" }));
    expectError(400, await change({ repository: "file:///etc" }));
    const hosted = read("createProject", await importArchive("name=Hosted&domain=hosted")).project.id;
    const elsewhere = { repository: "https://a.test/b" };
    expectError(400, await admin.call("changeProject", { params: { projectId: hosted }, body: elsewhere }));
    expect(parseJson(await change({ customDomains: [] }))).toMatchObject({ customDomains: [] });
  });

  test("a project's sources are checked, and only admins of the organization add repositories", async () => {
    const body = { name: "Sources", domain: "sources", repository: "https://github.com/acme/docs" };
    const { project } = read("createProject", await admin.call("createProject", { params: { organizationId }, body }));
    const params = { projectId: project.id };
    const change = (sources: unknown) => admin.call("changeProject", { params, body: { sources } });
    const sdk = { path: "/sdk/", repository: "https://github.com/acme/sdk.git", branch: "main" };
    const old = { path: "docs/v1", repository: "https://GitHub.com/acme/docs.git", tag: "v1.0", directory: "./docs" };
    expect(read("changeProject", await change([sdk, old])).sources).toEqual([
      { path: "sdk", repository: "https://github.com/acme/sdk.git", branch: "main", tag: null, directory: "" },
      { path: "docs/v1", repository: null, branch: null, tag: "v1.0", directory: "docs" },
    ]);
    for (const wrong of [
      [{ ...sdk, path: "docs" }, old],
      [{ ...sdk, path: "_lectern" }],
      [{ ...sdk, path: "a/../b" }],
      [{ ...sdk, path: ".git" }],
      [{ ...sdk, tag: "v1" }],
      [{ path: "sdk" }],
      [{ ...sdk, branch: "--upload-pack=sh" }],
      [{ ...sdk, repository: "file:///etc" }],
      [{ ...sdk, repository: "https://user:pass@github.com/acme/sdk" }],
      [{ ...sdk, directory: "../.." }],
      Array.from({ length: 11 }, (_, index) => ({ ...sdk, path: `sdk-${index}` })),
    ]) {
      expectError(400, await change(wrong));
    }
    const kept = read("getProject", await admin.call("getProject", { params }));
    expect(kept.sources.map(({ path }) => path)).toEqual(["sdk", "docs/v1"]);
    const projectAdmin = { userId: editor.userId, projectId: project.id };
    await admin.call("setProjectRole", { params: projectAdmin, body: { role: "admin" } });
    const changeAsThey = (sources: unknown) => editor.call("changeProject", { params, body: { sources } });
    expectError(403, await changeAsThey([{ ...sdk, repository: "https://github.com/acme/secret" }]));
    const { sources } = read("changeProject", await changeAsThey([sdk, { path: "next", branch: "next" }]));
    expect(sources.map(({ path }) => path)).toEqual(["sdk", "next"]);
    expect(read("changeProject", await changeAsThey([])).sources).toEqual([]);
  });

  test("admins can see and rotate the webhook secret", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const before = read("getWebhook", await admin.call("getWebhook", { params }));
    const rotated = read("rotateWebhookSecret", await admin.call("rotateWebhookSecret", { params }));
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(before.secret);
    expect(read("getWebhook", await admin.call("getWebhook", { params })).secret).toBe(rotated.secret);
    expect(rotated.githubUrl).toContain(`/webhooks/github/${params.projectId}`);
  });

  test("webhook deliveries are listed with their outcome, including rejected signatures", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const { secret } = read("rotateWebhookSecret", await admin.call("rotateWebhookSecret", { params }));
    const deliver = ({ headers, body }: Signed) =>
      send(lectern.node.url, { method: "POST", path: `/webhooks/github/${params.projectId}`, headers, body });
    expect((await deliver(fromGithub("ping", { zen: "Keep it simple." }, secret ?? "", "delivery-1"))).status).toBe(
      200,
    );
    expectError(401, await deliver(fromGithub("ping", {}, "whsec_wrong", "delivery-2")));
    const shown = read("getWebhook", await admin.call("getWebhook", { params }));
    const at = new Date(lectern.clock.now()).toISOString();
    const ping = { host: "github", event: "ping", statusId: null, at };
    expect(shown.deliveries).toEqual([
      {
        ...ping,
        id: expect.stringMatching(/^whr_/),
        problem: expect.stringContaining("X-Hub-Signature-256 doesn't match"),
      },
      { ...ping, id: "delivery-1", problem: null },
    ]);
  });

  test("a project's budgets are shown with their current usage", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const { query } = lectern.node.database;
    const unset = { installed: 1_000_000, isOwn: false };
    const now = lectern.clock.now();
    await countInWindow(query, "tokens-agent", params.projectId, now, 86_400_000, 1_234);
    await countInWindow(query, "tokens-project", "prj_other", now, 86_400_000, 99);
    const budgets = async () => read("getProject", await admin.call("getProject", { params })).budgets;
    const answers = { of: "answers", unit: "tokens", perDay: 1_000_000, used: 0, resetsAt: null, ...unset };
    const resetsAt = new Date(now + 86_400_000).toISOString();
    expect(await budgets()).toEqual([answers, { ...answers, of: "jobs", used: 1_234, resetsAt }]);
    lectern.clock.advance(86_400_000);
    expect(await budgets()).toEqual([answers, { ...answers, of: "jobs" }]);
  });

  test("an admin can lower budgets and allow agent paths, with audit entries", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const change = (body: Record<string, unknown>) => admin.call("changeProject", { params, body });
    const jobs = { of: "jobs", unit: "tokens" };
    const body = { budgets: [{ ...jobs, perDay: 500 }], agentPaths: ["CHANGES.txt", "examples/"] };
    expectError(403, await editor.call("changeProject", { params, body }));
    const changed = read("changeProject", await change(body));
    expect(changed.budgets[1]).toMatchObject({ ...jobs, perDay: 500, installed: 1_000_000, isOwn: true });
    expect(changed.budgets[0]).toMatchObject({ of: "answers", perDay: 1_000_000, isOwn: false });
    expect(changed.agentPaths).toEqual(body.agentPaths);
    const [entry] = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 1 });
    expect(entry?.details).toEqual({ budgets: "500 tokens a day for jobs", changed: "budgets, agentPaths" });
    expectError(400, await change({ budgets: [{ ...jobs, perDay: 1_000_001 }] }));
    expectError(400, await change({ budgets: [{ of: "jobs", unit: "money", perDay: 1 }] }));
    expectError(400, await change({ agentPaths: [".github/../.git/"] }));
    const given = read("changeProject", await change({ budgets: [{ ...jobs, perDay: null }], agentPaths: [] }));
    expect(given.budgets[1]).toMatchObject({ perDay: 1_000_000, isOwn: false });
    expect(given.agentPaths).toEqual([]);
  });

  test("an admin can add code repositories and ask for plans, and a stored token is never shown", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const repository = "https://git.example/acme/server";
    const body = {
      contextRepositories: [{ repository, folders: ["src"], token: "tok_of_code" }],
      agentPlansFirst: true,
    };
    expectError(403, await editor.call("changeProject", { params, body }));
    const changed = read("changeProject", await admin.call("changeProject", { params, body }));
    expect(changed).toMatchObject({
      agentPlansFirst: true,
      contextRepositories: [{ repository, branch: "main", folders: ["src"], hasToken: true }],
    });
    expect(JSON.stringify(changed)).not.toContain("tok_of_code");
    const [entry] = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 1 });
    expect(JSON.stringify(entry)).not.toContain("tok_of_code");
    const wrong = { contextRepositories: [{ repository, folders: ["../other"] }] };
    expectError(400, await admin.call("changeProject", { params, body: wrong }));
  });

  test("only an admin can turn off a project's scripts, and the site is then published without them", async () => {
    const { project } = lectern.tenant;
    const params = { projectId: project.id };
    const { query } = lectern.node.database;
    const change = (withAuthorCode: boolean) => ({ params, body: { withAuthorCode } });
    const updates = async () => (await query.selectFrom("updates").select("id").execute()).length;
    await pointSite(query, {
      subdomain: project.domain,
      projectId: project.id,
      branch: "main",
      updateId: "upd_1",
      artifact: "0",
      commitSha: "0",
      publishedAt: 0,
    });
    const before = await updates();
    expectError(403, await editor.call("changeProject", change(false)));
    expect(read("getProject", await admin.call("getProject", { params })).authorCode).toEqual({
      isOn: true,
      isAllowed: true,
    });
    const changed = read("changeProject", await admin.call("changeProject", change(false)));
    expect(changed.authorCode.isOn).toBe(false);
    expect(await updates()).toBe(before + 1);
    read("changeProject", await admin.call("changeProject", change(false)));
    expect(await updates()).toBe(before + 1);
    read("changeProject", await admin.call("changeProject", change(true)));
    expect(await updates()).toBe(before + 2);
    await removeSite(query, project.domain);
  });

  test("search finds updates, jobs, pull requests and people of this organization only", async () => {
    const { tenant, stranger, node, clock } = lectern;
    const { query } = node.database;
    const now = clock.now();
    const sha = "abcdef1234".repeat(4);
    for (const { project } of [tenant, stranger]) {
      await node.database.transaction(async (tx) => {
        const update = await triggerUpdate({ queue: node.queue, clock }, tx, { project, source: "api" });
        await moveUpdate(tx, update.id, "in_progress", "Building.", now);
        const commit = { sha, ref: "main", message: "Explain 100% of *backups*\n\nBody", filesChanged: null };
        const author = { name: "Ada", avatarUrl: null, githubUserId: null };
        await recordHistory(tx, [{ id: update.id, commit, author }], now);
      });
    }
    const client = node.client(tenant.admin.secret);
    await client.createAgentJob({ projectId: tenant.project.id, prompt: "Describe the Tulip guide" });
    const heads = { head: "tulips", headSha: sha, base: "main", baseSha: sha, mergeSha: null };
    const opened = {
      number: 71,
      status: "open",
      title: "Tulips",
      body: "",
      draft: 0,
      labels: "[]",
      author: "Ada",
    } as const;
    const times = { createdAt: now, updatedAt: now, endedAt: null, endedBy: null };
    const row = { id: "plr_tulips", projectId: tenant.project.id, ...heads, ...opened, ...times };
    await query.insertInto("pullRequests").values(row).execute();
    const search = async (text: string, by = editor) => {
      const reply = await by.call("searchOrganization", {
        params: { organizationId },
        query: `?query=${encodeURIComponent(text)}&projectId=${tenant.project.id}`,
      });
      expectSuccess(operationOf("searchOrganization"), reply);
      return read("searchOrganization", reply).hits.map(({ kind, title, detail }) => ({ kind, title, detail }));
    };
    const update = { kind: "update", title: "Explain 100% of *backups*", detail: "abcdef1" };
    expect(await search("BACKUPS explain")).toEqual([update]);
    expect(await search("abcdef1")).toEqual([update]);
    expect(await search("100%")).toEqual([update]);
    expect(await search("100_")).toEqual([]);
    expect(await search("%%")).toEqual([]);
    expect(await search("  ")).toEqual([]);
    expect(await search("tulip")).toEqual([
      { kind: "job", title: "Describe the Tulip guide", detail: "main" },
      { kind: "pull", title: "Tulips", detail: "tulips" },
    ]);
    expect(await search("#71")).toEqual([{ kind: "pull", title: "Tulips", detail: "tulips" }]);
    expect(await search("editor@acme")).toEqual([{ kind: "person", title: "editor", detail: "editor@acme.test" }]);
    const params = { organizationId };
    expectError(400, await editor.call("searchOrganization", { params, query: "?query=a" }));
    expectError(
      404,
      await editor.call("searchOrganization", { params, query: `?query=ab&projectId=${stranger.project.id}` }),
    );
    const hideProject = (role: "none" | "inherit") =>
      admin.call("setProjectRole", {
        params: { projectId: tenant.project.id, userId: editor.userId },
        body: { role },
      });
    await hideProject("none");
    const everywhere = await editor.call("searchOrganization", { params, query: "?query=tulip" });
    expect(read("searchOrganization", everywhere).hits).toEqual([]);
    expectError(
      404,
      await editor.call("searchOrganization", { params, query: `?query=tulip&projectId=${tenant.project.id}` }),
    );
    await hideProject("inherit");
  });

  test("an oversized archive is rejected before it is fully received", async () => {
    const body = Buffer.alloc(100 * 1_048_576 + 1);
    expectError(413, await importArchive("name=Large&domain=large", { body }));
  });

  test("site domains never serve the dashboard", async () => {
    const params = { projectId: lectern.tenant.project.id };
    const deps = { clock: lectern.clock, addressing: testAddressing };
    await serveDomains(deps, lectern.node.database.query, params.projectId, ["unpublished.acme.test"]);
    const headers = { host: "unpublished.acme.test" };
    const reply = await admin.call("getMe", {}, { headers });
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain("admin@acme.test");
    expect((await send(lectern.node.url, { path: "/dashboard", headers })).status).toBe(404);
  });
});
