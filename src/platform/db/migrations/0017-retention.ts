import type { Migration } from "../migration.ts";

export const retention: Migration = {
  name: "retention",
  async up(tx) {
    await tx.schema.createIndex("updates_by_end").on("updates").column("ended_at").execute();
    await tx.schema.createIndex("agent_jobs_by_age").on("agent_jobs").column("created_at").execute();
    await tx.schema
      .createTable("stored_bytes")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("stored_bytes_key", ["project_id", "kind"])
      .execute();
  },
};
