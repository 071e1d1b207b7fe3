import { expect, test } from "vitest";
import { gitlabMergeRequest, gitlabPush, gitlabRepository, noCommit } from "../../test/webhooks/payloads.ts";
import { readGitlabEvent } from "./read-gitlab-event.ts";

const repositories = [`${gitlabRepository}.git`, gitlabRepository];

test("a push names its branch and its author", () => {
  const [sha, from] = ["da1560886d4f094c3e6c9ef40349f7d38b5d27d7", "95790bf891e76fee5e1747ab589903a6a1f80f22"];
  const commits = [
    { id: from, message: "Earlier" },
    { id: sha, message: "Say it better\n" },
  ];
  expect(readGitlabEvent("Push Hook", gitlabPush({ ref: "refs/heads/docs/größe", commits }))).toEqual({
    kind: "push",
    repositories,
    branch: "docs/größe",
    author: {
      name: "John Smith",
      avatarUrl: "https://s.gravatar.com/avatar/d4c74594d841139328695756648b6bd6?s=80",
      githubUserId: 4,
    },
    pushed: { sha, from, message: "Say it better" },
  });
});

test("a push reported by a system hook is recognized", () => {
  expect(readGitlabEvent("System Hook", gitlabPush())).toMatchObject({ kind: "push", branch: "main" });
});

test("an author without an avatar is still an author", () => {
  expect(readGitlabEvent("Push Hook", gitlabPush({ user_avatar: null, user_id: null }))).toMatchObject({
    author: { name: "John Smith", avatarUrl: null, githubUserId: null },
  });
});

test("a push without a commit reports a deleted branch", () => {
  const push = gitlabPush({ ref: "refs/heads/topic", after: noCommit, checkout_sha: null });
  expect(readGitlabEvent("Push Hook", push)).toEqual({ kind: "branch-deleted", repositories, branch: "topic" });
});

test.each(["close", "merge"])("%s ends a merge request", (action) => {
  expect(readGitlabEvent("Merge Request Hook", gitlabMergeRequest(action, "topic"))).toEqual({
    kind: "pull-request-closed",
    repositories,
    branch: "topic",
  });
});

test("an opened merge request names its branch", () => {
  expect(readGitlabEvent("Merge Request Hook", gitlabMergeRequest("open", "topic"))).toMatchObject({
    kind: "pull-request-opened",
    branch: "topic",
  });
});

test("a merge request from a deleted fork has no repository", () => {
  expect(readGitlabEvent("Merge Request Hook", gitlabMergeRequest("close", "topic", null))).toMatchObject({
    repositories: [],
  });
});

test.each([
  ["Tag Push Hook", gitlabPush({ object_kind: "tag_push", ref: "refs/tags/main" })],
  ["Push Hook", gitlabPush({ ref: "refs/tags/main" })],
  ["Merge Request Hook", gitlabMergeRequest("approved", "topic")],
  ["Merge Request Hook", gitlabMergeRequest(undefined, "topic")],
  ["Job Hook", { object_kind: "build" }],
  ["System Hook", { event_name: "user_create" }],
])("the event %s is ignored (%#)", (name, payload) => {
  expect(readGitlabEvent(name, payload)).toMatchObject({ kind: "other" });
});

test.each([
  null,
  [],
  7,
  { object_kind: 7 },
  { object_kind: "push" },
  { object_kind: "merge_request" },
  gitlabPush({ project: undefined }),
  gitlabPush({ ref: "" }),
  gitlabPush({ user_id: "4" }),
])("a malformed payload is refused (%#)", (payload) => {
  expect(() => readGitlabEvent("Push Hook", payload)).toThrow(expect.objectContaining({ code: "bad_request" }));
});

test("a release is reported when it is created, and not when it is changed", () => {
  const { project } = gitlabPush();
  const payload = { object_kind: "release", tag: "v2.0", name: "Two", description: "New: kettles.", project };
  const release = { tag: "v2.0", name: "Two", notes: "New: kettles." };
  const created = { kind: "release", repositories, release };
  expect(readGitlabEvent("Release Hook", { ...payload, action: "create" })).toEqual(created);
  const other = { kind: "other", name: "release update" };
  expect(readGitlabEvent("Release Hook", { ...payload, action: "update" })).toEqual(other);
});
