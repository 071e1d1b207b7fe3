import Type, { type Static } from "typebox";
import { dateTime, Nullable, ProblemCounts, Words } from "./schemas.ts";

/** Events in a project, which are reported to webhooks, by mail and in the dashboard. */

const projectFields = {
  project: Type.Object({
    id: Type.String({ description: "ID of the project." }),
    name: Type.String({ description: "Name of the project." }),
    subdomain: Type.String({ description: "Subdomain of the project's site." }),
  }),
  dashboardUrl: Type.String({ format: "uri", description: "The page of the dashboard that shows it." }),
};

const UpdateData = Type.Object({
  ...projectFields,
  update: Type.Object({
    id: Type.String({ description: "ID of the update." }),
    status: Words(["success", "failure"], "How the update ended."),
    summary: Type.String({ description: "The result in one sentence." }),
    branch: Type.String({ description: "The branch." }),
    subdomain: Type.String({ description: "Subdomain of the site or branch preview." }),
    isPreview: Type.Boolean({ description: "Whether it is the update of a branch preview." }),
    siteUrl: Type.String({ format: "uri", description: "URL of the site or branch preview." }),
    source: Type.String({ description: "What triggered the update." }),
    trigger: Nullable(Type.String({ description: "What triggered the update, if `source` is `internal`." })),
    createdAt: dateTime("When the update was requested."),
    endedAt: Nullable(dateTime("When it ended.")),
    commit: Type.Union([
      Type.Object({ sha: Type.String(), message: Nullable(Type.String({ description: "Up to 500 characters." })) }),
      Type.Null(),
    ]),
    author: Nullable(Type.String({ description: "Name of the commit's author." })),
    problems: Type.Union([ProblemCounts, Type.Null()], {
      description: "What the build found; `null` if it didn't get that far.",
    }),
  }),
});

const JobData = Type.Object({
  ...projectFields,
  job: Type.Object({
    id: Type.String({ description: "ID of the job." }),
    status: Words(["completed", "failed"], "How the job ended."),
    outcome: Nullable(Type.String({ description: "`changed`, `unchanged`, `not_understood` or `failed`." })),
    summary: Nullable(Type.String({ description: "The result in plain words." })),
    prompt: Type.String({ description: "The prompt that created the job, up to 500 characters." }),
    prLink: Nullable(Type.String({ format: "uri", description: "URL of the pull request." })),
    createdAt: dateTime("When the job was created."),
    endedAt: Nullable(dateTime("When it ended.")),
  }),
});

const PullRequestData = Type.Object({
  ...projectFields,
  pullRequest: Type.Object({
    number: Type.Integer({ description: "Number of the pull request." }),
    title: Type.String(),
    status: Words(["open", "merged", "closed"], "Status of the pull request."),
    head: Type.String({ description: "The branch with the changes." }),
    base: Nullable(Type.String({ description: "The branch to merge into." })),
    author: Nullable(Type.String({ description: "Who opened it." })),
    endedBy: Nullable(Type.String({ description: "Who merged or closed it, if known." })),
    url: Type.String({ format: "uri", description: "URL of the pull request." }),
    host: Words(["lectern", "github", "gitlab"], "Where it is; `github` for Gitea and Forgejo, too."),
  }),
});

const QuestionData = Type.Object({
  ...projectFields,
  question: Type.Object({
    id: Type.String({ description: "ID of the answer's message." }),
    text: Type.String({ description: "The question, up to 2,000 characters." }),
    page: Nullable(Type.String({ description: "The page the reader was on." })),
    language: Nullable(Type.String({ description: "Language of the site the reader was on." })),
    askedAt: dateTime("When it was asked."),
  }),
});

const FeedbackData = Type.Object({
  ...projectFields,
  feedback: Type.Object({
    about: Words(["page", "answer"], "Whether a page or an answer of the assistant was rated."),
    helpful: Type.Boolean({ description: "Whether the reader found it helpful." }),
    page: Nullable(Type.String({ description: "The page; for an answer, the page the reader was on." })),
    question: Nullable(Type.String({ description: "The question that was answered; `null` for a page." })),
    reason: Nullable(Type.String({ description: "The reason the reader chose." })),
    comment: Nullable(Type.String({ description: "What the reader wrote." })),
    receivedAt: dateTime("When it was received."),
  }),
});

const CommentData = Type.Object({
  ...projectFields,
  comment: Type.Object({
    id: Type.String({ description: "ID of the comment." }),
    author: Type.String({ description: "Who wrote it." }),
    text: Type.String({ description: "The comment, up to 500 characters." }),
    page: Type.String({ description: "The file it is about." }),
    draft: Type.Object({ id: Type.String({ description: "ID of the draft." }), title: Type.String() }),
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
