import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorage, type Dialect, onBothDatabases, openStorage } from "../../test/support/database.ts";
import { createTestHostedProject, type HostedProject } from "../../test/support/hosted-project.ts";
import { builtInHost } from "../code-hosts/built-in-host.ts";
import { receivePush } from "../git-host/receive-push.ts";
import { createLog } from "../platform/log.ts";
import { openQueue } from "../platform/queue/open.ts";
import type { Project } from "../projects/store.ts";
import { listUpdates } from "../updates/store.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { listComments, listStatuses } from "./comment-store.ts";
import { editPullRequest } from "./edit-pull-request.ts";
import { closePullRequest, type InTransaction, reopenPullRequest } from "./end-pull-request.ts";
import { mergePullRequest } from "./merge-pull-request.ts";
import { openPullRequest } from "./open-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { seePullRequest } from "./see-pull-request.ts";

const url = "https://docs.lectern.test";
const clock = { now: () => Date.UTC(2026, 2, 2) };
const never = new AbortController().signal;
const page = "# Start\n\nOne.\n\nTwo.\n\nThree.\n";

async function startHost(dialect: Dialect) {
  const storage = await createStorage(dialect);
  const database = await openStorage(storage);
  const log = createLog("fatal", "api");
  const { databaseUrl } = storage;
  const queue = await openQueue({ database, clock, kinds: [updateJobKind], databaseUrl, role: "api", log });
  const repositoriesFolder = mkdtempSync(join(tmpdir(), "lectern-pulls-"));
  const deps = { database, queue, clock, repositoriesFolder, url };
  let count = 0;
  return {
    deps,
    project: () => {
      count += 1;
      return createTestHostedProject({ ...deps, domain: `docs-${count}`, files: { "start.mdx": page } });
    },
    async stop() {
      await queue.close();
      await database.close();
      await storage.remove();
      rmSync(repositoriesFolder, { recursive: true, force: true });
    },
  };
}

onBothDatabases((dialect) => {
  let host: Awaited<ReturnType<typeof startHost>>;
  beforeAll(async () => {
    host = await startHost(dialect);
  });
  afterAll(() => host.stop());

  const open = (hosted: HostedProject, head = "next", title = "Say it better") =>
    openPullRequest(host.deps, hosted.project, { head, base: "main", title, body: "Why.", author: "Ada" });
  const close = (project: Project, pullRequest: PullRequest, by: string) =>
    host.deps.database.transaction((tx) => closePullRequest(host.deps, tx, project, pullRequest, by));
  const reopen = (project: Project, pullRequest: PullRequest) =>
    host.deps.database.transaction((tx) => reopenPullRequest(host.deps, tx, project, pullRequest));
  const sources = async ({ project }: HostedProject) =>
    (await listUpdates(host.deps.database.query, project.id, { limit: 20 })).map(({ branch, source, status }) => ({
      branch,
      source,
      status,
    }));

  describe("a pull request", () => {
    test("counts up in its project, makes a preview, and is refused where it makes no sense", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      await hosted.commit("other", { "other.mdx": "# Other\n" });
      await hosted.git("update-ref", "refs/heads/same", "refs/heads/main");
      const [one, two] = [await open(hosted), await open(hosted, "other")];
      expect([one.number, two.number]).toEqual([1, 2]);
      expect(await sources(hosted)).toEqual([
        { branch: "other", source: "internal", status: "queued" },
        { branch: "next", source: "internal", status: "queued" },
      ]);
      await expect(open(hosted)).rejects.toThrow("A pull request for next into main is open already.");
      await expect(open(hosted, "nowhere")).rejects.toThrow("The repository has no branch nowhere; push it first.");
      await expect(open(hosted, "--evil")).rejects.toThrow("has no branch --evil");
      await expect(open(hosted, "same")).rejects.toThrow("There are no commits in same that main does not have.");
      await expect(open(hosted, "next", "  ")).rejects.toThrow("The title");
    });

    test("that is merged moves the base, publishes it and takes the preview away", async () => {
      const hosted = await host.project();
      const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const base = await hosted.commit("main", { "start.mdx": page.replace("Three", "3") });
      const { number } = await open(hosted);
      const merged = await mergePullRequest(host.deps, hosted.project, { number, by: "Grace" });
      expect(merged).toMatchObject({ status: "merged", endedBy: "Grace", headSha: head });
      expect(await hosted.git("rev-parse", "main")).toBe(merged.mergeSha);
      expect(await hosted.git("log", "-1", "--format=%P|%an|%s", "main")).toBe(
        `${base} ${head}|Grace|Merge pull request #1 from next`,
      );
      expect(await hosted.git("show", "main:start.mdx")).toBe(page.replace("One", "1").replace("Three", "3").trim());
      expect(await sources(hosted)).toEqual([
        { branch: "main", source: "internal", status: "queued" },
        { branch: "next", source: "internal", status: "failure" },
      ]);
      await expect(mergePullRequest(host.deps, hosted.project, { number, by: "Grace" })).rejects.toThrow(
        "merged already",
      );
      await expect(close(hosted.project, merged, "Grace")).rejects.toThrow("cannot be closed");
    });

    test("may be squashed to one commit", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      await hosted.commit("next", { "start.mdx": page.replace("One", "I") });
      const { number } = await open(hosted);
      await mergePullRequest(host.deps, hosted.project, { number, method: "squash", by: "Grace" });
      expect(await hosted.git("log", "--format=%s", "main")).toBe("Say it better (#1)\nImport");
    });

    test("whose lines conflict stays open, and the base stays where it is", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const base = await hosted.commit("main", { "start.mdx": page.replace("One", "I") });
      const { number } = await open(hosted);
      await expect(mergePullRequest(host.deps, hosted.project, { number, by: "Grace" })).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("the same lines of start.mdx"),
      });
      expect(await hosted.git("rev-parse", "main")).toBe(base);
      expect((await seePullRequest(host.deps, hosted.project, number)).status).toBe("open");
    });

    test("is not merged when its head moved since the caller looked, nor while it is a draft", async () => {
      const hosted = await host.project();
      const seen = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const { number } = await openPullRequest(host.deps, hosted.project, {
        head: "next",
        base: "main",
        title: "Draft",
        body: "",
        draft: true,
        author: "Ada",
      });
      await expect(mergePullRequest(host.deps, hosted.project, { number, by: "Grace" })).rejects.toThrow("is a draft");
      await hosted.commit("other", { "start.mdx": page.replace("Two", "2") });
      const other = await open(hosted, "other");
      await expect(
        mergePullRequest(host.deps, hosted.project, { number: other.number, sha: seen, by: "Grace" }),
      ).rejects.toThrow("has moved meanwhile");
    });

    test("of a branch that is deleted is closed, and its commits are kept", async () => {
      const hosted = await host.project();
      const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const { number } = await open(hosted);
      await hosted.git("update-ref", "-d", "refs/heads/next");
      const repository = hosted.project.hostedRepository ?? "";
      await receivePush(host.deps, { repository, branch: "next", sha: undefined });
      const closed = await seePullRequest(host.deps, hosted.project, number);
      expect(closed).toMatchObject({ status: "closed", headSha: head });
      await hosted.git("gc", "--prune=now", "--quiet");
      expect(await hosted.git("cat-file", "-t", head)).toBe("commit");
    });

    test("follows its branch, and is merged when somebody pushes it to the base", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const { number } = await open(hosted);
      const later = await hosted.commit("next", { "more.mdx": "# More\n" });
      const repository = hosted.project.hostedRepository ?? "";
      await receivePush(host.deps, { repository, branch: "next", sha: later });
      expect(await seePullRequest(host.deps, hosted.project, number)).toMatchObject({ status: "open", headSha: later });
      await hosted.git("update-ref", "refs/heads/main", later);
      await receivePush(host.deps, { repository, branch: "main", sha: later });
      expect(await seePullRequest(host.deps, hosted.project, number)).toMatchObject({
        status: "merged",
        mergeSha: later,
      });
    });

    test("that a crash left open after the base had moved is found to be merged", async () => {
      const hosted = await host.project();
      const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const { number } = await open(hosted);
      const tree = await hosted.git("rev-parse", "next^{tree}");
      const merge = await hosted.git("commit-tree", "-p", "main", "-p", head, "-m", "Merge", tree);
      await hosted.git("update-ref", "refs/heads/main", merge);
      await expect(mergePullRequest(host.deps, hosted.project, { number, by: "Grace" })).rejects.toThrow(
        "merged already",
      );
      expect(await seePullRequest(host.deps, hosted.project, number)).toMatchObject({
        status: "merged",
        mergeSha: merge,
      });
    });

    test("can be closed and opened again, unless another took its place", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const first = await open(hosted);
      await close(hosted.project, first, "Ada");
      const closed = await seePullRequest(host.deps, hosted.project, first.number);
      expect(closed).toMatchObject({ status: "closed", endedBy: "Ada" });
      await reopen(hosted.project, closed);
      expect(await seePullRequest(host.deps, hosted.project, first.number)).toMatchObject({
        status: "open",
        endedAt: null,
      });
      await close(hosted.project, first, "Ada");
      await open(hosted);
      await expect(reopen(hosted.project, closed)).rejects.toThrow(/open already/);
    });

    test("is edited and opened again in one transaction with what the log says of it, or not at all", async () => {
      const hosted = await host.project();
      await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const first = await open(hosted);
      await close(hosted.project, first, "Ada");
      const closed = await seePullRequest(host.deps, hosted.project, first.number);
      const unlogged: InTransaction = (work) =>
        host.deps.database.transaction(async (tx) => {
          await work(tx);
          throw new Error("The log is full.");
        });
      const edit = { title: "Say it worse", state: "open" as const, by: "Ada", inTransaction: unlogged };
      await expect(editPullRequest(host.deps, hosted.project, closed, edit)).rejects.toThrow("The log is full.");
      expect(await seePullRequest(host.deps, hosted.project, first.number)).toEqual(closed);
    });

    test("of another project is not found", async () => {
      const [mine, theirs] = [await host.project(), await host.project()];
      await mine.commit("next", { "start.mdx": page.replace("One", "1") });
      const { number } = await open(mine);
      await expect(seePullRequest(host.deps, theirs.project, number)).rejects.toThrow("no such pull request");
      await expect(seePullRequest(host.deps, theirs.project, 1e300)).rejects.toThrow("no such pull request");
    });
  });

  describe("the built-in host, as jobs see it", () => {
    test("opens one pull request for a head, however often and by however many it is asked", async () => {
      const hosted = await host.project();
      await hosted.commit("agent/job_1", { "start.mdx": page.replace("One", "1") });
      const codeHost = builtInHost(host.deps, hosted.project);
      const request = { head: "agent/job_1", base: "main", title: "Fix", body: "Why.", labels: ["agent"] };
      expect(await codeHost.findOpenPullRequest(request.head, never)).toBeUndefined();
      const links = await Promise.all([1, 2, 3].map(() => codeHost.openPullRequest(request, never)));
      const link = { number: 1, url: `${url}/git/${hosted.project.domain}/pull/1` };
      expect(links).toEqual([link, link, link]);
      expect(await codeHost.findOpenPullRequest(request.head, never)).toEqual(link);
      expect(await seePullRequest(host.deps, hosted.project, 1)).toMatchObject({
        author: "Lectern",
        labels: ["agent"],
      });
    });

    test("tells what is wrong in the words of all hosts", async () => {
      const hosted = await host.project();
      const codeHost = builtInHost(host.deps, hosted.project);
      const request = { head: "nowhere", base: "main", title: "Fix", body: "" };
      await expect(codeHost.openPullRequest(request, never)).rejects.toMatchObject({
        name: "CodeHostError",
        kind: "conflict",
      });
      const comment = codeHost.comment({ number: 7, key: "preview", body: "Look." }, never);
      await expect(comment).rejects.toMatchObject({ name: "CodeHostError", kind: "not-found" });
    });

    test("says a comment of the same key once, and keeps the newest status of a check", async () => {
      const hosted = await host.project();
      const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
      const { id, number } = await open(hosted);
      const codeHost = builtInHost(host.deps, hosted.project);
      const status = { commit: head, context: "lectern/preview", url, description: "It is being built." };
      await codeHost.setCommitStatus({ ...status, state: "pending" }, never);
      await codeHost.setCommitStatus({ ...status, state: "success", description: "It is there." }, never);
      await codeHost.comment({ number, key: "preview", body: "Soon." }, never);
      await codeHost.comment({ number, key: "summary", body: "Why." }, never);
      await codeHost.comment({ number, key: "preview", body: "Now." }, never);
      const { query } = host.deps.database;
      expect((await listComments(query, id)).map(({ key, body }) => [key, body])).toEqual([
        ["preview", "Now."],
        ["summary", "Why."],
      ]);
      expect(await listStatuses(query, hosted.project.id, head)).toMatchObject([
        { state: "success", description: "It is there." },
      ]);
    });
  });
});
