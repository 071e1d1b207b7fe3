import { count } from "./count.ts";
import { problemsIn } from "./describe-problems.ts";
import type { AgentJob, UpdateSummary } from "./schemas.ts";

/** The dashboard, the command line and `git push` use the same names. */
const names = {
  queued: "Queued",
  in_progress: "In progress",
  success: "Success",
  failure: "Failure",
  active: "Active",
  completed: "Completed",
  failed: "Failed",
  archived: "Archived",
  changed: "Changed",
  unchanged: "No changes",
  question: "Waiting for you",
  not_understood: "Not understood",
  answered: "Answered",
  suggested: "Suggested",
  not_in_docs: "Not in the docs",
  small_talk: "Small talk",
  stopped: "Reader left",
  open: "Open",
  merged: "Merged",
  closed: "Closed",
};

export type NamedStatus = keyof typeof names;

export function isNamedStatus(status: string): status is NamedStatus {
  return Object.hasOwn(names, status);
}

export function statusName(status: string): string {
  return isNamedStatus(status) ? names[status] : status;
}

/** A successful update with missing pages or problems left to fix gets a different state than one without. */
export function updateState({ status, problems }: Pick<UpdateSummary, "status" | "problems">): string {
  const missing = problems?.missingPages ?? 0;
  if (status === "success" && missing > 0) return `Published, ${count(missing, "page")} missing`;
  const number = status === "success" && problems !== undefined ? problemsIn(problems) : 0;
  return number === 0 ? statusName(status) : `${statusName(status)} with ${count(number, "problem")}`;
}

/** A job that completed without changes isn't a success, so its outcome is shown as its state. */
export function jobState({ status, outcome }: Pick<AgentJob, "status" | "outcome">): string {
  const isOwn = outcome === "unchanged" || outcome === "question" || outcome === "not_understood";
  return status === "completed" && isOwn ? outcome : status;
}
