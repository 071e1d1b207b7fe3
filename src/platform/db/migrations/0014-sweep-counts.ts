import type { Migration } from "../migration.ts";

export const sweepCounts: Migration = {
  name: "sweep-counts",
  async up(tx) {
    await tx.schema
      .createTable("sweep_counts")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("runs", "bigint", (column) => column.notNull())
      .addColumn("failures", "bigint", (column) => column.notNull())
      .execute();
  },
};
