import { recordPullRequestChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { type PullRequestReview, reviewsMax } from "./pull-request.ts";

export interface StoredReview extends PullRequestReview {
  /** Whether its author still belongs to the organization. */
  isMember: boolean;
}

/** Oldest first. */
export async function listReviews(connection: Connection, pullRequestId: string): Promise<StoredReview[]> {
  const rows = await connection
    .selectFrom("pull_request_reviews")
    .innerJoin("pull_requests", "pull_requests.id", "pull_request_reviews.pull_request_id")
    .innerJoin("projects", "projects.id", "pull_requests.project_id")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "projects.organization_id")
        .onRef("members.user_id", "=", "pull_request_reviews.author_id"),
    )
    .selectAll("pull_request_reviews")
    .select("members.user_id as member_id")
    .where("pull_request_id", "=", pullRequestId)
    .orderBy("pull_request_reviews.number")
    .limit(reviewsMax)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    authorId: row.author_id,
    author: row.author,
    verdict: row.verdict,
    body: row.body,
    sha: row.commit_sha,
    createdAt: row.created_at,
    isMember: row.member_id !== null,
  }));
}

/** The caller has locked the project, so the number is free. */
export async function insertReview(tx: Connection, pullRequestId: string, review: PullRequestReview): Promise<void> {
  await tx
    .insertInto("pull_request_reviews")
    .values({
      pull_request_id: pullRequestId,
      number: review.number,
      author_id: review.authorId,
      author: review.author,
      verdict: review.verdict,
      body: review.body,
      commit_sha: review.sha,
      created_at: review.createdAt,
    })
    .execute();
  await recordPullRequestChange(tx, { id: pullRequestId }, review.createdAt);
}

export interface ViewedFile {
  path: string;
  blob: string;
}

const viewedFilesMax = 1_000;

/** The file versions that a person has marked as viewed. */
export async function listViewedFiles(
  connection: Connection,
  pullRequestId: string,
  viewerId: string,
): Promise<ViewedFile[]> {
  return connection
    .selectFrom("viewed_files")
    .select(["path", "blob"])
    .where("pull_request_id", "=", pullRequestId)
    .where("viewer_id", "=", viewerId)
    .limit(viewedFilesMax)
    .execute();
}

/** Stores one version per file, so the number of rows is bounded by the files that were ever part of the change. */
export async function putViewedFile(
  tx: Connection,
  pullRequestId: string,
  viewerId: string,
  { path, blob }: ViewedFile,
  now: number,
): Promise<void> {
  await tx
    .insertInto("viewed_files")
    .values({ pull_request_id: pullRequestId, viewer_id: viewerId, path, blob, viewed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["pull_request_id", "viewer_id", "path"]).doUpdateSet({ blob, viewed_at: now }),
    )
    .execute();
}

export async function removeViewedFile(
  tx: Connection,
  pullRequestId: string,
  viewerId: string,
  path: string,
): Promise<void> {
  await tx
    .deleteFrom("viewed_files")
    .where("pull_request_id", "=", pullRequestId)
    .where("viewer_id", "=", viewerId)
    .where("path", "=", path)
    .execute();
}
