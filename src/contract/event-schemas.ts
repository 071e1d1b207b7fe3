import Type, { type Static } from "typebox";
import { dateTime, flag, integer, Nullable, ProblemCounts, text, url, Words } from "./schemas.ts";

/** Events in a project, which are reported to webhooks, by mail and in the dashboard. */

const projectFields = {
  project: Type.Object({
    id: text("ID of the project."),
    name: text("Name of the project."),
    subdomain: text("Subdomain of the project's site."),
  }),
  dashboardUrl: url("The page of the dashboard that shows it."),
};

const UpdateData = Type.Object({
  ...projectFields,
  update: Type.Object({
    id: text("ID of the update."),
    status: Words(["success", "failure"], "How the update ended."),
    summary: text("The result in one sentence."),
    branch: text("The branch."),
    subdomain: text("Subdomain of the site or branch preview."),
    isPreview: flag("Whether it is the update of a branch preview."),
    siteUrl: url("URL of the site or branch preview."),
    source: text("What triggered the update."),
    trigger: Nullable(text("What triggered the update, if `source` is `internal`.")),
    createdAt: dateTime("When the update was requested."),
    endedAt: Nullable(dateTime("When it ended.")),
    commit: Type.Union([
      Type.Object({ sha: Type.String(), message: Nullable(text("Up to 500 characters.")) }),
      Type.Null(),
    ]),
    author: Nullable(text("Name of the commit's author.")),
    problems: Type.Union([ProblemCounts, Type.Null()], {
      description: "What the build found; `null` if it didn't get that far.",
    }),
  }),
});

const JobData = Type.Object({
  ...projectFields,
  job: Type.Object({
    id: text("ID of the job."),
    status: Words(["completed", "failed"], "How the job ended."),
    outcome: Nullable(text("`changed`, `unchanged`, `not_understood` or `failed`.")),
    summary: Nullable(text("The result in plain words.")),
    prompt: text("The prompt that created the job, up to 500 characters."),
    prLink: Nullable(url("URL of the pull request.")),
    createdAt: dateTime("When the job was created."),
    endedAt: Nullable(dateTime("When it ended.")),
  }),
});

const PullRequestData = Type.Object({
  ...projectFields,
  pullRequest: Type.Object({
    number: integer("Number of the pull request."),
    title: Type.String(),
    status: Words(["open", "merged", "closed"], "Status of the pull request."),
    head: text("The branch with the changes."),
    base: Nullable(text("The branch to merge into.")),
    author: Nullable(text("Who opened it.")),
    endedBy: Nullable(text("Who merged or closed it, if known.")),
    url: url("URL of the pull request."),
    host: Words(["lectern", "github", "gitlab"], "Where it is; `github` for Gitea and Forgejo, too."),
  }),
});

const QuestionData = Type.Object({
  ...projectFields,
  question: Type.Object({
    id: text("ID of the answer's message."),
    text: text("The question, up to 2,000 characters."),
    page: Nullable(text("The page the reader was on.")),
    language: Nullable(text("Language of the site the reader was on.")),
    askedAt: dateTime("When it was asked."),
  }),
});

const FeedbackData = Type.Object({
  ...projectFields,
  feedback: Type.Object({
    about: Words(["page", "answer"], "Whether a page or an answer of the assistant was rated."),
    helpful: flag("Whether the reader found it helpful."),
    page: Nullable(text("The page; for an answer, the page the reader was on.")),
    question: Nullable(text("The question that was answered; `null` for a page.")),
    reason: Nullable(text("The reason the reader chose.")),
    comment: Nullable(text("What the reader wrote.")),
    receivedAt: dateTime("When it was received."),
  }),
});

const CommentData = Type.Object({
  ...projectFields,
  comment: Type.Object({
    id: text("ID of the comment."),
    author: text("Who wrote it."),
    text: text("The comment, up to 500 characters."),
    page: text("The file it is about."),
    draft: Type.Object({ id: text("ID of the draft."), title: Type.String() }),
  }),
});

const eventData = {
  "update.succeeded": UpdateData,
  "update.failed": UpdateData,
  "job.completed": JobData,
  "job.failed": JobData,
  "pull_request.opened": PullRequestData,
  "pull_request.merged": PullRequestData,
  "pull_request.closed": PullRequestData,
  "question.unanswered": QuestionData,
  "feedback.received": FeedbackData,
  "comment.mentioned": CommentData,
} as const;

export type EventType = keyof typeof eventData;
export type EventDataOf<Kind extends EventType> = Static<(typeof eventData)[Kind]>;

export const eventTypes = Object.keys(eventData) as readonly EventType[];

/** An event in the form that receivers get. */
export type PublicEvent = {
  [Kind in EventType]: {
    /** The same for every attempt and every receiver. */
    id: string;
    type: Kind;
    timestamp: string;
    data: EventDataOf<Kind>;
  };
}[EventType];
