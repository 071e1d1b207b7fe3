import Type, { type Static } from "typebox";
import { compileSchema } from "../platform/compile-schema.ts";
import { toPushedCommit } from "../updates/update.ts";
import { readGithubCheck, readGithubComment } from "./read-github-comment.ts";
import {
  AbsoluteAddress,
  Address,
  checkPayload,
  MaybeAddress,
  MaybeName,
  MaybeSha,
  MaybeText,
  MaybeUserId,
  Ref,
  RepositoryName,
  Sha,
  Word,
} from "./read-payload.ts";
import { readPush, toRemotePullRequest, type WebhookEvent } from "./webhook-event.ts";

const Repository = Type.Object({ clone_url: Address });

const push = compileSchema(
  Type.Object({
    ref: Ref,
    before: MaybeSha,
    after: Sha,
    head_commit: Type.Optional(Type.Union([Type.Object({ message: MaybeText }), Type.Null()])),
    repository: Repository,
    sender: Type.Optional(Type.Object({ login: MaybeName, avatar_url: MaybeAddress, id: MaybeUserId })),
    pusher: Type.Optional(Type.Object({ name: MaybeName })),
  }),
);

const deletion = compileSchema(
  Type.Object({
    ref: Ref,
    ref_type: Word,
    repository: Repository,
  }),
);

const pullRequest = compileSchema(
  Type.Object({
    action: Word,
    sender: Type.Optional(Type.Object({ login: MaybeName })),
    pull_request: Type.Object({
      number: Type.Optional(Type.Integer({ minimum: 1 })),
      title: MaybeText,
      html_url: MaybeAddress,
      merged: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
      user: Type.Optional(Type.Union([Type.Object({ login: MaybeName }), Type.Null()])),
      base: Type.Optional(Type.Object({ ref: Ref, repo: Type.Optional(Type.Union([Repository, Type.Null()])) })),
      // The repository is null if the fork no longer exists.
      head: Type.Object({ ref: Ref, sha: MaybeSha, repo: Type.Union([Repository, Type.Null()]) }),
    }),
  }),
);

const release = compileSchema(
  Type.Object({
    action: Word,
    release: Type.Object({ tag_name: Ref, name: MaybeText, body: MaybeText }),
    repository: Repository,
  }),
);

const Granted = Type.Optional(Type.Array(Type.Object({ full_name: RepositoryName })));
const InstallationSchema = Type.Object({
  action: Word,
  installation: Type.Object({ html_url: AbsoluteAddress }),
  repositories: Granted,
  repositories_added: Granted,
});
const installation = compileSchema(InstallationSchema);
const openingActions = ["opened", "reopened"];
const grantingActions = ["created", "unsuspend", "added"];

/** `name` comes from the header `X-GitHub-Event`. */
export function readGithubEvent(name: string, payload: unknown): WebhookEvent {
  switch (name) {
    case "ping":
      return { kind: "ping" };
    case "push": {
      const { repository, sender, pusher, ref, before, after, head_commit } = checkPayload(push, payload);
      const pushed = { ref, before, after, message: head_commit?.message ?? undefined };
      const account = { name: sender?.login ?? pusher?.name, avatarUrl: sender?.avatar_url, id: sender?.id };
      return readPush({ ...pushed, repositories: [repository.clone_url], account });
    }
    case "delete": {
      const { ref, ref_type, repository } = checkPayload(deletion, payload);
      return ref_type === "branch"
        ? { kind: "branch-deleted", repositories: [repository.clone_url], branch: ref }
        : { kind: "other", name: `delete of a ${ref_type}` };
    }
    case "pull_request": {
      const { action, pull_request, sender } = checkPayload(pullRequest, payload);
      const { ref, sha, repo } = pull_request.head;
      const repositories = repo === null ? [] : [repo.clone_url];
      const { number, title, html_url: url, merged, user, base } = pull_request;
      const about = toRemotePullRequest({
        repositories: base?.repo ? [base.repo.clone_url] : repositories,
        number,
        title,
        url,
        base: base?.ref ?? null,
        author: user?.login ?? null,
        isMerged: merged === true,
        endedBy: action === "closed" ? (sender?.login ?? null) : null,
      });
      if (openingActions.includes(action)) {
        const pushed = toPushedCommit({ sha });
        return { kind: "pull-request-opened", repositories, branch: ref, pushed, pullRequest: about };
      }
      return action === "closed"
        ? { kind: "pull-request-closed", repositories, branch: ref, pullRequest: about }
        : { kind: "other", name: `pull_request ${action}` };
    }
    case "release": {
      const { action, release: found, repository } = checkPayload(release, payload);
      if (action !== "published") return { kind: "other", name: `release ${action}` };
      const { tag_name: tag, name, body } = found;
      const published = { tag, name: name || tag, notes: body ?? "" };
      return { kind: "release", repositories: [repository.clone_url], release: published };
    }
    case "issue_comment":
    case "pull_request_review":
    case "pull_request_review_comment":
    case "pull_request_approved":
    case "pull_request_rejected":
    case "pull_request_comment":
      return readGithubComment(name, payload);
    case "check_run":
    case "workflow_job":
    case "status":
      return readGithubCheck(name, payload);
    case "installation":
    case "installation_repositories":
      return readInstallation(name, checkPayload(installation, payload));
    default:
      return { kind: "other", name };
  }
}

function readInstallation(name: string, payload: Static<typeof InstallationSchema>): WebhookEvent {
  if (!grantingActions.includes(payload.action)) {
    return { kind: "other", name: `${name} ${payload.action}` };
  }
  // Only this event names repositories without their host.
  const [host] = /^https?:\/\/[^/]+/.exec(payload.installation.html_url) ?? [""];
  const granted = [...(payload.repositories ?? []), ...(payload.repositories_added ?? [])];
  return { kind: "installation", repositories: granted.map(({ full_name }) => `${host}/${full_name}`) };
}
