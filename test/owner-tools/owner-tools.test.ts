import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken } from "../../src/accounts/tokens/create-token.ts";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { type Received, send } from "../contract/send.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let editor: Person;
  let token: string;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { organizationId } = lectern.tenant;
    const { database, queue, objects } = lectern.node;
    const repositoriesFolder = `${lectern.storage.dataFolder}/repositories`;
    const deps = {
      database,
      queue,
      objects,
      clock: lectern.clock,
      repositoriesFolder,
      url: "https://docs.lectern.test",
    };
    hosted = await createTestHostedProject({
      ...deps,
      domain: "handbook",
      files: { "start.mdx": "---\ntitle: Watering plants\n---\n\nWater them.\n" },
      organizationId,
    });
    editor = await join(lectern, organizationId, "editor", "editor@acme.test");
    const request = { userId: editor.userId, organizationId: null, name: "Laptop", scopes: ["read", "write"] as const };
    token = (await createToken({ clock: lectern.clock }, database.query, request)).secret;
  });
  afterAll(() => lectern?.stop());

  const message = (key: string, json: object, headers = {}): Promise<Received> =>
    send(lectern.node.url, { method: "POST", path: "/mcp", key, json: { jsonrpc: "2.0", id: 1, ...json }, headers });
  async function call(key: string, name: string, input: object) {
    const { text } = await message(key, { method: "tools/call", params: { name, arguments: input } });
    const { content, structuredContent, isError = false } = JSON.parse(text).result;
    return { text: content[0].text as string, structuredContent, isError };
  }

  test("every tool is described, takes bounded arguments, and says whether it changes something", async () => {
    const { tools } = JSON.parse((await message(token, { method: "tools/list" })).text).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "list_projects",
      "search",
      "read_page",
      "list_pages",
      "list_updates",
      "get_update",
      "list_update_problems",
      "trigger_update",
      "list_jobs",
      "get_job",
      "start_job",
      "continue_job",
      "list_pull_requests",
      "get_pull_request",
      "comment_pull_request",
      "list_unanswered_questions",
      "propose_edit",
    ]);
    const writing = tools.filter((tool: { annotations: { readOnlyHint: boolean } }) => !tool.annotations.readOnlyHint);
    expect(writing.map(({ name }: { name: string }) => name)).toEqual([
      "trigger_update",
      "start_job",
      "continue_job",
      "comment_pull_request",
      "propose_edit",
    ]);
    for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false);
  });

  test("a client of the stateless revision discovers the server", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" };
    const reply = await message(token, { method: "server/discover", params: { _meta: meta } }, headers);
    expect(JSON.parse(reply.text).result).toMatchObject({ cacheScope: "private", capabilities: { tools: {} } });
  });

  test("an edit becomes a pull request in the name of the token's owner, which can be read and commented", async () => {
    const { id: projectId } = hosted.project;
    const files = [{ path: "start.mdx", text: "---\ntitle: Watering plants\n---\n\nWater them daily.\n" }];
    const edit = { projectId, title: "Say how often", message: "Readers ask.", files };
    const proposed = await call(token, "propose_edit", edit);
    expect(proposed).toMatchObject({ isError: false, structuredContent: { number: 1 } });
    const { branch } = proposed.structuredContent;
    expect(await hosted.git("show", `${branch}:start.mdx`)).toContain("Water them daily.");
    expect(await hosted.git("log", "-1", "--format=%ae", branch)).toBe("editor@acme.test");
    expect(await hosted.git("show", "main:start.mdx")).not.toContain("daily");

    expect((await call(token, "list_pull_requests", { projectId })).text).toContain("Say how often");
    const comment = { projectId, number: "1", body: "Looks right." };
    expect((await call(token, "comment_pull_request", comment)).isError).toBe(false);
    expect((await call(token, "get_pull_request", { projectId, number: "1" })).text).toContain("Looks right.");
    const entries = await listAuditEntries(lectern.node.database.query, hosted.project.organizationId, {
      limit: 20,
    });
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["createDraft", "requestReview", "commentPullRequest"]));
  });

  test("an edit that can't be proposed leaves no draft behind", async () => {
    const { id: projectId } = hosted.project;
    const drafts = () => lectern.node.database.query.selectFrom("drafts").select("status").execute();
    const before = (await drafts()).filter(({ status }) => status === "open").length;
    const bad = { projectId, title: "Bad", files: [{ path: "../outside.mdx", text: "x" }] };
    expect((await call(token, "propose_edit", bad)).isError).toBe(true);
    expect((await drafts()).filter(({ status }) => status === "open")).toHaveLength(before);
    const key = lectern.tenant.admin.secret;
    const refused = await call(key, "propose_edit", { ...bad, files: [{ path: "a.mdx", text: "x" }] });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("use a personal access token") });
  });

  test("an admin key starts a job, reads it, and lists updates and unanswered questions", async () => {
    const key = lectern.tenant.admin.secret;
    const { id: projectId } = hosted.project;
    expect((await call(key, "list_projects", {})).text).toContain(`- ${projectId}: `);
    const started = await call(key, "start_job", { projectId, prompt: "Fix broken links" });
    expect(started.isError).toBe(false);
    const { id } = started.structuredContent;
    expect((await call(key, "get_job", { projectId, id })).structuredContent).toMatchObject({ id });
    expect((await call(key, "list_jobs", { projectId, limit: 1 })).text).toContain(id);
    expect((await call(key, "trigger_update", { projectId })).isError).toBe(false);
    expect((await call(key, "list_updates", { projectId })).isError).toBe(false);
    expect((await call(key, "list_unanswered_questions", { projectId })).structuredContent).toMatchObject({
      questions: [],
    });
    expect((await call(key, "list_pages", { projectId })).text).toBe("There are no pages there.");
  });

  test("wrong calls are explained", async () => {
    const { id: projectId } = hosted.project;
    for (const [name, input, reason] of [
      ["list_updates", {}, "must have required property 'projectId'"],
      ["list_updates", { projectId, limit: 10_000 }, "must be <="],
      ["get_job", { projectId, id: "job_unknown" }, "not found"],
      ["get_job", { projectId, id: ".." }, "must match pattern"],
      ["list_pages", { projectId: lectern.stranger.project.id }, "Project not found"],
      ["list_updates", { projectId: lectern.stranger.project.id }, "not found"],
      ["propose_edit", { projectId, title: "x", files: [] }, "must NOT have fewer than 1 items"],
    ] as const) {
      const { isError, text } = await call(token, name, input);
      expect([name, isError, text.toLowerCase()]).toEqual([name, true, expect.stringContaining(reason.toLowerCase())]);
    }
    expect((await message(token, { method: "tools/call", params: { name: "drop_tables" } })).text).toContain(
      "Unknown tool drop_tables",
    );
  });
});
