import type { Migration } from "../migration.ts";

export const changes: Migration = {
  name: "changes",
  async up(tx, dialect) {
    await tx.schema
      .createTable("changes")
      // Numbered by the database and never reused, so writers don't wait for each other.
      .addColumn("sequence", dialect === "postgres" ? "bigserial" : "integer", (column) =>
        dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn("organization_id", "text", (column) => column.notNull())
      .addColumn("project_id", "text")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("changes_by_organization")
      .on("changes")
      .columns(["organization_id", "sequence"])
      .execute();
  },
};
