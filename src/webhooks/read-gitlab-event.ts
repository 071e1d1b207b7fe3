import Type, { type Static } from "typebox";
import { toPushedCommit } from "../updates/update.ts";
import { readGitlabComment, readGitlabPipeline } from "./read-gitlab-comment.ts";
import {
  Address,
  checkPayload,
  compilePayload,
  MaybeAddress,
  MaybeName,
  MaybeSha,
  MaybeText,
  MaybeUserId,
  Ref,
  Sha,
  Word,
} from "./read-payload.ts";
import { readPush, toRemotePullRequest, type WebhookEvent } from "./webhook-event.ts";

// An administrator can use different hosts for git and for the web, and people copy either address.
const Repository = Type.Object({ git_http_url: Address, web_url: Address });

const kind = compilePayload(Type.Object({ object_kind: Type.Optional(Word) }));

const push = compilePayload(
  Type.Object({
    ref: Ref,
    before: MaybeSha,
    after: Sha,
    commits: Type.Optional(Type.Array(Type.Object({ id: MaybeSha, message: MaybeText }))),
    project: Repository,
    user_name: MaybeName,
    user_avatar: MaybeAddress,
    user_id: MaybeUserId,
  }),
);

const MergeRequestSchema = Type.Object({
  user: Type.Optional(Type.Object({ name: MaybeName })),
  object_attributes: Type.Object({
    iid: Type.Optional(Type.Integer({ minimum: 1 })),
    title: MaybeText,
    url: MaybeAddress,
    target_branch: Type.Optional(Ref),
    target: Type.Optional(Type.Union([Repository, Type.Null()])),
    // Missing if the system changed the merge request, not a person.
    action: Type.Optional(Word),
    source_branch: Ref,
    last_commit: Type.Optional(Type.Union([Type.Object({ id: MaybeSha, message: MaybeText }), Type.Null()])),
    // Null if the repository was a fork that no longer exists.
    source: Type.Union([Repository, Type.Null()]),
  }),
});
const mergeRequest = compilePayload(MergeRequestSchema);
const release = compilePayload(
  Type.Object({ action: Type.Optional(Word), tag: Ref, name: MaybeText, description: MaybeText, project: Repository }),
);
const openingActions = ["open", "reopen"];
const closingActions = ["close", "merge"];

/** `name` comes from the header `X-Gitlab-Event`, but the event of a system hook is only named in the payload. */
export function readGitlabEvent(name: string, payload: unknown): WebhookEvent {
  switch (checkPayload(kind, payload).object_kind) {
    case "push": {
      const { ref, before, after, project, commits = [], ...user } = checkPayload(push, payload);
      const account = { name: user.user_name, avatarUrl: user.user_avatar, id: user.user_id };
      const message = commits.find(({ id }) => id === after)?.message ?? undefined;
      return readPush({ ref, before, after, message, repositories: addressesOf(project), account });
    }
    case "tag_push":
      return { kind: "other", name: "push of a tag" };
    case "release": {
      const { action = "", tag, name: title, description, project } = checkPayload(release, payload);
      if (action !== "create") return { kind: "other", name: `release ${action}` };
      const published = { tag, name: title || tag, notes: description ?? "" };
      return { kind: "release", repositories: addressesOf(project), release: published };
    }
    case "note":
      return readGitlabComment(payload);
    case "pipeline":
      return readGitlabPipeline(payload);
    case "merge_request":
      return readMergeRequest(checkPayload(mergeRequest, payload));
    default:
      return { kind: "other", name };
  }
}

function readMergeRequest({ object_attributes, user }: Static<typeof MergeRequestSchema>): WebhookEvent {
  const { action = "update", source_branch, source, last_commit: last } = object_attributes;
  const repositories = source === null ? [] : addressesOf(source);
  const { iid, title, url, target_branch, target } = object_attributes;
  const isClosing = closingActions.includes(action);
  const pullRequest = toRemotePullRequest({
    repositories: target ? addressesOf(target) : repositories,
    number: iid,
    title,
    url,
    base: target_branch ?? null,
    // The payload names only the person who acted. That is the author if the merge request was just opened.
    author: action === "open" ? (user?.name ?? null) : null,
    isMerged: action === "merge",
    endedBy: isClosing ? (user?.name ?? null) : null,
  });
  if (openingActions.includes(action)) {
    const pushed = toPushedCommit({ sha: last?.id, message: last?.message ?? undefined });
    return { kind: "pull-request-opened", repositories, branch: source_branch, pushed, pullRequest };
  }
  return isClosing
    ? { kind: "pull-request-closed", repositories, branch: source_branch, pullRequest }
    : { kind: "other", name: `merge_request ${action}` };
}

function addressesOf({ git_http_url, web_url }: Static<typeof Repository>): string[] {
  return [git_http_url, web_url];
}
