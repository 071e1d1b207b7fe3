import { sql } from "kysely";
import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const pullRequests: Migration = {
  name: "pull-requests",
  async up(tx) {
    await createPullRequests(tx);
    await createComments(tx);
    await createStatuses(tx);
  },
};

async function createPullRequests(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("pull_requests")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("head", "text", (column) => column.notNull())
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("head_sha", "text", (column) => column.notNull())
    .addColumn("base_sha", "text", (column) => column.notNull())
    .addColumn("merge_sha", "text")
    .addColumn("draft", "integer", (column) => column.notNull())
    .addColumn("labels", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("ended_by", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .addUniqueConstraint("pull_requests_by_number", ["project_id", "number"])
    .execute();
  // If two open the same pull request at once, one wins.
  await tx.schema
    .createIndex("pull_requests_open")
    .on("pull_requests")
    .columns(["project_id", "head", "base"])
    .unique()
    .where(sql.ref("status"), "=", "open")
    .execute();
}

async function createComments(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("pull_request_comments")
    .addColumn("pull_request_id", "text", (column) =>
      column.notNull().references("pull_requests.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("key", "text")
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("pull_request_comments_key", ["pull_request_id", "number"])
    .addUniqueConstraint("pull_request_comments_by_key", ["pull_request_id", "key"])
    .execute();
}

async function createStatuses(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("commit_statuses")
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("commit_sha", "text", (column) => column.notNull())
    .addColumn("context", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("commit_statuses_key", ["project_id", "commit_sha", "context"])
    .execute();
}
