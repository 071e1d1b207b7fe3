import type { ProblemCounts } from "./schemas.ts";

/** Events in a project, which are reported to webhooks, by mail and in the dashboard. */

interface ProjectData {
  project: { id: string; name: string; subdomain: string };
  /** The page of the dashboard that shows it. */
  dashboardUrl: string;
}

interface UpdateData extends ProjectData {
  update: {
    id: string;
    status: "success" | "failure";
    /** The result in one sentence. */
    summary: string;
    branch: string;
    /** The subdomain and URL of the site or branch preview. */
    subdomain: string;
    siteUrl: string;
    isPreview: boolean;
    source: string;
    /** What triggered the update, if `source` is `internal`. */
    trigger: string | null;
    createdAt: string;
    endedAt: string | null;
    /** The message has up to 500 characters. */
    commit: { sha: string; message: string | null } | null;
    author: string | null;
    /** `null` if the build didn't get that far. */
    problems: ProblemCounts | null;
  };
}

interface JobData extends ProjectData {
  job: {
    id: string;
    status: "completed" | "failed";
    /** `changed`, `unchanged`, `question`, `not_understood` or `failed`. */
    outcome: string | null;
    summary: string | null;
    /** The prompt that created the job, up to 500 characters. */
    prompt: string;
    prLink: string | null;
    createdAt: string;
    endedAt: string | null;
  };
}

interface PullRequestData extends ProjectData {
  pullRequest: {
    number: number;
    title: string;
    status: "open" | "merged" | "closed";
    head: string;
    base: string | null;
    author: string | null;
    /** Who merged or closed it, if known. */
    endedBy: string | null;
    url: string;
    /** `github` for Gitea and Forgejo, too. */
    host: "lectern" | "github" | "gitlab";
  };
}

interface QuestionData extends ProjectData {
  /**
   * `id` is the ID of the answer's message; `text` has up to 2,000 characters; `page` is the page the reader was on.
   */
  question: { id: string; text: string; page: string | null; language: string | null; askedAt: string };
}

interface FeedbackData extends ProjectData {
  feedback: {
    about: "page" | "answer";
    helpful: boolean;
    /** The page; for an answer, the page the reader was on. */
    page: string | null;
    /** The question that was answered; `null` for a page. */
    question: string | null;
    reason: string | null;
    comment: string | null;
    receivedAt: string;
  };
}

interface CommentData extends ProjectData {
  /** `text` has up to 500 characters; `page` is the file that the comment is about. */
  comment: { id: string; author: string; text: string; page: string; draft: { id: string; title: string } };
}

/** The names of events in lists and filters. */
export const eventNames = {
  "update.succeeded": "Update succeeded",
  "update.failed": "Update failed",
  "job.completed": "Job completed",
  "job.failed": "Job failed",
  "pull_request.opened": "Pull request opened",
  "pull_request.merged": "Pull request merged",
  "pull_request.closed": "Pull request closed",
  "question.unanswered": "Question not answered",
  "feedback.received": "Feedback received",
  "comment.mentioned": "Mentioned in a comment",
} as const;

export type EventType = keyof typeof eventNames;
export const eventTypes = Object.keys(eventNames) as readonly EventType[];

/** An entry of the audit log. It isn't among the events of projects, which are also mailed and shown in the dashboard. */
export const auditEvent = "audit.entry";
export const webhookEventTypes = [...eventTypes, auditEvent] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

interface EventData {
  update: UpdateData;
  job: JobData;
  pull_request: PullRequestData;
  question: QuestionData;
  feedback: FeedbackData;
  comment: CommentData;
}

/** The data of an event, by the part of its type before the dot. */
export type EventDataOf<Kind extends EventType> = Kind extends `${infer Subject extends keyof EventData}.${string}`
  ? EventData[Subject]
  : never;

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
