import type { Migration } from "../migration.ts";

export const turns: Migration = {
  name: "turns",
  async up(tx) {
    await tx.schema
      .createTable("turns")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("thread_id", "text", (column) => column.notNull().references("threads.id").onDelete("cascade"))
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("question", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("sources", "text", (column) => column.notNull())
      .addColumn("page", "text")
      .addColumn("language", "text")
      .addColumn("model", "text", (column) => column.notNull())
      .addColumn("duration_milliseconds", "integer", (column) => column.notNull())
      .addColumn("input_tokens", "integer", (column) => column.notNull())
      .addColumn("output_tokens", "integer", (column) => column.notNull())
      .addColumn("helpful", "integer")
      .addColumn("comment", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema.createIndex("turns_by_project").on("turns").columns(["project_id", "created_at"]).execute();
    await tx.schema.createIndex("turns_by_thread").on("turns").column("thread_id").execute();
    // Retention looks for threads that haven't been touched in a long time.
    await tx.schema.createIndex("threads_by_use").on("threads").column("updated_at").execute();
  },
};
