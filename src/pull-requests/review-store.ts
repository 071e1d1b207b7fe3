import { effectiveRole } from "../accounts/member-store.ts";
import { recordPullRequestChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { deleteRows, insertRow, putRow } from "../platform/db/rows.ts";
import { type PullRequestReview, reviewsMax } from "./pull-request.ts";

export interface StoredReview extends PullRequestReview {
  /** Whether the author of the review may still change the project. */
  mayWrite: boolean;
}

/** Lists the reviews, oldest first. */
export async function listReviews(connection: Connection, pullRequestId: string): Promise<StoredReview[]> {
  const rows = await connection
    .selectFrom("pullRequestReviews")
    .innerJoin("pullRequests", "pullRequests.id", "pullRequestReviews.pullRequestId")
    .innerJoin("projects", "projects.id", "pullRequests.projectId")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organizationId", "=", "projects.organizationId")
        .onRef("members.userId", "=", "pullRequestReviews.authorId"),
    )
    .leftJoin("projectRoles", (join) =>
      join
        .onRef("projectRoles.projectId", "=", "projects.id")
        .onRef("projectRoles.userId", "=", "pullRequestReviews.authorId"),
    )
    .selectAll("pullRequestReviews")
    .select(["members.role", "projectRoles.role as projectRole"])
    .where("pullRequestId", "=", pullRequestId)
    .orderBy("pullRequestReviews.number")
    .limit(reviewsMax)
    .execute();
  return rows.map(({ pullRequestId: _pullRequestId, commitSha: sha, role, projectRole, ...review }) => {
    const current = role && effectiveRole(role, projectRole ?? undefined);
    return { ...review, sha, mayWrite: current === "editor" || current === "admin" };
  });
}

/** Inserts a review. The caller has locked the project, so the number is free. */
export async function insertReview(
  tx: Connection,
  pullRequestId: string,
  { sha: commitSha, ...review }: PullRequestReview,
): Promise<void> {
  await insertRow(tx, "pullRequestReviews", { ...review, pullRequestId, commitSha });
  await recordPullRequestChange(tx, { id: pullRequestId }, review.createdAt);
}

export interface ViewedFile {
  path: string;
  blob: string;
}

const viewedFilesMax = 1_000;

/** The versions of files that a person has marked as viewed. */
export async function listViewedFiles(
  connection: Connection,
  pullRequestId: string,
  viewerId: string,
): Promise<ViewedFile[]> {
  return connection
    .selectFrom("viewedFiles")
    .select(["path", "blob"])
    .where("pullRequestId", "=", pullRequestId)
    .where("viewerId", "=", viewerId)
    .limit(viewedFilesMax)
    .execute();
}

/**
 * Marks a file as viewed. Only one version per file is stored, so there is at most one row for each file that was ever
 * part of the change.
 */
export async function putViewedFile(
  tx: Connection,
  pullRequestId: string,
  viewerId: string,
  { path, blob }: ViewedFile,
  now: number,
): Promise<void> {
  const row = { pullRequestId, viewerId, path, blob, viewedAt: now };
  await putRow(tx, "viewedFiles", ["pullRequestId", "viewerId", "path"], row);
}

export async function removeViewedFile(
  tx: Connection,
  pullRequestId: string,
  viewerId: string,
  path: string,
): Promise<void> {
  await deleteRows(tx, "viewedFiles", { pullRequestId, viewerId, path });
}
