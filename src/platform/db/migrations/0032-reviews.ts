import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const reviews: Migration = {
  name: "reviews",
  async up(tx) {
    await tx.schema.alterTable("pull_requests").addColumn("author_id", "text").execute();
    await extendComments(tx);
    await createReviews(tx);
    await createViewedFiles(tx);
  },
};

async function extendComments(tx: Connection): Promise<void> {
  for (const name of ["author_id", "path", "side", "commit_sha", "blob", "line_text", "resolved_by"]) {
    await tx.schema.alterTable("pull_request_comments").addColumn(name, "text").execute();
  }
  for (const name of ["line", "reply_to"]) {
    await tx.schema.alterTable("pull_request_comments").addColumn(name, "integer").execute();
  }
  for (const name of ["resolved_at", "deleted_at"]) {
    await tx.schema.alterTable("pull_request_comments").addColumn(name, "bigint").execute();
  }
}

async function createReviews(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("pull_request_reviews")
    .addColumn("pull_request_id", "text", (column) =>
      column.notNull().references("pull_requests.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("author_id", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("commit_sha", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("pull_request_reviews_key", ["pull_request_id", "number"])
    .execute();
}

async function createViewedFiles(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("viewed_files")
    .addColumn("pull_request_id", "text", (column) =>
      column.notNull().references("pull_requests.id").onDelete("cascade"),
    )
    .addColumn("viewer_id", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("blob", "text", (column) => column.notNull())
    .addColumn("viewed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("viewed_files_key", ["pull_request_id", "viewer_id", "path"])
    .execute();
}
