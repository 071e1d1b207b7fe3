import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertMember, updateMemberRole } from "../../src/accounts/member-store.ts";
import { putProjectRole } from "../../src/accounts/members/project-role-store.ts";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import type { Role } from "../../src/contract/operation.ts";
import { plainGit } from "../../src/git/git-test-support.ts";
import { updateProject } from "../../src/projects/store.ts";
import { findLatestUpdate } from "../../src/updates/store.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { join as joinAs, operationOf, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let people: Record<Role, Person>;
  const folder = mkdtempSync(join(tmpdir(), "lectern-tokens-"));

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { node, clock, storage } = lectern;
    const { organizationId } = lectern.tenant;
    hosted = await createTestHostedProject({
      database: node.database,
      objects: node.objects,
      clock,
      repositoriesFolder: join(storage.dataFolder, "repositories"),
      url: node.url,
      domain: "acme-guides",
      files: { "docs.json": "{}" },
      organizationId,
    });
    people = {
      viewer: await joinAs(lectern, organizationId, "viewer", "viewer@acme.test"),
      editor: await joinAs(lectern, organizationId, "editor", "editor@acme.test"),
      admin: await joinAs(lectern, organizationId, "admin", "admin@acme.test"),
    };
  });
  afterAll(async () => {
    await lectern.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => lectern.clock.advance(60_000));

  const createToken = async ({ call }: Person, changes: Record<string, unknown> = {}) => {
    const reply = await call("createToken", { body: { name: "Laptop", scopes: ["read", "write"], ...changes } });
    const created = read("createToken", reply);
    lectern.secrets.push(created.secret);
    return created;
  };
  const remote = (secret: string) => `${lectern.node.url.replace("://", `://anyone:${secret}@`)}/git/acme-guides.git`;
  const listed = async (person: Person) => read("listTokens", await person.call("listTokens")).tokens;
  const pushEntries = async () =>
    (await listAuditEntries(lectern.node.database.query, lectern.tenant.organizationId, { limit: 100 })).filter(
      ({ action }) => action === "push",
    );
  const isRefused = (secret: string) => expect(plainGit(["ls-remote", remote(secret)])).rejects.toThrow();

  test("an editor clones and pushes with a token, and the push is attributed to them even if someone else wrote the commit", async () => {
    const { secret, token } = await createToken(people.editor);
    expect(secret).toMatch(/^svc_pat_[0-9A-Za-z]{38}$/);
    const clone = join(folder, "editor");
    await plainGit(["clone", "--quiet", remote(secret), clone]);
    const before = (await plainGit(["rev-parse", "HEAD"], { cwd: clone })).trim();
    await plainGit(["commit", "--quiet", "--allow-empty", "--message", "From somebody else"], { cwd: clone });
    const sha = (await plainGit(["rev-parse", "HEAD"], { cwd: clone })).trim();
    await plainGit(["push", "--quiet", "origin", "main"], { cwd: clone });
    const [entry] = await pushEntries();
    expect(entry).toMatchObject({
      actor: { kind: "member", id: people.editor.userId, name: "editor@acme.test" },
      projectId: hosted.project.id,
      details: { token: "Laptop", branch: "main", from: before, to: sha },
      address: "127.0.0.1",
    });
    const update = await findLatestUpdate(lectern.node.database.query, hosted.project.id, "acme-guides");
    expect(update?.author?.name).toBe("editor");
    await lectern.restart();
    expect(await listed(people.editor)).toEqual([
      { ...token, lastUsedAt: expect.any(String), lastUsedAddress: "127.0.0.1" },
    ]);
  });

  test("a viewer can fetch with a token but not push", async () => {
    const { secret } = await createToken(people.viewer);
    const clone = join(folder, "viewer");
    await plainGit(["clone", "--quiet", remote(secret), clone]);
    await expect(plainGit(["push", "origin", "main:topic"], { cwd: clone })).rejects.toThrow(
      /remote: This requires the editor role, but your role here is viewer/,
    );
  });

  test("a token with read access can't push", async () => {
    const { secret } = await createToken(people.admin, { scopes: ["read"] });
    const clone = join(folder, "reader");
    await plainGit(["clone", "--quiet", remote(secret), clone]);
    await expect(plainGit(["push", "origin", "main:topic"], { cwd: clone })).rejects.toThrow(/scope "write"/);
  });

  test("a token has the person's role in the project, and a new role takes effect at once", async () => {
    const { query } = lectern.node.database;
    const { secret } = await createToken(people.viewer, { name: "Roles" });
    const member = { projectId: hosted.project.id, userId: people.viewer.userId };
    const push = () => plainGit(["push", "--quiet", remote(secret), "main:viewers"], { cwd: join(folder, "viewer") });
    await putProjectRole(query, member, "editor", 0);
    await push();
    await putProjectRole(query, member, "none", 0);
    await isRefused(secret);
    await putProjectRole(query, member, "viewer", 0);
    await plainGit(["ls-remote", remote(secret)]);
    await expect(push()).rejects.toThrow(/editor role/);
  });

  test("branch rules on pull requests and publishing apply to editors, admins and keys", async () => {
    const { query } = lectern.node.database;
    const { branchRules } = hosted.project;
    const clone = join(folder, "editor");
    const { secret: editors } = await createToken(people.editor, { name: "Rules" });
    const { secret: admins } = await createToken(people.admin, { name: "Rules" });
    const push = (secret: string) => plainGit(["push", "--quiet", remote(secret), "main"], { cwd: clone });
    await plainGit(["commit", "--quiet", "--allow-empty", "--message", "Rules"], { cwd: clone });
    await updateProject(query, hosted.project.id, { branchRules: { ...branchRules, editorsPublish: false } });
    await expect(push(editors)).rejects.toThrow(/only admins can push to this branch/);
    await updateProject(query, hosted.project.id, { branchRules: { ...branchRules, pullRequestsOnly: true } });
    for (const secret of [editors, admins, lectern.tenant.admin.secret]) {
      await expect(push(secret)).rejects.toThrow(/this branch only accepts pull requests/);
    }
    await updateProject(query, hosted.project.id, { branchRules: { ...branchRules, editorsPublish: false } });
    await push(admins);
    await plainGit(["commit", "--quiet", "--amend", "--allow-empty", "--message", "Rewritten"], { cwd: clone });
    await updateProject(query, hosted.project.id, { branchRules: { ...branchRules, forcePush: true } });
    await plainGit(["push", "--quiet", "--force", remote(lectern.tenant.admin.secret), "main"], { cwd: clone });
    expect((await pushEntries())[0]).toMatchObject({
      actor: { kind: "key", name: lectern.tenant.admin.key.name },
      details: { branch: "main", forced: "yes" },
    });
    await updateProject(query, hosted.project.id, { branchRules });
  });

  test("one editor can't push to a pull request, approve it and merge it", async () => {
    const { query } = lectern.node.database;
    const { id: projectId, branchRules } = hosted.project;
    await updateProject(query, projectId, { branchRules: { ...branchRules, requiredApprovals: 1 } });
    const clone = join(folder, "editor");
    const { secret } = await createToken(people.editor, { name: "Alone" });
    await plainGit(["commit", "--quiet", "--allow-empty", "--message", "Alone"], { cwd: clone });
    await plainGit(["push", "--quiet", remote(secret), "HEAD:refs/heads/alone"], { cwd: clone });
    const { number } = await lectern.node
      .client(lectern.tenant.admin.secret)
      .openPullRequest({ projectId, head: "alone", title: "Alone" });
    const editor = lectern.node.client(secret);
    const pull = { projectId, number: String(number) };
    const review = await editor.reviewPullRequest({ ...pull, verdict: "approve" });
    expect(review.ignoredBecause).toBe("editor contributed to the changes");
    await expect(editor.mergePullRequest(pull)).rejects.toThrow(/1 more approval required/);
    const { promptedBy } = await editor
      .createAgentJob({ projectId, prompt: "Fix it" })
      .then(({ id }) =>
        query.selectFrom("agentTurns").select("promptedBy").where("jobId", "=", id).executeTakeFirstOrThrow(),
      );
    expect(promptedBy).toBe(people.editor.userId);
    await updateProject(query, projectId, { branchRules });
  });

  test("an API call with a token has the person's role, and the log names the person and the token", async () => {
    const { secret } = await createToken(people.editor, { name: "Script" });
    const client = lectern.node.client(secret);
    const { statusId } = await client.triggerUpdate({ projectId: hosted.project.id });
    expect(await client.getUpdateStatus({ statusId })).toMatchObject({ source: "api" });
    const [entry] = await listAuditEntries(lectern.node.database.query, lectern.tenant.organizationId, { limit: 1 });
    expect(entry).toMatchObject({
      action: "triggerUpdate",
      actor: { kind: "member", id: people.editor.userId },
      details: { token: "Script" },
    });
    await updateMemberRole(lectern.node.database.query, lectern.tenant.organizationId, people.editor.userId, "viewer");
    await expect(client.triggerUpdate({ projectId: hosted.project.id })).rejects.toThrow(/requires the editor role/);
    await updateMemberRole(lectern.node.database.query, lectern.tenant.organizationId, people.editor.userId, "editor");
  });

  test("a token is never accepted in a query, and never for session operations", async () => {
    const { secret } = await createToken(people.admin, { name: "Query" });
    const bare = { cookie: undefined, authorization: undefined };
    const params = { projectId: hosted.project.id };
    for (const query of [`?token=${secret}`, `?access_token=${secret}`, `?key=${secret}`]) {
      expectError(401, await people.admin.call("listPreviews", { params, query }, { headers: bare }));
    }
    const headers = { cookie: undefined, authorization: `Bearer ${secret}` };
    expectError(401, await people.admin.call("listTokens", {}, { headers }));
    expectError(401, await people.admin.call("createToken", { body: { name: "x", scopes: ["read"] } }, { headers }));
  });

  test("the lifetime, scopes and organization of a new token are checked", async () => {
    const create = (body: Record<string, unknown>) => people.viewer.call("createToken", { body });
    for (const body of [
      { name: "x", scopes: [] },
      { name: "x", scopes: ["admin"] },
      { name: " ", scopes: ["read"] },
      { name: "x", scopes: ["read"], expiresInDays: 366 },
      { name: "x", scopes: ["read"], expiresInDays: 0 },
    ]) {
      expectError(400, await create(body));
    }
    expectError(404, await create({ name: "x", scopes: ["read"], organizationId: lectern.stranger.organizationId }));
    const { token } = await createToken(people.viewer, { name: "Default", scopes: ["read"] });
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * 86_400_000);
  });

  test("a token stops working at once when its owner or an admin revokes it", async () => {
    const { organizationId } = lectern.tenant;
    const own = await createToken(people.editor, { name: "Own" });
    await plainGit(["ls-remote", remote(own.secret)]);
    expectError(404, await people.viewer.call("revokeToken", { params: { tokenId: own.token.id } }));
    const revoked = await people.editor.call("revokeToken", { params: { tokenId: own.token.id } });
    expectSuccess(operationOf("revokeToken"), revoked);
    await isRefused(own.secret);

    const other = await createToken(people.editor, { name: "Other" });
    const shown = await people.admin.call("listOrganizationTokens", { params: { organizationId } });
    const { tokens } = read("listOrganizationTokens", shown);
    expect(tokens).toContainEqual(expect.objectContaining({ id: other.token.id, owner: expect.objectContaining({}) }));
    expect(shown.text).not.toContain(other.secret);
    const params = { organizationId, tokenId: other.token.id };
    expectSuccess(
      operationOf("revokeOrganizationToken"),
      await people.admin.call("revokeOrganizationToken", { params }),
    );
    await isRefused(other.secret);
  });

  test("a removed member's tokens stop working at once, and tokens for the organization don't work again if the member returns", async () => {
    const { organizationId } = lectern.tenant;
    const leaving = await joinAs(lectern, organizationId, "editor", "leaving@acme.test");
    const { secret } = await createToken(leaving, { organizationId });
    const everywhere = await createToken(leaving);
    await plainGit(["ls-remote", remote(secret)]);
    const member = { projectId: hosted.project.id, userId: leaving.userId };
    await putProjectRole(lectern.node.database.query, member, "admin", 0);
    const params = { organizationId, userId: leaving.userId };
    expectSuccess(operationOf("removeMember"), await people.admin.call("removeMember", { params }));
    await isRefused(secret);
    await isRefused(everywhere.secret);
    await insertMember(lectern.node.database.query, { organizationId, userId: leaving.userId, role: "viewer" }, 0);
    await isRefused(secret);
    await plainGit(["ls-remote", remote(everywhere.secret)]);
    expectError(403, await leaving.call("changeProject", { params: { projectId: hosted.project.id }, body: {} }));
  });

  test("a member without access to a project learns nothing about it", async () => {
    const { organizationId, project } = lectern.tenant;
    const params = { projectId: project.id, userId: people.viewer.userId };
    const setRole = (role: string) => people.admin.call("setProjectRole", { params, body: { role } });
    const projects = async () =>
      read("listProjects", await people.viewer.call("listProjects", { params: { organizationId } })).projects;
    expect((await projects()).find(({ id }) => id === project.id)?.role).toBe("viewer");
    expectSuccess(operationOf("setProjectRole"), await setRole("none"));
    expect((await projects()).map(({ id }) => id)).not.toContain(project.id);
    expectError(404, await people.viewer.call("getProject", { params }));
    expectSuccess(operationOf("setProjectRole"), await setRole("admin"));
    expect((await projects()).find(({ id }) => id === project.id)?.role).toBe("admin");
    const members = await people.viewer.call("listProjectMembers", { params });
    expect(read("listProjectMembers", members).members).toContainEqual(
      expect.objectContaining({
        email: "viewer@acme.test",
        role: "admin",
        organizationRole: "viewer",
        isInherited: false,
      }),
    );
    // An admin of one project can't use operations that affect more than this project.
    const adminKey = { kind: "admin", name: "All" };
    expectError(403, await people.viewer.call("createKey", { params, body: adminKey }));
    expectError(403, await people.viewer.call("changeProject", { params, body: { repository: "https://git.test/x" } }));
    expectError(403, await people.viewer.call("listAuditEntries", { params: { organizationId } }));
    const keys = read("listKeys", await people.viewer.call("listKeys", { params })).keys;
    expect(keys.filter(({ kind }) => kind === "admin")).toEqual([]);
    expectSuccess(operationOf("setProjectRole"), await setRole("inherit"));
    expectError(403, await people.viewer.call("listProjectMembers", { params }));
    const ofAdmin = { params: { ...params, userId: people.admin.userId }, body: { role: "none" } };
    expectError(409, await people.admin.call("setProjectRole", ofAdmin));
  });
});
