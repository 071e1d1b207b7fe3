import Type from "typebox";
import { Address, checkPayload, compilePayload, MaybeName, MaybeText, Ref, Word } from "./read-payload.ts";
import { toPrintable, type WebhookEvent } from "./webhook-event.ts";

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Repository = Type.Object({ git_http_url: Address, web_url: Address });
const Subject = Type.Optional(Type.Object({ iid: Id, title: MaybeText, description: MaybeText }));

const note = compilePayload(
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

const pipeline = compilePayload(
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

const textLengthMax = 10_000;

/** A comment on an issue, a merge request or a line of its diff. */
export function readGitlabComment(payload: unknown): WebhookEvent {
  const { user, project, merge_request, issue, object_attributes: given } = checkPayload(note, payload);
  const about = merge_request ?? issue;
  // GitLab before 16.11 doesn't name the action, and sends no event for changed comments.
  if (about === undefined || given.system === true || (given.action ?? "create") !== "create") {
    return { kind: "other", name: "note" };
  }
  const { discussion_id, position } = given;
  return {
    kind: "comment",
    repositories: [project.git_http_url, project.web_url],
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
export function readGitlabPipeline(payload: unknown): WebhookEvent {
  const { object_attributes: given, project, builds = [] } = checkPayload(pipeline, payload);
  const failed = builds.find(({ status, allow_failure }) => status === "failed" && allow_failure !== true);
  if (given.status !== "failed" || failed === undefined) return { kind: "other", name: `pipeline ${given.status}` };
  const { id, name, failure_reason } = failed;
  const url = `${project.web_url}/-/jobs/${id}`;
  const check = { branch: given.ref, name: toPrintable(name), url, report: failure_reason ?? "", id };
  return { kind: "check-failed", repositories: [project.git_http_url, project.web_url], check };
}
