import { recordPullRequestChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { newestFirst, type PageRequest } from "../platform/db/newest-first.ts";
import { findRow, updateRows } from "../platform/db/rows.ts";
import type { PullRequestRow } from "../platform/db/tables.ts";
import { nextStatuses, type PullRequest, type PullRequestStatus } from "./pull-request.ts";

const openListedMax = 1_000;

/**
 * Inserts a pull request. The caller has locked the project and checked that no pull request for the same branches is
 * open.
 */
export async function insertPullRequest(tx: Connection, pullRequest: PullRequest): Promise<void> {
  await tx.insertInto("pullRequests").values(toRow(pullRequest)).execute();
  await recordPullRequestChange(tx, { id: pullRequest.id }, pullRequest.createdAt);
}

export async function isOpen(
  tx: Connection,
  { projectId, head, base }: Pick<PullRequest, "projectId" | "head" | "base">,
): Promise<boolean> {
  const rows = tx.selectFrom("pullRequests").select("id");
  return hasRow(rows.where((row) => row.and({ projectId, status: "open", head, base })));
}

export async function nextNumber(tx: Connection, projectId: string): Promise<number> {
  const row = await tx
    .selectFrom("pullRequests")
    .select((pullRequest) => pullRequest.fn.max("number").as("last"))
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

export async function findPullRequest(connection: Connection, projectId: string, number: number) {
  const row = await findRow(connection, "pullRequests", { projectId, number });
  return row && toPullRequest(row);
}

/** The branches of a project's open pull requests, or of those from one branch, newest first. */
export async function listOpenByProject(
  connection: Connection,
  projectId: string,
  head?: string,
): Promise<Pick<PullRequest, "number" | "head" | "headSha" | "base">[]> {
  return connection
    .selectFrom("pullRequests")
    .select(["number", "head", "headSha", "base"])
    .where("projectId", "=", projectId)
    .where("status", "=", "open")
    .$if(head !== undefined, (query) => query.where("head", "=", head ?? ""))
    .orderBy("number", "desc")
    .limit(openListedMax)
    .execute();
}

export async function listPullRequests(
  connection: Connection,
  projectId: string,
  page: PageRequest<PullRequestStatus>,
): Promise<PullRequest[]> {
  const query = connection.selectFrom("pullRequests").selectAll().where("projectId", "=", projectId);
  return (await newestFirst(query, page).execute()).map(toPullRequest);
}

export async function updatePullRequest(
  connection: Connection,
  id: string,
  change: Partial<Pick<PullRequest, "title" | "body" | "headSha" | "baseSha" | "isDraft">>,
  now: number,
): Promise<void> {
  const { isDraft, ...fields } = change;
  const draft = isDraft === undefined ? {} : { draft: Number(isDraft) };
  await updateRows(connection, "pullRequests", { id }, { ...fields, ...draft, updatedAt: now });
  await recordPullRequestChange(connection, { id }, now);
}

interface PullRequestMove {
  status: PullRequestStatus;
  by: string | null;
  mergeSha?: string | undefined;
  now: number;
}

/** Changes the status. Returns whether it changed; if two callers race, only one gets `true`. */
export async function movePullRequest(
  tx: Connection,
  id: string,
  { status, by, mergeSha, now }: PullRequestMove,
): Promise<boolean> {
  const from = (Object.keys(nextStatuses) as PullRequestStatus[]).filter((before) =>
    nextStatuses[before].includes(status),
  );
  const row = await tx
    .updateTable("pullRequests")
    .set({
      status,
      endedBy: by,
      endedAt: status === "open" ? null : now,
      updatedAt: now,
      ...(mergeSha === undefined ? {} : { mergeSha }),
    })
    .where("id", "=", id)
    .where("status", "in", from)
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await recordPullRequestChange(tx, { id }, now);
  return true;
}

function toRow({ isDraft, ...pullRequest }: PullRequest): PullRequestRow {
  return { ...pullRequest, draft: Number(isDraft), labels: JSON.stringify(pullRequest.labels) };
}

function toPullRequest({ draft, ...row }: PullRequestRow): PullRequest {
  return { ...row, isDraft: draft === 1, labels: JSON.parse(row.labels) };
}
