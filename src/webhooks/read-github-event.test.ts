import { expect, test } from "vitest";
import {
  githubDelete,
  githubInstallation,
  githubInstallationRepositories,
  githubPing,
  githubPullRequest,
  githubPush,
  githubRepository,
  noCommit,
} from "../../test/webhooks/payloads.ts";
import { readGithubEvent } from "./read-github-event.ts";

const repositories = [`${githubRepository}.git`];
const author = {
  name: "Codertocat",
  avatarUrl: "https://avatars1.githubusercontent.com/u/21031067?v=4",
  githubUserId: 21031067,
};

test.each(["main", "docs/größe", "功能/中文", "🚀", "a/refs/heads/b", "Main"])(
  "a push to the branch %s is recognized",
  (branch) => {
    const pushed = {
      sha: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1",
      from: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
      message: "Say it better",
    };
    const push = { kind: "push", repositories, branch, author, pushed };
    expect(readGithubEvent("push", githubPush({ ref: `refs/heads/${branch}` }))).toEqual(push);
    expect(readGithubEvent("push", githubPush({ ref: `refs/heads/${branch}`, forced: true }))).toEqual(push);
  },
);

test("a push that creates a branch or has no usable commit is still recognized as a push", () => {
  const pushed = { sha: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1" };
  const created = githubPush({ before: noCommit, head_commit: null });
  expect(readGithubEvent("push", created)).toMatchObject({ kind: "push", pushed: { ...pushed, from: undefined } });
  const odd = githubPush({ after: "--upload-pack=sh", before: undefined });
  expect(readGithubEvent("push", odd)).toMatchObject({ kind: "push", pushed: undefined });
});

test("a push of a tag is not a push of a branch, even if the tag is deleted", () => {
  const other = { kind: "other", name: "push of a tag" };
  expect(readGithubEvent("push", githubPush({ ref: "refs/tags/main" }))).toEqual(other);
  expect(readGithubEvent("push", githubPush({ ref: "refs/tags/main", after: noCommit, deleted: true }))).toEqual(other);
});

test("a push without a commit and a separate event both report a deleted branch", () => {
  const deleted = { kind: "branch-deleted", repositories, branch: "topic" };
  const push = githubPush({ ref: "refs/heads/topic", after: noCommit, deleted: true, head_commit: null });
  expect(readGithubEvent("push", push)).toEqual(deleted);
  expect(readGithubEvent("delete", githubDelete("topic", "branch"))).toEqual(deleted);
  expect(readGithubEvent("delete", githubDelete("v1", "tag"))).toMatchObject({ kind: "other" });
});

test("an opened or closed pull request names its branch's repository", () => {
  const fork = "https://github.com/stranger/Hello-World.git";
  expect(readGithubEvent("pull_request", githubPullRequest("closed", "topic", fork))).toEqual({
    kind: "pull-request-closed",
    repositories: [fork],
    branch: "topic",
  });
  expect(readGithubEvent("pull_request", githubPullRequest("closed", "topic", null))).toMatchObject({
    repositories: [],
  });
  expect(readGithubEvent("pull_request", githubPullRequest("opened", "topic", fork))).toEqual({
    kind: "pull-request-opened",
    repositories: [fork],
    branch: "topic",
  });
  expect(readGithubEvent("pull_request", githubPullRequest("labeled", "topic", fork))).toMatchObject({ kind: "other" });
});

test("an installation names the repositories it gives access to", () => {
  const given = { kind: "installation", repositories: [githubRepository] };
  const name = "Codertocat/Hello-World";
  expect(readGithubEvent("installation", githubInstallation("created", name))).toEqual(given);
  expect(readGithubEvent("installation", githubInstallation("unsuspend", name))).toEqual(given);
  const added = githubInstallationRepositories("added", name);
  expect(readGithubEvent("installation_repositories", added)).toEqual(given);
});

test.each([
  ["installation", githubInstallation("deleted", "Codertocat/Hello-World")],
  ["installation", githubInstallation("suspend", "Codertocat/Hello-World")],
  ["installation_repositories", githubInstallationRepositories("removed", "Codertocat/Hello-World")],
  ["issues", { action: "opened" }],
  ["star", null],
])("the event %s is ignored", (name, payload) => {
  expect(readGithubEvent(name, payload)).toMatchObject({ kind: "other" });
});

test("a ping is recognized", () => {
  expect(readGithubEvent("ping", githubPing)).toEqual({ kind: "ping" });
});

test.each([
  ["without a sender", { sender: undefined }, { name: "Codertocat", avatarUrl: null, githubUserId: null }],
  ["without anybody", { sender: undefined, pusher: undefined }, null],
  ["with an empty name", { sender: { login: " \u0000\n" } }, null],
  ["with control characters", { sender: { login: "a\u0000\u001b[31mb" } }, { name: "a [31mb" }],
  ["with a script as avatar", { sender: { login: "a", avatar_url: "javascript:alert(1)" } }, { avatarUrl: null }],
  ["with a bot", { sender: { login: "dependabot[bot]", id: 49699333 } }, { githubUserId: 49699333 }],
])("the author is read from a push %s", (_name, changes, expected) => {
  const event = readGithubEvent("push", githubPush(changes));
  expect(event.kind === "push" && event.author).toEqual(expected === null ? null : expect.objectContaining(expected));
});

test.each([
  ["push", null],
  ["push", []],
  ["push", "text"],
  ["push", githubPush({ ref: undefined })],
  ["push", githubPush({ ref: 7 })],
  ["push", githubPush({ ref: "refs/heads/".padEnd(2_000, "x") })],
  ["push", githubPush({ after: null })],
  ["push", githubPush({ repository: {} })],
  ["push", githubPush({ sender: { login: "x".repeat(1_000) } })],
  ["push", githubPush({ sender: { login: "x", id: 1.5 } })],
  ["pull_request", { action: "closed" }],
  ["delete", { ref: "topic" }],
  ["installation", { action: "created" }],
  ["installation", githubInstallation("created", "//evil.example/x")],
])("a malformed %s event is refused (%#)", (name, payload) => {
  expect(() => readGithubEvent(name, payload)).toThrow(expect.objectContaining({ code: "bad_request" }));
});

test("a release is reported when it is published, and not when it is drafted or edited", () => {
  const release = { tag_name: "v2.0", name: null, body: "New: kettles." };
  const payload = (action: string) => ({ action, release, repository: { clone_url: `${githubRepository}.git` } });
  const published = { tag: "v2.0", name: "v2.0", notes: "New: kettles." };
  expect(readGithubEvent("release", payload("published"))).toEqual({
    kind: "release",
    repositories,
    release: published,
  });
  expect(readGithubEvent("release", payload("edited"))).toEqual({ kind: "other", name: "release edited" });
});
