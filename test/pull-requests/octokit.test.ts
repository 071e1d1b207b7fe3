import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodeHostDeps, chooseCodeHost } from "../../src/code-hosts/choose-code-host.ts";
import { listAuditEntries } from "../../src/platform/audit/store.ts";
import { listUpdates } from "../../src/updates/store.ts";
import { onBothDatabases } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";

const owner = "git";
const repo = "handbook";
const page = "# Start\n\nOne.\n\nTwo.\n\nThree.\n";
const never = new AbortController().signal;

onBothDatabases((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    hosted = await createTestHostedProject({
      database: lectern.node.database,
      clock: lectern.clock,
      repositoriesFolder: `${lectern.storage.dataFolder}/repositories`,
      url: publicUrl,
      domain: repo,
      files: { "start.mdx": page, "docs.json": "{}" },
      organizationId: lectern.tenant.organizationId,
    });
  });
  afterAll(() => lectern.stop());

  /** A stock client. Links name the public address, which in a test is this server. */
  const clientOf = (key: string) =>
    new Octokit({
      auth: key,
      baseUrl: `${lectern.node.url}/api/v3`,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      request: {
        fetch: (url: string, options: RequestInit) => fetch(url.replace(publicUrl, lectern.node.url), options),
      },
    });
  const client = () => clientOf(lectern.tenant.admin.secret);
  const open = (head: string, title = "Say it better") =>
    client().pulls.create({ owner, repo, head, base: "main", title, body: "Why." });
  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: { status: number }) => error.status,
    );

  describe("a stock client of GitHub", () => {
    test("opens, reads, comments and merges a pull request, which publishes its base", async () => {
      const head = await hosted.commit("flow", {
        "start.mdx": page.replace("One.", "One, then."),
        "new.mdx": "# New\n",
      });
      const { status, data: pull } = await open("flow");
      expect(status).toBe(201);
      expect(pull).toMatchObject({
        state: "open",
        mergeable: true,
        changed_files: 2,
        head: { ref: "flow", sha: head },
        html_url: `${publicUrl}/git/${repo}/pull/${pull.number}`,
      });
      const at = { owner, repo, pull_number: pull.number };
      const { data: files } = await client().pulls.listFiles(at);
      expect(
        files.map(({ filename, status, additions, deletions }) => [filename, status, additions, deletions]),
      ).toEqual([
        ["new.mdx", "added", 1, 0],
        ["start.mdx", "modified", 1, 1],
      ]);
      expect(files[1]?.patch).toContain("-One.\n+One, then.");
      const { data: commits } = await client().pulls.listCommits(at);
      expect(commits.map(({ sha, commit }) => [sha, commit.message])).toEqual([[head, "Change"]]);

      await client().issues.createComment({ owner, repo, issue_number: pull.number, body: "Good." });
      await client().issues.addLabels({ owner, repo, issue_number: pull.number, labels: ["docs"] });
      const edited = await client().pulls.update({ ...at, title: "Say it well" });
      expect(edited.data).toMatchObject({ title: "Say it well", body: "Why.", labels: [{ name: "docs" }] });
      const comments = await client().issues.listComments({ owner, repo, issue_number: pull.number });
      expect(comments.data.map(({ body }) => body)).toEqual(["Good."]);

      expect(await statusOf(client().pulls.checkIfMerged(at))).toBe(404);
      const { data: merged } = await client().pulls.merge({ ...at, sha: head });
      expect(merged.merged).toBe(true);
      expect(await hosted.git("rev-parse", "main")).toBe(merged.sha);
      expect((await client().pulls.checkIfMerged(at)).status).toBe(204);
      expect((await client().pulls.get(at)).data).toMatchObject({
        state: "closed",
        merged: true,
        merge_commit_sha: merged.sha,
      });
      const updates = await listUpdates(lectern.node.database.query, hosted.project.id, { limit: 5 });
      expect(updates[0]).toMatchObject({ branch: "main", source: "internal", status: "queued" });
      const [merge] = await listAuditEntries(lectern.node.database.query, lectern.tenant.organizationId, { limit: 1 });
      expect(merge).toMatchObject({ action: "mergePullRequest", actor: { kind: "key" }, projectId: hosted.project.id });
    });

    test("is refused as GitHub refuses: what makes no sense is 422, and a conflict 409", async () => {
      await hosted.commit("refused", { "start.mdx": page.replace("Two.", "2.") });
      const { data: pull } = await open("refused");
      expect(await statusOf(open("refused"))).toBe(422);
      expect(await statusOf(open("nowhere"))).toBe(422);
      expect(await statusOf(open("main"))).toBe(422);
      expect(await statusOf(open("refused", ""))).toBe(422);
      const at = { owner, repo, pull_number: pull.number };
      expect(await statusOf(client().pulls.merge({ ...at, sha: "a".repeat(40) }))).toBe(409);
      const base = await hosted.commit("main", { "start.mdx": page.replace("Two.", "II.") });
      expect(await statusOf(client().pulls.merge(at))).toBe(409);
      expect((await client().pulls.get(at)).data).toMatchObject({
        state: "open",
        mergeable: false,
        mergeable_state: "dirty",
      });
      expect(await hosted.git("rev-parse", "main")).toBe(base);
      expect((await client().pulls.update({ ...at, state: "closed" })).data.state).toBe("closed");
      expect((await client().pulls.update({ ...at, state: "open" })).data.state).toBe("open");
      const { message, response } = await open("nowhere").catch((error) => error);
      expect(message).toContain("has no branch nowhere");
      expect(response.data).toMatchObject({ message: expect.any(String), errors: [{ resource: "PullRequest" }] });
    });

    test("needs an admin key of the organization, with the scope that it uses", async () => {
      const pulls = { owner, repo };
      expect(await statusOf(clientOf(lectern.tenant.admin.secret).pulls.list(pulls))).toBe(200);
      expect(await statusOf(clientOf(lectern.tenant.reader.secret).pulls.list(pulls))).toBe(200);
      expect(await statusOf(clientOf(lectern.tenant.writer.secret).pulls.list(pulls))).toBe(403);
      expect(await statusOf(clientOf(lectern.tenant.assistant.secret).pulls.list(pulls))).toBe(403);
      expect(await statusOf(clientOf("svc_nothing").pulls.list(pulls))).toBe(401);
      expect(await statusOf(clientOf(lectern.stranger.admin.secret).pulls.list(pulls))).toBe(404);
      expect(await statusOf(client().pulls.list({ owner: "acme", repo }))).toBe(404);
      const wanted = { ...pulls, head: "flow", base: "main", title: "No" };
      expect(await statusOf(clientOf(lectern.tenant.reader.secret).pulls.create(wanted))).toBe(403);
      expect((await client().repos.get(pulls)).data).toMatchObject({
        full_name: "git/handbook",
        default_branch: "main",
      });
    });

    test("goes from page to page, and finds a pull request by its head", async () => {
      for (const branch of ["page-1", "page-2", "page-3"]) {
        await hosted.commit(branch, { [`${branch}.mdx`]: "# Page\n" });
        await open(branch, branch);
      }
      const all = await client().paginate(client().pulls.list, { owner, repo, state: "open", per_page: 2 });
      expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(["page-1", "page-2", "page-3"]));
      expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
      const { data: found } = await client().pulls.list({ owner, repo, head: "git:page-2" });
      expect(found.map(({ title }) => title)).toEqual(["page-2"]);
      const { data: ended } = await client().pulls.list({ owner, repo, state: "closed" });
      expect(ended.every(({ state }) => state === "closed")).toBe(true);
    });

    test("sets statuses, and makes and deletes branches, which closes what came from them", async () => {
      const sha = await hosted.git("rev-parse", "page-1");
      await client().repos.createCommitStatus({ owner, repo, sha, state: "pending", context: "check" });
      const { data: before } = await client().repos.getCombinedStatusForRef({ owner, repo, ref: "page-1" });
      expect(before).toMatchObject({ state: "pending", sha });
      await client().repos.createCommitStatus({ owner, repo, sha, state: "success", context: "check" });
      expect((await client().repos.getCombinedStatusForRef({ owner, repo, ref: sha })).data.state).toBe("success");
      const target = { owner, repo, sha, state: "success", target_url: "javascript:alert(1)" } as const;
      expect(await statusOf(client().repos.createCommitStatus(target))).toBe(422);

      await client().git.createRef({ owner, repo, ref: "refs/heads/made/here", sha });
      expect((await client().git.getRef({ owner, repo, ref: "heads/made/here" })).data.object.sha).toBe(sha);
      expect(await statusOf(client().git.createRef({ owner, repo, ref: "refs/heads/made/here", sha }))).toBe(422);
      expect(await statusOf(client().git.createRef({ owner, repo, ref: "refs/lectern/x", sha }))).toBe(422);
      const { data: pull } = await open("made/here");
      await client().git.deleteRef({ owner, repo, ref: "heads/made/here" });
      expect((await client().pulls.get({ owner, repo, pull_number: pull.number })).data.state).toBe("closed");
      expect(await statusOf(client().git.deleteRef({ owner, repo, ref: "heads/main" }))).toBe(422);
    });
  });

  test("the adapter for GitHub works with the host of another Lectern", async () => {
    const head = await hosted.commit("agent/job_1", { "job.mdx": "# Job\n" });
    const choose = chooseCodeHost({
      clock: lectern.clock,
      codeHosts: {},
      allowedHosts: ["127.0.0.1"],
      secrets: { open: () => lectern.tenant.admin.secret },
    } as unknown as CodeHostDeps);
    const repository = `${lectern.node.url}/git/${repo}.git`;
    const host = await choose(
      { ...hosted.project, repository, hostedRepository: null, repositoryToken: "sealed" },
      never,
    );
    expect(host.kind).toBe("github");
    const request = { head: "agent/job_1", base: "main", title: "Job", body: "Why.", labels: ["agent"], draft: true };
    const link = await host.openPullRequest(request, never);
    expect(await host.openPullRequest(request, never)).toEqual(link);
    expect(await host.findOpenPullRequest("agent/job_1", never)).toEqual(link);
    await host.comment({ number: link.number, key: "preview", body: "Soon." }, never);
    await host.comment({ number: link.number, key: "preview", body: "Now." }, never);
    const status = { commit: head, state: "success", description: "Built.", url: link.url, context: "lectern/preview" };
    await host.setCommitStatus({ ...status, state: "success" }, never);
    const { data: pull } = await client().pulls.get({ owner, repo, pull_number: link.number });
    expect(pull).toMatchObject({ draft: true, labels: [{ name: "agent" }], html_url: link.url });
    const { data: comments } = await client().issues.listComments({ owner, repo, issue_number: link.number });
    expect(comments.map(({ body }) => body)).toEqual(["<!-- lectern:preview -->\nNow."]);
    expect((await client().repos.getCombinedStatusForRef({ owner, repo, ref: "agent/job_1" })).data.state).toBe(
      "success",
    );
    await expect(host.openPullRequest({ ...request, head: "nowhere" }, never)).rejects.toMatchObject({
      kind: "conflict",
    });
  });
});
