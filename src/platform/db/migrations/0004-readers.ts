import type { Migration } from "../migration.ts";

export const readers: Migration = {
  name: "readers",
  async up(tx) {
    await tx.schema
      .createTable("visitor_salts")
      .addColumn("day", "text", (column) => column.primaryKey())
      .addColumn("salt", "text", (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable("insight_searches")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("query", "text", (column) => column.notNull())
      .addColumn("searches", "integer", (column) => column.notNull())
      .addColumn("without_result", "integer", (column) => column.notNull())
      .addColumn("clicks", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_searches_key", ["project_id", "day", "source", "query"])
      .execute();
    await tx.schema
      .createTable("insight_pages")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("page", "text", (column) => column.notNull())
      .addColumn("searches", "integer", (column) => column.notNull())
      .addColumn("clicks", "integer", (column) => column.notNull())
      .addColumn("tool_reads", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_pages_key", ["project_id", "day", "page"])
      .execute();
    await tx.schema
      .createTable("page_ratings")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("page", "text", (column) => column.notNull())
      .addColumn("helpful", "integer", (column) => column.notNull())
      .addColumn("comment", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("page_ratings_by_project")
      .on("page_ratings")
      .columns(["project_id", "created_at"])
      .execute();
    // Retention queries by day across all projects.
    await tx.schema.createIndex("insight_searches_by_day").on("insight_searches").column("day").execute();
    await tx.schema.createIndex("insight_pages_by_day").on("insight_pages").column("day").execute();
    await tx.schema.createIndex("page_ratings_by_age").on("page_ratings").column("created_at").execute();
  },
};
