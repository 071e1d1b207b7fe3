import type { Connection } from "../../platform/db/database.ts";
import { newId } from "../../platform/id.ts";
import type { Services } from "../../platform/services.ts";
import { lockProject, type Project } from "../../projects/store.ts";
import type { Caller } from "../../pull-requests/caller.ts";
import type { PullRequest, PullRequestComment } from "../../pull-requests/pull-request.ts";
import type { FailedCheck, HostComment } from "../../webhooks/webhook-event.ts";
import { rulesModel } from "../agent-job.ts";
import { findLastCommit } from "../turn-store.ts";
import { type CodeHostPlace, isForAgent } from "./agent-request.ts";
import {
  type AgentRequest,
  countRequests,
  findJobOfBranch,
  findJobOfPullRequest,
  insertRequest,
} from "./request-store.ts";

export type RecordRequestDeps = Pick<Services, "clock" | "queue">;
export const agentRequestKind = "agent.request";

/** More failed checks of one job aren't looked at. */
const checksMax = 5;

/** Stores a request and enqueues its work. Returns false for a repeat. */
export async function recordRequest(
  { clock, queue }: RecordRequestDeps,
  tx: Connection,
  request: Omit<AgentRequest, "id" | "status" | "jobId" | "createdAt" | "promptedBy"> & { promptedBy?: string | null },
): Promise<boolean> {
  const id = newId("arq", clock);
  const row = { promptedBy: null, ...request, id, jobId: null, status: "waiting", createdAt: clock.now() } as const;
  if (!(await insertRequest(tx, row))) return false;
  const { place, projectId } = request;
  // Comments are taken in order. A chat has many threads, and answers may take minutes.
  const group = place.on === "slack" ? `${place.channel}/${place.thread}` : projectId;
  await queue.enqueue(tx, { id, kind: agentRequestKind, group, payload: { id } });
  return true;
}

/** A comment on another host. Whether its author may ask for work is checked later, because the host has to be asked. */
export async function recordHostComment(
  deps: RecordRequestDeps,
  tx: Connection,
  project: Project,
  { id, on, number, title, account, author, text, thread, place: line, about, isReview }: HostComment,
): Promise<boolean> {
  const job = on === "issue" ? undefined : await findJobOfPullRequest(tx, project.id, number);
  if (!isForAgent(text, job !== undefined) && !(isReview === true && job !== undefined)) return false;
  const replied = { id: thread, places: line?.line ? [{ path: line.path, line: line.line }] : undefined };
  const place: CodeHostPlace = { on, number, title, account, line, about, isReview, thread: replied };
  return recordRequest(deps, tx, { projectId: project.id, occurrence: `comment/${id}`, place, text, author });
}

/** A comment or review on the built-in host, in the transaction that adds it. */
export async function recordOwnComment(
  deps: RecordRequestDeps,
  tx: Connection,
  project: Project,
  { id: pullRequestId, number, title }: Pick<PullRequest, "id" | "number" | "title">,
  given: Pick<PullRequestComment, "number" | "body" | "place" | "replyTo"> & { isReview?: true },
  { id, name, isPerson }: Caller,
): Promise<void> {
  const job = await findJobOfPullRequest(tx, project.id, number);
  if (!isForAgent(given.body, job !== undefined)) return;
  const { path, line, text } = given.place ?? {};
  const place: CodeHostPlace = {
    on: "pull-request",
    number,
    title,
    thread: given.isReview === true ? undefined : { id: String(given.replyTo ?? given.number) },
    ...(path !== undefined && line !== undefined && { line: { path, line, excerpt: text ?? "" } }),
  };
  await recordRequest(deps, tx, {
    projectId: project.id,
    occurrence: `${given.isReview === true ? "review" : "comment"}/${pullRequestId}/${given.number}`,
    place,
    text: given.body,
    author: name,
    promptedBy: isPerson ? id : null,
  });
}

/** A failed check of the agent's own commit. Each is looked at once, and only by a model. */
export async function recordFailedCheck(
  deps: RecordRequestDeps,
  tx: Connection,
  project: Project,
  { branch, sha, name, url, report, id }: FailedCheck,
): Promise<boolean> {
  const job = await findJobOfBranch(tx, project.id, branch);
  const number = Number(job?.prLink?.split("/").at(-1));
  if (job === undefined || !Number.isSafeInteger(number) || number < 1) return false;
  // The next commit of a running job is checked again.
  if (job.model === rulesModel || job.status === "active" || job.status === "archived") return false;
  // A fork may have a branch of the same name, whose workflow writes what it wants to its log.
  if (sha !== undefined && sha !== (await findLastCommit(tx, job.id))?.sha) return false;
  await lockProject(tx, project.id);
  const start = `check/${job.id}/`;
  if ((await countRequests(tx, project.id, start)) >= checksMax) return false;
  const place: CodeHostPlace = { on: "pull-request", number, title: name, check: { name, url, id } };
  const request = { projectId: project.id, occurrence: `${start}${name}`, place, text: report, author: name };
  return recordRequest(deps, tx, request);
}
