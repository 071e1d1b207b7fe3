import { count } from "./count.ts";
import { describeProblemCounts, problemsIn } from "./describe-problems.ts";
import type { EventDataOf, PublicEvent } from "./event-schemas.ts";

/**
 * An event as people read it in a chat, a mail or the dashboard. The texts are plain, and each place escapes them
 * itself.
 */
export interface EventText {
  /** One short sentence without a period. */
  title: string;
  /** Details, or an empty string. */
  text: string;
  /** The label of the link to the subject. */
  link: string;
  tone: "good" | "bad" | "neutral";
}

export function describeEvent({ data }: PublicEvent): EventText {
  if ("update" in data) return describeUpdate(data);
  if ("job" in data) return describeJob(data);
  if ("pullRequest" in data) return describePullRequest(data);
  if ("feedback" in data) return describeFeedback(data);
  if ("question" in data) {
    const { text, page } = data.question;
    const title = "The assistant found no answer in the docs";
    const details = page === null ? text : `${text}\nAsked on ${page}`;
    return { title, text: details, link: "View questions", tone: "neutral" };
  }
  const { author, text, page, draft } = data.comment;
  const title = `${author} mentioned you in “${draft.title}”`;
  return { title, text: `${text}\n${page}`, link: "View comment", tone: "neutral" };
}

function describeUpdate({ update }: EventDataOf<"update.succeeded">): EventText {
  const subject = update.isPreview ? `Branch preview of ${update.branch}` : `Update of ${update.branch}`;
  const isGood = update.status === "success";
  const { problems } = update;
  const found = problems !== null && problemsIn(problems) > 0;
  const lines = [update.summary, ...(isGood || !found ? [] : [describeProblemCounts(problems)])];
  const message = update.commit?.message?.split("\n", 1)[0];
  if (message) lines.push(update.author === null ? message : `${message} (${update.author})`);
  const missing = problems?.missingPages ?? 0;
  const succeeded = missing > 0 ? `published, ${count(missing, "page")} missing` : "succeeded";
  const title = `${subject} ${isGood ? succeeded : "failed"}`;
  return { title, text: lines.join("\n"), link: "View update", tone: isGood && missing === 0 ? "good" : "bad" };
}

function describeJob({ job }: EventDataOf<"job.completed">): EventText {
  const title = job.status === "failed" ? "Job failed" : (jobTitles[job.outcome ?? ""] ?? "Job completed");
  const text = [`“${job.prompt}”`, ...(job.summary === null ? [] : [job.summary])].join("\n");
  const tone = job.outcome === "changed" ? "good" : "neutral";
  return { title, text, link: "View job", tone: job.status === "failed" ? "bad" : tone };
}

const jobTitles: Readonly<Record<string, string>> = {
  changed: "Job completed: changes are ready to review",
  unchanged: "Job completed without changes",
  question: "The agent asks you something",
  not_understood: "Job completed: the prompt wasn't understood",
};

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
