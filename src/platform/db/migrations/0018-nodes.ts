import type { Migration } from "../migration.ts";

/** Which processes are alive, and which streams they hold. */
export const nodes: Migration = {
  name: "nodes",
  async up(tx) {
    await tx.schema
      .createTable("nodes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("started_at", "bigint", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable("shared_slots")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("lease_until", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema.createIndex("shared_slots_by_holder").on("shared_slots").columns(["holder"]).execute();
  },
};
