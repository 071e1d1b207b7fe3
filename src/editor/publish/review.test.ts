import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../../test/support/database.ts";
import { eventsOf } from "../../../test/support/events-of.ts";
import type { HostedProject } from "../../../test/support/hosted-project.ts";
import { startPage as page } from "../../../test/support/pull-request-host.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";
import { listComments } from "../../pull-requests/comment-store.ts";
import { listContributors } from "../../pull-requests/contributor-store.ts";
import { closePullRequest } from "../../pull-requests/end-pull-request.ts";
import { getPullRequest } from "../../pull-requests/get-pull-request.ts";
import { mergePullRequest } from "../../pull-requests/merge-pull-request.ts";
import type { EditorDraft } from "../draft.ts";
import { putDraftFile } from "../store.ts";
import { createFollowReview } from "./follow-review.ts";
import { startPublishing } from "./publish-test-support.ts";

const never = new AbortController().signal;

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPublishing>>;
  beforeAll(async () => {
    host = await startPublishing(dialect);
  });
  afterAll(() => host.stop());

  const follow = async ({ project }: HostedProject, draft: EditorDraft) =>
    createFollowReview(host.deps)({ project, draft: await host.again(draft), signal: never });

  async function inReview() {
    const { hosted, project, draft } = await host.startChangedDraft();
    const { number, url } = await host.review(project, draft, { title: "Say 1", message: "Shorter." });
    return { hosted, draft, number, url };
  }

  test("a review is one commit on the draft's branch and a pull request by the person", async () => {
    const { hosted, draft, number, url } = await inReview();
    const { branch } = draft;
    expect(await hosted.git("log", "--format=%an|%s", `main..${branch}`)).toBe("Ada Lovelace|Say 1");
    expect(await hosted.git("rev-parse", "main")).toBe(draft.baseSha);
    expect(await getPullRequest(host.deps, hosted.project, number)).toMatchObject({
      title: "Say 1",
      body: "Shorter.",
      head: branch,
      base: "main",
      status: "open",
      // The person's own approval doesn't count.
      author: "Ada Lovelace",
      authorId: "usr_ada",
    });
    expect(await host.again(draft)).toMatchObject({
      status: "review",
      title: "Say 1",
      pullRequest: { number, url },
      headSha: await hosted.git("rev-parse", branch),
    });
    expect((await eventsOf(host.deps.database, hosted.project.id)).map(({ type }) => type)).toContain(
      "pull_request.opened",
    );
  });

  test("everyone who changed a file of the draft contributed to its commit", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    const { query } = host.deps.database;
    for (const file of await host.files(draft)) {
      await putDraftFile(query, draft.id, file, { id: "usr_grace", now: 0 });
    }
    await host.review(project, draft, { person: { ...host.ada, id: "usr_linus" } });
    const sha = await hosted.git("rev-parse", draft.branch);
    expect(await listContributors(query, project.id, [sha])).toEqual(new Set(["usr_ada", "usr_grace", "usr_linus"]));
  });

  test("requesting a review again adds one commit to the same pull request, or none without changes", async () => {
    const { hosted, draft, number } = await inReview();
    const { project } = hosted;
    const first = await hosted.git("rev-parse", draft.branch);
    expect((await host.review(project, draft)).number).toBe(number);
    expect(await hosted.git("rev-parse", draft.branch)).toBe(first);
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1!") });
    await host.review(project, draft, { title: "Say it louder" });
    expect(await hosted.git("log", "--format=%s", `${first}..${draft.branch}`)).toBe("Say it louder");
    expect((await getPullRequest(host.deps, project, number)).headSha).toBe(
      await hosted.git("rev-parse", draft.branch),
    );
  });

  test("a review merges a moved base branch into the draft's branch", async () => {
    const { hosted, draft } = await inReview();
    const { project } = hosted;
    const tip = await hosted.commit("main", { "start.mdx": page.replace("Three.", "3.") });
    await host.review(project, draft, { title: "Merge main" });
    expect(await hosted.git("merge-base", "main", draft.branch)).toBe(tip);
    expect(await hosted.git("diff", "--numstat", "main", draft.branch)).toBe("1\t1\tstart.mdx");
  });

  test("a review never overwrites commits of other people on the draft's branch", async () => {
    const { hosted, draft } = await inReview();
    const { project } = hosted;
    const theirs = await hosted.commit(draft.branch, { "other.mdx": "# Other\n" });
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1!") });
    await expect(host.review(project, draft)).rejects.toThrow("outside of the editor");
    expect(await hosted.git("rev-parse", draft.branch)).toBe(theirs);
    expect((await host.files(draft))[0]?.content).toBe(page.replace("One.", "1!"));
  });

  test("a draft in review is published by merging its pull request", async () => {
    const { hosted, draft, number } = await inReview();
    await expect(host.publish(hosted.project, draft)).rejects.toThrow("publish it on the page of its pull request");
    await mergePullRequest(host.deps, hosted.project, { number, method: "squash", by: "Grace", isAdmin: true });
    expect((await follow(hosted, draft)).status).toBe("published");
  });

  test("a person who looks while someone else ends the review sees that the draft is published", async () => {
    const { hosted, draft, number } = await inReview();
    await mergePullRequest(host.deps, hosted.project, { number, method: "squash", by: "Grace", isAdmin: true });
    const inReviewStill = await host.again(draft);
    const look = () => createFollowReview(host.deps)({ project: hosted.project, draft: inReviewStill, signal: never });
    expect((await look()).status).toBe("published");
    expect((await look()).status).toBe("published");
  });

  test("changes that weren't in the merged pull request stay in an open draft", async () => {
    const { hosted, draft, number } = await inReview();
    await host.write(hosted.project, draft, { "later.mdx": "# Later\n" });
    await mergePullRequest(host.deps, hosted.project, { number, by: "Grace", isAdmin: true });
    expect(await follow(hosted, draft)).toMatchObject({
      status: "open",
      pullRequest: null,
      baseSha: await hosted.git("rev-parse", "main"),
    });
    expect((await host.files(draft)).map(({ path }) => path)).toEqual(["later.mdx"]);
  });

  test("closing the pull request reopens the draft for another review", async () => {
    const { hosted, draft, number } = await inReview();
    const { project } = hosted;
    const pullRequest = await getPullRequest(host.deps, project, number);
    await host.deps.database.transaction((tx) => closePullRequest(host.deps, tx, project, pullRequest, "Grace"));
    expect(await follow(hosted, draft)).toMatchObject({ status: "open", pullRequest: null });
    expect((await host.review(project, draft)).number).toBe(number + 1);
  });

  test("open comments are in the pull request's description and become its threads", async () => {
    const { project, draft } = await host.startChangedDraft();
    const comment: DraftCommentRow = {
      id: `dcm_${draft.id}_1`,
      draftId: draft.id,
      path: "start.mdx",
      parentId: null,
      kind: "comment",
      anchor: null,
      body: "Really, @team?\nYes.",
      replacement: null,
      authorId: "usr_g",
      authorName: "Grace",
      status: "open",
      endedBy: null,
      createdAt: 0,
      updatedAt: 0,
    };
    const { query } = host.deps.database;
    await query
      .insertInto("draftComments")
      .values([
        comment,
        { ...comment, id: `dcm_${draft.id}_2`, parentId: comment.id, body: "Sure.", authorName: "Ada" },
        { ...comment, id: `dcm_${draft.id}_3`, status: "resolved", body: "Done." },
      ])
      .execute();
    const { number } = await host.review(project, draft, { message: "Shorter." });
    const pullRequest = await getPullRequest(host.deps, project, number);
    expect(pullRequest.body).toBe("Shorter.\n\n**1 open comment**\n\n- `start.mdx`: Grace: Really, @\u200bteam? Yes.");
    const [kept] = await listComments(query, pullRequest.id);
    expect(kept?.body).toContain("> **Grace**: Really, @\u200bteam?\n> Yes.\n\n> **Ada**: Sure.");
    expect(kept?.body).not.toContain("Done.");
  });
});
