import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { compileSchema } from "../platform/compile-schema.ts";
import { Address, checkPayload, MaybeAddress, MaybeName, MaybeText, Ref, Word } from "./read-payload.ts";
import { toPrintable, toWebAddress, type WebhookEvent } from "./webhook-event.ts";

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Repository = Type.Object({ clone_url: Address });
const Account = Type.Object({ login: Type.String({ minLength: 1, maxLength: 500 }), type: Type.Optional(Word) });
const Subject = Type.Object({
  number: Id,
  title: MaybeText,
  body: MaybeText,
  pull_request: Type.Optional(Type.Unknown()),
});
const MaybeLine = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));

const CommentSchema = Type.Object({
  action: Word,
  /** Missing in a comment on a line of a diff, which is about `pull_request`. */
  issue: Type.Optional(Subject),
  pull_request: Type.Optional(Subject),
  comment: Type.Object({
    id: Id,
    body: MaybeText,
    user: Type.Union([Account, Type.Null()]),
    path: Type.Optional(Ref),
    line: MaybeLine,
    diff_hunk: MaybeText,
    in_reply_to_id: Type.Optional(Type.Union([Id, Type.Null()])),
  }),
  repository: Repository,
});
const comment = compileSchema(CommentSchema);

const review = compileSchema(
  Type.Object({
    action: Word,
    pull_request: Subject,
    review: Type.Object({
      // Only GitHub sends an ID, and only Gitea the text as `content`.
      id: Type.Optional(Id),
      body: MaybeText,
      content: MaybeText,
      user: Type.Optional(Type.Union([Account, Type.Null()])),
    }),
    sender: Account,
    repository: Repository,
  }),
);

const checkRun = compileSchema(
  Type.Object({
    action: Word,
    check_run: Type.Object({
      id: Id,
      name: Type.String(),
      conclusion: Type.Optional(Type.Union([Word, Type.Null()])),
      head_sha: Type.Optional(Word),
      html_url: MaybeAddress,
      output: Type.Optional(Type.Object({ title: MaybeText, summary: MaybeText, text: MaybeText })),
      check_suite: Type.Optional(Type.Object({ head_branch: Type.Optional(Type.Union([Ref, Type.Null()])) })),
    }),
    repository: Repository,
  }),
);

/** A job of GitHub's or Gitea's Actions. Gitea has no check runs. */
const workflowJob = compileSchema(
  Type.Object({
    action: Word,
    workflow_job: Type.Object({
      id: Id,
      name: Type.String(),
      conclusion: Type.Optional(Type.Union([Word, Type.Null()])),
      head_sha: Type.Optional(Word),
      html_url: MaybeAddress,
      head_branch: Type.Optional(Type.Union([Ref, Type.Null()])),
    }),
    repository: Repository,
  }),
);

const status = compileSchema(
  Type.Object({
    state: Word,
    context: Type.String(),
    description: MaybeText,
    target_url: MaybeAddress,
    branches: Type.Array(Type.Object({ name: MaybeName })),
    repository: Repository,
  }),
);

const textLengthMax = 10_000;
const excerptLengthMax = 2_000;
const failures = ["failure", "timed_out", "error"];

/** A comment on an issue, a pull request or a line of its diff, or the text of a review. `name` is the event. */
export function readGithubComment(name: string, payload: unknown): WebhookEvent {
  if (name === "issue_comment" || name === "pull_request_review_comment") {
    return readComment(name, checkPayload(comment, payload));
  }
  const { action, pull_request: about, review: given, sender, repository } = checkPayload(review, payload);
  const isGitea = name !== "pull_request_review";
  const { id, user, body } = given;
  const account = user ?? sender;
  const text = (body ?? given.content ?? "").slice(0, textLengthMax);
  const isWritten = isGitea ? action === "reviewed" : action === "submitted" && text !== "";
  if (!isWritten || account.type === "Bot") return { kind: "other", name: `${name} ${action}` };
  return {
    kind: "comment",
    repositories: [repository.clone_url],
    comment: {
      id: isGitea ? `review-${hashOf(payload)}` : `review-${id}`,
      on: "pull-request",
      number: about.number,
      title: toPrintable(about.title),
      account: account.login,
      author: toPrintable(account.login),
      text,
      ...(isGitea && { isReview: true }),
    },
  };
}

function hashOf(payload: unknown): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("hex").slice(0, 32);
}

function readComment(name: string, { action, comment: given, ...event }: Static<typeof CommentSchema>): WebhookEvent {
  const { id, user, body, path, line = null, diff_hunk, in_reply_to_id } = given;
  const about = event.issue ?? event.pull_request;
  if (action !== "created" || user === null || user.type === "Bot" || about === undefined) {
    return { kind: "other", name: `${name} ${action}` };
  }
  const isOnIssue = event.issue !== undefined && !event.issue.pull_request;
  return {
    kind: "comment",
    repositories: [event.repository.clone_url],
    comment: {
      id: `${path === undefined ? "comment" : "line"}-${id}`,
      on: isOnIssue ? "issue" : "pull-request",
      number: about.number,
      title: toPrintable(about.title),
      account: user.login,
      author: toPrintable(user.login),
      text: (body ?? "").slice(0, textLengthMax),
      about: isOnIssue ? (about.body ?? "").slice(0, textLengthMax) : undefined,
      thread: path === undefined ? undefined : String(in_reply_to_id ?? id),
      place: path === undefined ? undefined : { path, line, excerpt: (diff_hunk ?? "").slice(-excerptLengthMax) },
    },
  };
}

export function readGithubCheck(name: string, payload: unknown): WebhookEvent {
  if (name === "status") {
    const { state, context, description, target_url, branches, repository } = checkPayload(status, payload);
    const [branch] = branches.flatMap((one) => one.name ?? []);
    const check = { branch, name: context, url: target_url, report: description ?? "" };
    return toFailedCheck(`status ${state}`, failures.includes(state), repository, check);
  }
  if (name === "workflow_job") {
    const { action, workflow_job: job, repository } = checkPayload(workflowJob, payload);
    const hasFailed = action === "completed" && failures.includes(job.conclusion ?? "");
    const { id, name, html_url: url, head_branch: branch, head_sha: sha } = job;
    const check = { branch, sha, name, url, report: "", id };
    return toFailedCheck(`workflow_job ${job.conclusion ?? action}`, hasFailed, repository, check);
  }
  const { action, check_run: run, repository } = checkPayload(checkRun, payload);
  const { title, summary, text } = run.output ?? {};
  const report = [title, summary, text].flatMap((part) => part || []).join("\n\n");
  const hasFailed = action === "completed" && failures.includes(run.conclusion ?? "");
  const { id, name: about, html_url: url, head_sha: sha } = run;
  const check = { branch: run.check_suite?.head_branch, sha, name: about, url, report, id };
  return toFailedCheck(`check_run ${run.conclusion ?? action}`, hasFailed, repository, check);
}

interface GivenCheck {
  branch: string | null | undefined;
  sha?: string | undefined;
  name: string;
  url: string | null | undefined;
  report: string;
  id?: number;
}

function toFailedCheck(
  event: string,
  hasFailed: boolean,
  { clone_url }: Static<typeof Repository>,
  { branch, name, url, ...rest }: GivenCheck,
): WebhookEvent {
  if (!hasFailed || !branch) return { kind: "other", name: event };
  const check = { ...rest, branch, name: toPrintable(name), url: toWebAddress(url ?? "") };
  return { kind: "check-failed", repositories: [clone_url], check };
}
