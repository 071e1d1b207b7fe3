import type { Migration } from "../migration.ts";

export const webhookRefusals: Migration = {
  name: "webhook-refusals",
  async up(tx) {
    await tx.schema.alterTable("webhook_deliveries").addColumn("problem", "text").execute();
    // A separate table: the ID of a refused delivery must not make a later valid one look like a repeat.
    await tx.schema
      .createTable("webhook_refusals")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("host", "text", (column) => column.notNull())
      .addColumn("event", "text", (column) => column.notNull())
      .addColumn("problem", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("webhook_refusals_by_project")
      .on("webhook_refusals")
      .columns(["project_id", "at"])
      .execute();
  },
};
