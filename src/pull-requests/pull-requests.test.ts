import { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { eventsOf } from "../../test/support/events-of.ts";
import type { HostedProject } from "../../test/support/hosted-project.ts";
import { startPage as page, startPullRequestHost } from "../../test/support/pull-request-host.ts";
import { followMoves } from "../git-host/receive-push.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import type { Project } from "../projects/store.ts";
import { listUpdates } from "../updates/store.ts";
import { changePullRequest } from "./change-pull-request.ts";
import { closePullRequest, reopenPullRequest } from "./end-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { type MergeRequest, mergePullRequest } from "./merge-pull-request.ts";
import { openPullRequest } from "./open-pull-request.ts";
import type { PullRequest } from "./pull-request.ts";
import { listOpenByProject } from "./store.ts";

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPullRequestHost>>;
  beforeAll(async () => {
    host = await startPullRequestHost(dialect);
  });
  afterAll(() => host.stop());

  const open: typeof host.open = (...request) => host.open(...request);
  const close = (project: Project, pullRequest: PullRequest, by: string) =>
    host.deps.database.transaction((tx) => closePullRequest(host.deps, tx, project, pullRequest, by));
  const reopen = (project: Project, pullRequest: PullRequest) =>
    host.deps.database.transaction((tx) => reopenPullRequest(host.deps, tx, project, pullRequest));
  const merge = ({ project }: HostedProject, number: number, more: Partial<MergeRequest> = {}) =>
    mergePullRequest(host.deps, project, { number, by: "Grace", isAdmin: false, ...more });
  /** A project with an open pull request that changes one line. */
  const start = async () => {
    const hosted = await host.project();
    const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    return { hosted, head, opened: await open(hosted) };
  };
  const unlogged: InTransaction = (work) =>
    host.deps.database.transaction(async (tx) => {
      await work(tx);
      throw new Error("The log is full.");
    });
  const sources = async ({ project }: HostedProject) =>
    (await listUpdates(host.deps.database.query, project.id, { limit: 20 })).map(({ branch, source, status }) => ({
      branch,
      source,
      status,
    }));

  test("a pull request gets a number and a preview; missing, unchanged or repeated branches are refused", async () => {
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
    await expect(open(hosted)).rejects.toThrow("A pull request from next into main is already open.");
    await expect(open(hosted, "nowhere")).rejects.toThrow("The repository has no branch nowhere; push it first.");
    await expect(open(hosted, "--evil")).rejects.toThrow("has no branch --evil");
    await expect(open(hosted, "same")).rejects.toThrow("same has no commits that main doesn't have.");
    await expect(open(hosted, "next", "  ")).rejects.toThrow("The title");
  });

  test("merging a pull request publishes the base and removes the preview", async () => {
    const hosted = await host.project();
    const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    const base = await hosted.commit("main", { "start.mdx": page.replace("Three", "3") });
    const { number } = await open(hosted);
    const merged = await merge(hosted, number);
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
    await expect(merge(hosted, number)).rejects.toThrow("already merged");
    await expect(close(hosted.project, merged, "Grace")).rejects.toThrow("already merged");
    const events = await eventsOf(host.deps.database, hosted.project.id);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ["pull_request.opened", "1"],
      ["pull_request.merged", "1"],
    ]);
    expect(events[1]?.data.pullRequest).toMatchObject({ status: "merged", endedBy: "Grace", host: "lectern" });
  });

  test("a pull request can be squashed into one commit", async () => {
    const hosted = await host.project();
    await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    await hosted.commit("next", { "start.mdx": page.replace("One", "I") });
    const { number } = await open(hosted);
    await merge(hosted, number, { method: "squash" });
    expect(await hosted.git("log", "--format=%s", "main")).toBe("Say it better (#1)\nImport");
  });

  test("a pull request with conflicts stays open and leaves the base unchanged", async () => {
    const hosted = await host.project();
    await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    const base = await hosted.commit("main", { "start.mdx": page.replace("One", "I") });
    const { number } = await open(hosted);
    await expect(merge(hosted, number)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("the same lines of start.mdx"),
    });
    expect(await hosted.git("rev-parse", "main")).toBe(base);
    expect((await getPullRequest(host.deps, hosted.project, number)).status).toBe("open");
  });

  test("a pull request is not merged while it is a draft or if its head has moved since the review", async () => {
    const hosted = await host.project();
    const seen = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    const request = { head: "next", base: "main", title: "Draft", body: "", draft: true, author: "Ada" };
    const { number } = await openPullRequest(host.deps, hosted.project, request);
    await expect(merge(hosted, number)).rejects.toThrow("is a draft");
    await hosted.commit("other", { "start.mdx": page.replace("Two", "2") });
    const other = await open(hosted, "other");
    await expect(merge(hosted, other.number, { sha: seen })).rejects.toThrow("newer changes than those you reviewed");
  });

  test("a pull request is closed when its branch is deleted, and its commits are kept", async () => {
    const { hosted, head, opened } = await start();
    const { number } = opened;
    await hosted.git("update-ref", "-d", "refs/heads/next");
    await followMoves(host.deps, hosted.project, [{ ref: "refs/heads/next", from: head, to: undefined }]);
    const closed = await getPullRequest(host.deps, hosted.project, number);
    expect(closed).toMatchObject({ status: "closed", headSha: head });
    expect(await hosted.git("for-each-ref", "--format=%(objectname)", "refs/lectern/pull/1")).toBe(head);
  });

  test("a pull request follows its branch, and is merged when its commits are pushed to the base", async () => {
    const { hosted, opened } = await start();
    const { number } = opened;
    const later = await hosted.commit("next", { "more.mdx": "# More\n" });
    await followMoves(host.deps, hosted.project, [{ ref: "refs/heads/next", from: undefined, to: later }]);
    expect(await getPullRequest(host.deps, hosted.project, number)).toMatchObject({ status: "open", headSha: later });
    await hosted.git("update-ref", "refs/heads/main", later);
    await followMoves(host.deps, hosted.project, [{ ref: "refs/heads/main", from: undefined, to: later }]);
    expect(await getPullRequest(host.deps, hosted.project, number)).toMatchObject({
      status: "merged",
      mergeSha: later,
    });
  });

  test("a push starts git a few times, however many pull requests into its branch are open", async () => {
    const hosted = await host.project();
    const heads: string[] = [];
    for (const name of ["one", "two", "three", "four", "five", "six", "seven", "eight"]) {
      heads.push(await hosted.commit(name, { [`${name}.mdx`]: "# More\n" }));
      await open(hosted, name);
    }
    await hosted.git("update-ref", "refs/heads/main", heads[1] ?? "");
    // Types don't have this method, which starts all kinds of processes.
    const start = vi.spyOn(ChildProcess.prototype as unknown as { spawn(): void }, "spawn");
    onTestFinished(() => start.mockRestore());
    await followMoves(host.deps, hosted.project, [{ ref: "refs/heads/main", from: undefined, to: heads[1] }]);
    expect(start.mock.calls.length).toBeLessThan(heads.length);
    const stillOpen = await listOpenByProject(host.deps.database.query, hosted.project.id);
    expect(stillOpen.map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 1]);
  });

  test("a pull request is recorded as merged if its branch was merged outside the server", async () => {
    const { hosted, head, opened } = await start();
    const { number } = opened;
    const mergeSha = await hosted.change(async (git) => {
      const tree = await git("rev-parse", "next^{tree}");
      const commit = await git("commit-tree", "-p", "main", "-p", head, "-m", "Merge", tree);
      await git("update-ref", "refs/heads/main", commit);
      return commit;
    });
    await expect(merge(hosted, number)).rejects.toThrow("already merged");
    expect(await getPullRequest(host.deps, hosted.project, number)).toMatchObject({ status: "merged", mergeSha });
  });

  test("a closed pull request can be reopened unless another one for the same branches is open", async () => {
    const { hosted, opened: first } = await start();
    await close(hosted.project, first, "Ada");
    const closed = await getPullRequest(host.deps, hosted.project, first.number);
    expect(closed).toMatchObject({ status: "closed", endedBy: "Ada" });
    await reopen(hosted.project, closed);
    expect(await getPullRequest(host.deps, hosted.project, first.number)).toMatchObject({
      status: "open",
      endedAt: null,
    });
    await close(hosted.project, first, "Ada");
    await open(hosted);
    await expect(reopen(hosted.project, closed)).rejects.toThrow(/already open/);
  });

  test("a pull request and its audit entry are written in the same transaction, or not at all", async () => {
    const { hosted, opened: first } = await start();
    await close(hosted.project, first, "Ada");
    const closed = await getPullRequest(host.deps, hosted.project, first.number);
    const change = { title: "Say it worse", status: "open" as const, by: "Ada", inTransaction: unlogged };
    await expect(changePullRequest(host.deps, hosted.project, closed, change)).rejects.toThrow("The log is full.");
    expect(await getPullRequest(host.deps, hosted.project, first.number)).toEqual(closed);
  });

  test("a merge and its record are written in the same transaction, or not at all", async () => {
    const { hosted, opened } = await start();
    const { number } = opened;
    const base = await hosted.git("rev-parse", "main");
    await expect(merge(hosted, number, { inTransaction: unlogged })).rejects.toThrow("The log is full.");
    expect(await hosted.git("rev-parse", "main")).toBe(base);
    expect((await getPullRequest(host.deps, hosted.project, number)).status).toBe("open");
  });

  test("a pull request is not found in another project", async () => {
    const [mine, theirs] = [await host.project(), await host.project()];
    await mine.commit("next", { "start.mdx": page.replace("One", "1") });
    const { number } = await open(mine);
    await expect(getPullRequest(host.deps, theirs.project, number)).rejects.toThrow("Pull request not found");
    await expect(getPullRequest(host.deps, theirs.project, 1e300)).rejects.toThrow("Pull request not found");
  });
});
