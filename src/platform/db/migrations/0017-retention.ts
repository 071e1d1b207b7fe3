import type { Migration } from "../migration.ts";

export const retention: Migration = {
  name: "retention",
  async up(tx) {
    await tx.schema
      .createTable("stored_bytes")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("stored_bytes_key", ["project_id", "kind"])
      .execute();
  },
};
