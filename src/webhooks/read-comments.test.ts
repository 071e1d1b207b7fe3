import { expect, test } from "vitest";
import { githubCheckRun, githubComment, githubLineComment } from "../../test/webhooks/payloads.ts";
import { readGithubEvent } from "./read-github-event.ts";
import { readGitlabEvent } from "./read-gitlab-event.ts";

const at = { clone_url: "https://github.com/acme/docs.git" };
const repositories = [at.clone_url];
const said = { number: 7, id: 3, login: "grace", body: "Say when." };

test("a comment on a line names its lines and its thread", () => {
  expect(readGithubEvent("pull_request_review_comment", githubLineComment(at, said))).toMatchObject({
    kind: "comment",
    repositories,
    comment: {
      id: "line-3",
      on: "pull-request",
      number: 7,
      account: "grace",
      thread: "3",
      place: { path: "guides/start.mdx", line: 5, excerpt: expect.stringContaining("+How to begin: now.") },
    },
  });
});

test("a comment on an issue is told from one on a pull request", () => {
  const onIssue = githubComment(at, said);
  expect(readGithubEvent("issue_comment", onIssue)).toMatchObject({
    comment: { on: "issue", about: "It is unclear.", text: "Say when." },
  });
  const issue = { number: 7, title: "Say when", body: null, pull_request: { url: "https://api.github.com/pulls/7" } };
  expect(readGithubEvent("issue_comment", { ...onIssue, issue })).toMatchObject({ comment: { on: "pull-request" } });
});

test("changed comments, bots and reviews without text ask for nothing", () => {
  const comment = githubComment(at, said);
  const byBot = { ...(comment.comment as object), user: { login: "ci[bot]", type: "Bot" } };
  const review = {
    action: "submitted",
    pull_request: { number: 7, title: "t" },
    review: { id: 9, body: "", user: { login: "grace" } },
    sender: { login: "grace" },
    repository: at,
  };
  const kinds = [
    readGithubEvent("issue_comment", { ...comment, action: "edited" }),
    readGithubEvent("issue_comment", { ...comment, comment: byBot }),
    readGithubEvent("pull_request_review", review),
  ].map(({ kind }) => kind);
  expect(kinds).toEqual(["other", "other", "other"]);
  const withText = { ...review, review: { ...review.review, body: "Too long." } };
  expect(readGithubEvent("pull_request_review", withText)).toMatchObject({
    comment: { id: "review-9", text: "Too long." },
  });
});

test("a review on Gitea has to be read on the host, and each has an ID of its own", () => {
  const review = (content: string) => ({
    action: "reviewed",
    pull_request: { number: 7, title: "t", body: "" },
    review: { type: "pull_request_review_comment", content },
    sender: { login: "grace" },
    repository: at,
  });
  const [first, second] = ["Too long.", ""].map((text) => readGithubEvent("pull_request_comment", review(text)));
  expect(first).toMatchObject({ kind: "comment", comment: { isReview: true, text: "Too long.", account: "grace" } });
  expect(second).toMatchObject({ kind: "comment", comment: { isReview: true, text: "" } });
  expect(JSON.stringify(first)).not.toBe(JSON.stringify(second));
});

test("failed checks name their branch and what they say", () => {
  const failed = githubCheckRun(at, { branch: "agent/job_1", name: "lint", summary: "Too long." });
  expect(readGithubEvent("check_run", failed)).toEqual({
    kind: "check-failed",
    repositories,
    check: {
      branch: "agent/job_1",
      name: "lint",
      url: "https://github.com/Codertocat/Hello-World/runs/4",
      report: "Failed\n\nToo long.",
      id: 4,
    },
  });
  const status = {
    state: "failure",
    context: "ci",
    description: "Broken",
    target_url: null,
    branches: [{ name: "b" }],
  };
  expect(readGithubEvent("status", { ...status, repository: at })).toMatchObject({
    kind: "check-failed",
    check: { branch: "b", name: "ci", report: "Broken", url: null },
  });
  expect(readGithubEvent("status", { ...status, state: "success", repository: at }).kind).toBe("other");
});

test("a failed job of Actions names its number, with which its log is read", () => {
  const job = {
    id: 9,
    name: "build",
    conclusion: "failure",
    html_url: "https://git.example/9",
    head_branch: "agent/job_1",
    head_sha: "c0ffee",
  };
  expect(readGithubEvent("workflow_job", { action: "completed", workflow_job: job, repository: at })).toMatchObject({
    kind: "check-failed",
    check: { branch: "agent/job_1", sha: "c0ffee", name: "build", url: "https://git.example/9", report: "", id: 9 },
  });
  const going = { ...job, conclusion: null };
  expect(readGithubEvent("workflow_job", { action: "queued", workflow_job: going, repository: at }).kind).toBe("other");
});

test("GitLab's notes and pipelines say the same", () => {
  const project = { git_http_url: "https://gitlab.com/acme/docs.git", web_url: "https://gitlab.com/acme/docs" };
  const note = {
    object_kind: "note",
    user: { id: 5, name: "Grace", username: "grace" },
    project,
    merge_request: { iid: 7, title: "Say when", description: "" },
    object_attributes: {
      id: 3,
      note: "Say noon.",
      action: "create",
      discussion_id: "d1",
      position: { new_path: "a.mdx", new_line: 4 },
    },
  };
  expect(readGitlabEvent("Note Hook", note)).toMatchObject({
    comment: { id: "note-3", on: "pull-request", number: 7, account: "5", author: "Grace", thread: "d1" },
  });
  const system = { ...note.object_attributes, system: true };
  expect(readGitlabEvent("Note Hook", { ...note, object_attributes: system }).kind).toBe("other");
  const pipeline = {
    object_kind: "pipeline",
    object_attributes: { status: "failed", ref: "agent/job_1" },
    project,
    builds: [
      { id: 1, name: "optional", status: "failed", allow_failure: true },
      { id: 2, name: "lint", status: "failed", failure_reason: "script_failure" },
    ],
  };
  expect(readGitlabEvent("Pipeline Hook", pipeline)).toMatchObject({
    kind: "check-failed",
    check: { branch: "agent/job_1", name: "lint", id: 2, url: `${project.web_url}/-/jobs/2`, report: "script_failure" },
  });
});
