import type { Migration } from "../migration.ts";

export const editor: Migration = {
  name: "editor",
  async up(tx) {
    await tx.schema
      .createTable("drafts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("organization_id", "text", (column) =>
        column.notNull().references("organizations.id").onDelete("cascade"),
      )
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("author_id", "text", (column) => column.notNull())
      .addColumn("author_name", "text", (column) => column.notNull())
      .addColumn("author_email", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("branch", "text", (column) => column.notNull())
      .addColumn("base_branch", "text", (column) => column.notNull())
      .addColumn("base_sha", "text", (column) => column.notNull())
      .addColumn("head_sha", "text")
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("pull_request", "integer")
      .addColumn("pull_request_url", "text")
      .addColumn("revision", "integer", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema.createIndex("drafts_by_project").on("drafts").columns(["project_id", "status", "id"]).execute();
    await tx.schema
      .createTable("draft_files")
      .addColumn("draft_id", "text", (column) => column.notNull().references("drafts.id").onDelete("cascade"))
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("content", "text")
      .addColumn("object_key", "text")
      .addColumn("bytes", "integer", (column) => column.notNull())
      .addColumn("moved_from", "text")
      .addColumn("base_sha", "text")
      .addColumn("sequence", "integer", (column) => column.notNull())
      .addColumn("updated_by", "text", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("draft_files_key", ["draft_id", "path"])
      .execute();
    await tx.schema
      .createTable("draft_updates")
      .addColumn("draft_id", "text", (column) => column.notNull().references("drafts.id").onDelete("cascade"))
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("sequence", "integer", (column) => column.notNull())
      .addColumn("epoch", "text", (column) => column.notNull())
      .addColumn("update", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("draft_updates_key", ["draft_id", "path", "sequence"])
      .execute();
    await tx.schema
      .createTable("draft_presence")
      .addColumn("draft_id", "text", (column) => column.notNull().references("drafts.id").onDelete("cascade"))
      .addColumn("client", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("draft_presence_key", ["draft_id", "client"])
      .execute();
    await tx.schema
      .createTable("draft_comments")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("draft_id", "text", (column) => column.notNull().references("drafts.id").onDelete("cascade"))
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("parent_id", "text")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("anchor", "text")
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("replacement", "text")
      .addColumn("author_id", "text", (column) => column.notNull())
      .addColumn("author_name", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("ended_by", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("draft_comments_by_draft")
      .on("draft_comments")
      .columns(["draft_id", "path", "id"])
      .execute();
  },
};
