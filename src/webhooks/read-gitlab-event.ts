import Type, { type Static } from "typebox";
import {
  Address,
  checkPayload,
  compilePayload,
  MaybeAddress,
  MaybeName,
  MaybeUserId,
  Ref,
  Sha,
  Word,
} from "./read-payload.ts";
import { readPush, type WebhookEvent } from "./webhook-event.ts";

// An administrator can set the git address to another host than the web address, and people copy either.
const Repository = Type.Object({ git_http_url: Address, web_url: Address });

const kind = compilePayload(Type.Object({ object_kind: Type.Optional(Word) }));

const push = compilePayload(
  Type.Object({
    ref: Ref,
    after: Sha,
    project: Repository,
    user_name: MaybeName,
    user_avatar: MaybeAddress,
    user_id: MaybeUserId,
  }),
);

const MergeRequestSchema = Type.Object({
  object_attributes: Type.Object({
    // Missing if the system changed the merge request, not a person.
    action: Type.Optional(Word),
    source_branch: Ref,
    // Null if it was a fork that no longer exists.
    source: Type.Union([Repository, Type.Null()]),
  }),
});
const mergeRequest = compilePayload(MergeRequestSchema);
const openingActions = ["open", "reopen"];
const closingActions = ["close", "merge"];

/** `name` comes from the header `X-Gitlab-Event`, but only the payload tells what a system hook is about. */
export function readGitlabEvent(name: string, payload: unknown): WebhookEvent {
  switch (checkPayload(kind, payload).object_kind) {
    case "push": {
      const { ref, after, project, user_name: name, user_avatar: avatarUrl, user_id: id } = checkPayload(push, payload);
      return readPush({ ref, after, repositories: addressesOf(project), account: { name, avatarUrl, id } });
    }
    case "tag_push":
      return { kind: "other", name: "push of a tag" };
    case "merge_request":
      return readMergeRequest(checkPayload(mergeRequest, payload));
    default:
      return { kind: "other", name };
  }
}

function readMergeRequest({ object_attributes }: Static<typeof MergeRequestSchema>): WebhookEvent {
  const { action = "update", source_branch, source } = object_attributes;
  const repositories = source === null ? [] : addressesOf(source);
  if (openingActions.includes(action)) {
    return { kind: "pull-request-opened", repositories, branch: source_branch };
  }
  return closingActions.includes(action)
    ? { kind: "pull-request-closed", repositories, branch: source_branch }
    : { kind: "other", name: `merge_request ${action}` };
}

function addressesOf({ git_http_url, web_url }: Static<typeof Repository>): string[] {
  return [git_http_url, web_url];
}
