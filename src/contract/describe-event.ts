import { describeProblemCounts, problemsIn } from "./describe-problems.ts";
import type { EventDataOf, EventType, PublicEvent } from "./event-schemas.ts";

/** An event as people read it in a chat, a mail or the dashboard. Plain text: each place escapes it. */
export interface EventText {
  /** One short sentence without a period. */
  title: string;
  /** Details, or an empty string. */
  text: string;
  /** The label of the link to the subject. */
  link: string;
  tone: "good" | "bad" | "neutral";
}

/** The names of events in lists and filters. */
export const eventNames: Readonly<Record<EventType, string>> = {
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
};

export function describeEvent(event: PublicEvent): EventText {
  switch (event.type) {
    case "update.succeeded":
    case "update.failed":
      return describeUpdate(event.data);
    case "job.completed":
    case "job.failed":
      return describeJob(event.data);
    case "pull_request.opened":
    case "pull_request.merged":
    case "pull_request.closed":
      return describePullRequest(event.data);
    case "question.unanswered": {
      const { text, page } = event.data.question;
      const title = "The assistant found no answer in the docs";
      return {
        title,
        text: page === null ? text : `${text}\nAsked on ${page}`,
        link: "View questions",
        tone: "neutral",
      };
    }
    case "feedback.received":
      return describeFeedback(event.data);
    case "comment.mentioned": {
      const { author, text, page, draft } = event.data.comment;
      const title = `${author} mentioned you in “${draft.title}”`;
      return { title, text: `${text}\n${page}`, link: "View comment", tone: "neutral" };
    }
  }
}

function describeUpdate({ update }: EventDataOf<"update.succeeded">): EventText {
  const subject = update.isPreview ? `Branch preview of ${update.branch}` : `Update of ${update.branch}`;
  const isGood = update.status === "success";
  const { problems } = update;
  const found = problems !== null && problemsIn(problems) > 0;
  const lines = [update.summary, ...(isGood || !found ? [] : [describeProblemCounts(problems)])];
  const message = update.commit?.message?.split("\n", 1)[0];
  if (message) lines.push(update.author === null ? message : `${message} (${update.author})`);
  const title = `${subject} ${isGood ? "succeeded" : "failed"}`;
  return { title, text: lines.join("\n"), link: "View update", tone: isGood ? "good" : "bad" };
}

function describeJob({ job }: EventDataOf<"job.completed">): EventText {
  const title = job.status === "failed" ? "Job failed" : (jobTitles[job.outcome ?? ""] ?? "Job completed");
  const text = [`“${job.prompt}”`, ...(job.summary === null ? [] : [job.summary])].join("\n");
  return { title, text, link: "View job", tone: job.status === "failed" ? "bad" : jobTone(job.outcome) };
}

const jobTitles: Readonly<Record<string, string>> = {
  changed: "Job completed: changes are ready to review",
  unchanged: "Job completed without changes",
  not_understood: "Job completed: the prompt wasn't understood",
};

function jobTone(outcome: string | null): EventText["tone"] {
  return outcome === "changed" ? "good" : "neutral";
}

const pullRequestVerbs = { open: "opened", merged: "merged", closed: "closed" } as const;

function describePullRequest({ pullRequest }: EventDataOf<"pull_request.opened">): EventText {
  const { number, title, status, head, base, author, endedBy } = pullRequest;
  const by = status === "open" ? author : endedBy;
  const branches = base === null ? head : `${head} into ${base}`;
  return {
    title: `Pull request #${number} ${pullRequestVerbs[status]}${by === null ? "" : ` by ${by}`}`,
    text: `${title}\n${branches}`,
    link: "View pull request",
    tone: status === "merged" ? "good" : "neutral",
  };
}

function describeFeedback({ feedback }: EventDataOf<"feedback.received">): EventText {
  const { about, helpful, page, question, reason, comment } = feedback;
  const title = `A reader found ${about === "page" ? "a page" : "an answer"} ${helpful ? "helpful" : "not helpful"}`;
  const lines = [question, page, comment ?? reason?.replaceAll("_", " ")].filter((line) => line);
  return { title, text: lines.join("\n"), link: "View feedback", tone: helpful ? "good" : "bad" };
}
