import Type, { type Static } from "typebox";
import { compileSchema } from "../platform/compile-schema.ts";
import { toPushedCommit } from "../updates/update.ts";
import {
  Address,
  checkPayload,
  MaybeAddress,
  MaybeName,
  MaybeSha,
  MaybeText,
  MaybeUserId,
  Ref,
  Sha,
  Word,
} from "./read-payload.ts";
import { readPush, toPrintable, toRemotePullRequest, type WebhookEvent } from "./webhook-event.ts";

// An administrator can use different hosts for git and for the web, and people copy either address.
const Repository = Type.Object({ git_http_url: Address, web_url: Address });

const kind = compileSchema(Type.Object({ object_kind: Type.Optional(Word) }));

const push = compileSchema(
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
const mergeRequest = compileSchema(MergeRequestSchema);
const release = compileSchema(
  Type.Object({ action: Type.Optional(Word), tag: Ref, name: MaybeText, description: MaybeText, project: Repository }),
);
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Subject = Type.Optional(Type.Object({ iid: Id, title: MaybeText, description: MaybeText }));

const note = compileSchema(
  Type.Object({
    user: Type.Object({ id: Id, name: MaybeName, username: MaybeName }),
    project: Repository,
    merge_request: Subject,
    issue: Subject,
    object_attributes: Type.Object({
      id: Id,
      note: MaybeText,
      action: Type.Optional(Word),
      system: Type.Optional(Type.Boolean()),
      discussion_id: Type.Optional(Type.Union([Word, Type.Null()])),
      position: Type.Optional(
        Type.Union([
          Type.Object({ new_path: Ref, new_line: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
          Type.Null(),
        ]),
      ),
    }),
  }),
);

const pipeline = compileSchema(
  Type.Object({
    object_attributes: Type.Object({ status: Word, ref: Ref }),
    project: Repository,
    builds: Type.Optional(
      Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          status: Word,
          allow_failure: Type.Optional(Type.Boolean()),
          failure_reason: MaybeText,
        }),
      ),
    ),
  }),
);
const openingActions = ["open", "reopen"];
const closingActions = ["close", "merge"];
const textLengthMax = 10_000;

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

/** A comment on an issue, a merge request or a line of its diff. */
function readGitlabComment(payload: unknown): WebhookEvent {
  const { user, project, merge_request, issue, object_attributes: given } = checkPayload(note, payload);
  const about = merge_request ?? issue;
  // GitLab before 16.11 doesn't name the action, and sends no event for changed comments.
  if (about === undefined || given.system === true || (given.action ?? "create") !== "create") {
    return { kind: "other", name: "note" };
  }
  const { discussion_id, position } = given;
  return {
    kind: "comment",
    repositories: addressesOf(project),
    comment: {
      id: `note-${given.id}`,
      on: merge_request === undefined ? "issue" : "pull-request",
      number: about.iid,
      title: toPrintable(about.title),
      account: String(user.id),
      author: toPrintable(user.name ?? user.username),
      text: (given.note ?? "").slice(0, textLengthMax),
      about: merge_request === undefined ? (about.description ?? "").slice(0, textLengthMax) : undefined,
      thread: discussion_id ?? undefined,
      place: position ? { path: position.new_path, line: position.new_line ?? null, excerpt: "" } : undefined,
    },
  };
}

/** The first job that made a pipeline fail. */
function readGitlabPipeline(payload: unknown): WebhookEvent {
  const { object_attributes: given, project, builds = [] } = checkPayload(pipeline, payload);
  const failed = builds.find(({ status, allow_failure }) => status === "failed" && allow_failure !== true);
  if (given.status !== "failed" || failed === undefined) return { kind: "other", name: `pipeline ${given.status}` };
  const { id, name, failure_reason } = failed;
  const url = `${project.web_url}/-/jobs/${id}`;
  const check = { branch: given.ref, name: toPrintable(name), url, report: failure_reason ?? "", id };
  return { kind: "check-failed", repositories: addressesOf(project), check };
}

function addressesOf({ git_http_url, web_url }: Static<typeof Repository>): string[] {
  return [git_http_url, web_url];
}
