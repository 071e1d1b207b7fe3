import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import type { HostedProject } from "../../test/support/hosted-project.ts";
import { startPage as page, startPullRequestHost } from "../../test/support/pull-request-host.ts";
import { insertMember } from "../accounts/member-store.ts";
import { insertUser } from "../accounts/user-store.ts";
import { newId } from "../platform/id.ts";
import type { BranchRules } from "../projects/branch-rules.ts";
import type { Caller } from "./caller.ts";
import { changeComment, deleteComment } from "./change-comment.ts";
import { findPlace } from "./comment-places.ts";
import { commentPullRequest } from "./comment-pull-request.ts";
import { listContributors, recordContributors } from "./contributor-store.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { mergePullRequest } from "./merge-pull-request.ts";
import { openPullRequest } from "./open-pull-request.ts";
import { showPullRequest } from "./present-pull-request.ts";
import { listPushedBranches, proposePullRequest } from "./propose-pull-request.ts";
import type { Verdict } from "./pull-request.ts";
import { reviewPullRequest } from "./review-pull-request.ts";
import { putViewedFile } from "./review-store.ts";

const key: Caller = { id: "key_1", name: "Script", isPerson: false, isAdmin: true };
const never = new AbortController().signal;

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPullRequestHost>>;
  beforeAll(async () => {
    host = await startPullRequestHost(dialect);
  });
  afterAll(() => host.stop());

  async function person(hosted: HostedProject, name: string, isAdmin = false): Promise<Caller> {
    const { database, clock } = host.deps;
    const id = newId("usr", clock);
    const credential = { id: newId("crd", clock), passwordHash: "x" };
    await insertUser(database.query, { id, email: `${id}@acme.test`, name }, credential, 0);
    const { organizationId } = hosted.project;
    await insertMember(database.query, { organizationId, userId: id, role: isAdmin ? "admin" : "editor" }, clock.now());
    return { id, name, isPerson: true, isAdmin };
  }

  /** A project with an author, a reviewer, and a pull request that changes the second of three paragraphs. */
  async function start(rules: Partial<BranchRules> = {}) {
    const hosted = await host.project();
    const { project } = hosted;
    project.branchRules = { ...project.branchRules, ...rules };
    await host.deps.database.query
      .updateTable("projects")
      .set({ branchRules: JSON.stringify(rules) })
      .where("id", "=", project.id)
      .execute();
    await hosted.commit("next", { "start.mdx": page.replace("Two", "2") });
    const [ada, grace] = [await person(hosted, "Ada"), await person(hosted, "Grace")];
    const request = { head: "next", base: "main", title: "Say it better", body: "", author: ada.name };
    const { number } = await openPullRequest(host.deps, project, { ...request, authorId: ada.id });
    const { database } = host.deps;
    const current = () => getPullRequest(host.deps, project, number);
    return {
      ...hosted,
      ada,
      grace,
      number,
      current,
      review: (verdict: Verdict, caller: Caller, body = "Because.", sha?: string) =>
        database.transaction((tx) => reviewPullRequest(host.deps, tx, project, { number, verdict, body, sha }, caller)),
      comment: (body: string, more: Partial<Parameters<typeof commentPullRequest>[3]> = {}, caller = ada) =>
        database.transaction((tx) => {
          const request = { number, body, author: caller.name, authorId: caller.id, ...more };
          return commentPullRequest(host.deps, tx, project, request);
        }),
      change: async (comment: number, change: { body?: string; resolved?: boolean }, caller: Caller) => {
        const pullRequest = await current();
        const request = { number: comment, ...change };
        return database.transaction((tx) => changeComment(host.deps, tx, pullRequest, request, caller));
      },
      remove: async (comment: number, caller: Caller) => {
        const pullRequest = await current();
        return database.transaction((tx) => deleteComment(host.deps, tx, pullRequest, comment, caller));
      },
      merge: (isAdmin = false) => mergePullRequest(host.deps, project, { number, by: "Grace", isAdmin }),
      show: async (caller: Caller) => {
        const deps = { ...host.deps, siteUrl: (subdomain: string) => `https://${subdomain}.sites.test` };
        return showPullRequest(deps, { project, pullRequest: await current() }, caller, false);
      },
    };
  }

  test("an approval counts for the current head only, and merging requires enough approvals", async () => {
    const { review, merge, show, grace, commit, current, ada } = await start({ requiredApprovals: 1 });
    await expect(merge()).rejects.toThrow("This pull request can't be merged yet. 1 more approval required.");
    await review("approve", grace, "");
    expect(await show(ada)).toMatchObject({ approvals: 1, requiredApprovals: 1, blockers: [], isOwn: true });
    const before = await current();
    await commit("next", { "more.mdx": "# More\n" });
    expect((await current()).headSha).not.toBe(before.headSha);
    expect((await show(ada)).reviews).toEqual([
      expect.objectContaining({ author: "Grace", verdict: "approve", isCurrent: true, isOutdated: true }),
    ]);
    await expect(merge()).rejects.toThrow("1 more approval required.");
    await expect(review("approve", grace, "", before.headSha)).rejects.toThrow("newer changes than those you reviewed");
    await review("approve", grace, "");
    expect((await merge()).status).toBe("merged");
    await expect(review("approve", grace, "")).rejects.toThrow("already merged");
  });

  test("a review that requests changes blocks a protected branch until the same person approves", async () => {
    const { review, merge, show, grace, ada, project } = await start();
    await review("request_changes", grace, "Name the port.");
    await review("comment", grace, "And one more thing.");
    expect((await show(ada)).blockers).toEqual(["Grace requested changes."]);
    await expect(merge(true)).rejects.toMatchObject({ code: "conflict" });
    await review("approve", grace, "");
    expect((await show(ada)).blockers).toEqual([]);
    await review("request_changes", grace, "No, wait.");
    await host.deps.database.query.deleteFrom("members").where("userId", "=", grace.id).execute();
    expect((await show(ada)).blockers).toEqual([]);
    expect((await merge()).mergeSha).toBeTruthy();
    expect(project.branchRules.requiredApprovals).toBe(0);
  });

  test("a review needs a person other than the author, and a text unless it approves", async () => {
    const { review, ada, grace, show } = await start();
    await expect(review("approve", ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(review("approve", key)).rejects.toThrow("An API key can't approve");
    await expect(review("request_changes", grace, "  ")).rejects.toMatchObject({ code: "bad_request" });
    await review("comment", key, "Checked by a script.");
    await review("comment", ada, "Thanks.");
    expect((await show(grace)).reviews.map(({ author, isCurrent }) => [author, isCurrent])).toEqual([
      ["Script", false],
      ["Ada", false],
    ]);
  });

  test("the approval of someone who contributed a commit takes back an objection but doesn't count", async () => {
    const { review, merge, show, grace, ada, commit, project, current } = await start({ requiredApprovals: 1 });
    await review("request_changes", grace, "Name the port.");
    const fix = await commit("next", { "more.mdx": "# More\n" });
    const { query } = host.deps.database;
    await recordContributors(query, project.id, [fix], [grace.id]);
    // A reviewer who pushes a colleague's commit to another branch doesn't become its author.
    await recordContributors(query, project.id, [fix], [ada.id]);
    const rest = await commit("next", { "rest.mdx": "# Rest\n" });
    // A commit that was first pushed with a key belongs to nobody.
    await recordContributors(query, project.id, [rest], []);
    await recordContributors(query, project.id, [rest], [ada.id]);
    expect(await listContributors(query, project.id, [rest])).toEqual(new Set());
    expect((await current()).headSha).not.toBe(fix);
    await review("approve", grace, "");
    expect(await show(ada)).toMatchObject({ approvals: 0, blockers: ["1 more approval required."] });
    expect((await show(ada)).reviews.at(-1)).toMatchObject({
      isCurrent: true,
      isOutdated: false,
      ignoredBecause: "Grace contributed to the changes",
    });
    await expect(merge(true)).rejects.toThrow("1 more approval required.");
  });

  test("a squash merge that changes nothing doesn't make the base someone's change", async () => {
    const { project, commit, grace } = await start();
    const base = await commit("draft", { "idea.mdx": "# Idea\n" });
    const sha = await commit("idea", { "idea.mdx": "# Idea\n" }, "The same idea");
    const { query } = host.deps.database;
    await recordContributors(query, project.id, [sha], [grace.id]);
    const request = { head: "idea", base: "draft", title: "Idea", body: "", author: "Ada" };
    const { number } = await openPullRequest(host.deps, project, request);
    const merge = { number, method: "squash", by: "Ada", isAdmin: false } as const;
    expect(await mergePullRequest(host.deps, project, merge)).toMatchObject({ mergeSha: base });
    expect(await listContributors(query, project.id, [base])).toEqual(new Set());
  });

  test("a squashed commit belongs to everyone who contributed to it", async () => {
    const { project, commit, git, grace } = await start();
    await git("update-ref", "refs/heads/draft", "refs/heads/main");
    const sha = await commit("idea", { "idea.mdx": "# Idea\n" });
    const { query } = host.deps.database;
    await recordContributors(query, project.id, [sha], [grace.id]);
    const request = { head: "idea", base: "draft", title: "Idea", body: "", author: "Ada" };
    const { number } = await openPullRequest(host.deps, project, request);
    const merge = { number, method: "squash", by: "Ada", isAdmin: false } as const;
    const { mergeSha } = await mergePullRequest(host.deps, project, merge);
    expect(await listContributors(query, project.id, [mergeSha ?? ""])).toEqual(new Set([grace.id]));
  });

  test.each([
    ["a viewer of the organization", "viewer", undefined],
    ["a viewer of the project", "editor", "viewer"],
    ["kept out of the project", "editor", "none"],
  ] as const)("the verdict of a reviewer who is now %s doesn't count", async (_, role, projectRole) => {
    const { review, merge, show, grace, ada, project } = await start({ requiredApprovals: 1 });
    await review("approve", grace, "");
    expect((await show(ada)).approvals).toBe(1);
    const { query } = host.deps.database;
    await query.updateTable("members").set({ role }).where("userId", "=", grace.id).execute();
    if (projectRole !== undefined) {
      const row = { projectId: project.id, userId: grace.id, role: projectRole, createdAt: 0 };
      await query.insertInto("projectRoles").values(row).execute();
    }
    const { approvals, reviews } = await show(ada);
    expect([approvals, reviews[0]?.ignoredBecause]).toEqual([0, "Grace is no longer an editor of this project"]);
    await expect(merge()).rejects.toThrow("1 more approval required.");
  });

  test("a branch that only admins can merge into requires that role but no review", async () => {
    const { merge, show, grace } = await start({ editorsPublish: false });
    expect((await show(grace)).blockers).toEqual(["Only admins can merge this pull request."]);
    await expect(merge()).rejects.toMatchObject({ code: "forbidden" });
    expect((await merge(true)).status).toBe("merged");
  });

  test("a review does not block merging into an unprotected branch", async () => {
    const { project, commit, git } = await start({ requiredApprovals: 2, editorsPublish: false });
    await git("update-ref", "refs/heads/draft", "refs/heads/main");
    await commit("idea", { "idea.mdx": "# Idea\n" });
    const request = { head: "idea", base: "draft", title: "Idea", body: "", author: "Ada" };
    const { number } = await openPullRequest(host.deps, project, request);
    const merged = await mergePullRequest(host.deps, project, { number, by: "Ada", isAdmin: false });
    expect(merged.status).toBe("merged");
  });

  test("anyone can answer or resolve a comment, only its author can edit it, and its replies outlive it", async () => {
    const { comment, change, remove, show, ada, grace } = await start();
    const first = await comment("Why?");
    const reply = await comment("Because.", { replyTo: first.number }, grace);
    const again = await comment("I see.", { replyTo: reply.number });
    expect([first.replyTo, reply.replyTo, again.replyTo]).toEqual([null, 1, 1]);
    await expect(change(1, { body: "Not mine" }, grace)).rejects.toMatchObject({ code: "forbidden" });
    expect((await change(1, { body: "Why so?" }, ada)).body).toBe("Why so?");
    await expect(change(2, { resolved: true }, ada)).rejects.toThrow("resolve comment 1 instead");
    expect(await change(1, { resolved: true }, grace)).toMatchObject({ resolvedBy: "Grace" });
    expect((await change(1, { resolved: false }, ada)).resolvedAt).toBeNull();
    await expect(remove(1, grace)).rejects.toMatchObject({ code: "forbidden" });
    await remove(1, ada);
    await expect(remove(1, ada)).rejects.toMatchObject({ code: "not_found" });
    await expect(comment("Hello?", { replyTo: 1 })).rejects.toThrow("comment 1 because it doesn't exist");
    const shown = (await show(grace)).comments;
    expect(shown.map(({ number, body, isDeleted, isOwn }) => [number, body, isDeleted, isOwn])).toEqual([
      [1, "", true, false],
      [2, "Because.", false, true],
      [3, "I see.", false, false],
    ]);
    await remove(2, { ...key, id: "key_2" });
    await remove(3, ada);
    expect((await show(grace)).comments).toEqual([]);
  });

  test("a comment on a line moves with the line and is outdated once the line has changed", async () => {
    const { project, current, comment, show, ada, commit } = await start();
    const place = async (side: "old" | "new", line: number) => {
      const pullRequest = await current();
      const request = { path: "start.mdx", side, line, sha: pullRequest.headSha };
      return findPlace(host.deps, { project, pullRequest, signal: never }, request);
    };
    await expect(place("new", 99)).rejects.toThrow("Line 99 of start.mdx isn't part of this change");
    const { headSha } = await current();
    await comment("Digits?", { place: await place("new", 5) });
    await comment("This was fine.", { place: await place("old", 5) });
    expect((await show(ada)).comments.map(({ place: at }) => at)).toEqual([
      { path: "start.mdx", side: "new", line: 5, sha: headSha, text: "2.", isOutdated: false },
      { path: "start.mdx", side: "old", line: 5, sha: headSha, text: "Two.", isOutdated: false },
    ]);
    await commit("next", { "start.mdx": page.replace("# Start", "# Start\n\nHello.").replace("Two", "2") });
    const moved = (await show(ada)).comments.map(({ place: at }) => [at?.line, at?.isOutdated]);
    expect(moved).toEqual([
      [7, false],
      [5, false],
    ]);
    const stale = { path: "start.mdx", side: "new" as const, line: 5, sha: headSha };
    const request = { project, pullRequest: await current(), signal: never };
    await expect(findPlace(host.deps, request, stale)).rejects.toMatchObject({ code: "conflict" });
    await commit("next", { "start.mdx": page.replace("Two", "Too") });
    expect((await show(ada)).comments.map(({ place: at }) => [at?.line, at?.isOutdated])).toEqual([
      [5, true],
      [5, false],
    ]);
  });

  test("a file stays viewed until it changes", async () => {
    const { current, show, ada, grace, commit } = await start();
    const viewed = async (caller: Caller) => (await show(caller)).files.map(({ isViewed }) => isViewed);
    const [file] = (await show(ada)).files;
    const { id } = await current();
    await putViewedFile(host.deps.database.query, id, ada.id, { path: "start.mdx", blob: file?.blob ?? "" }, 1);
    expect([await viewed(ada), await viewed(grace)]).toEqual([[true], [false]]);
    await commit("next", { "start.mdx": page.replace("Two", "II") });
    expect(await viewed(ada)).toEqual([false]);
  });

  test("a pushed branch is listed with its changes and a title from its commits", async () => {
    const { project, commit, number } = await start();
    await commit("fix/some-typos", { "new-name.mdx": "# Same\n\nText that stays.\n" }, "Fix a typo\n\nIn a name.");
    const { branches } = await listPushedBranches(host.deps, project);
    expect(new Map(branches.map((branch) => [branch.name, branch.pullRequest]))).toEqual(
      new Map([
        ["fix/some-typos", null],
        ["next", number],
        ["main", null],
      ]),
    );
    const one = await proposePullRequest(host.deps, project, { head: "fix/some-typos" });
    expect(one).toMatchObject({ title: "Fix a typo", body: "In a name.", base: "main", conflicts: [] });
    expect(one.files).toEqual([expect.objectContaining({ path: "new-name.mdx", status: "added", additions: 3 })]);
    await commit(
      "fix/some-typos",
      { "new-name.mdx": undefined, "renamed.mdx": "# Same\n\nText that stays.\n" },
      "Rename",
    );
    const two = await proposePullRequest(host.deps, project, { head: "fix/some-typos", path: "renamed.mdx" });
    expect(two).toMatchObject({ title: "Some typos", body: "- Fix a typo\n- Rename" });
    expect(two.files[0]?.patch).toContain("+# Same");
    await expect(proposePullRequest(host.deps, project, { head: "nowhere" })).rejects.toThrow("has no branch nowhere");
  });
});
