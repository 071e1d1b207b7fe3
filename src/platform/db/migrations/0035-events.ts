import { sql } from "kysely";
import type { Migration } from "../migration.ts";

export const events: Migration = {
  name: "events",
  async up(tx) {
    await tx.schema
      .createTable("events")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("organization_id", "text", (column) => column.notNull())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("data", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("dispatch_at", "bigint", (column) => column.notNull())
      .addColumn("dispatched_at", "bigint")
      .execute();
    await tx.schema
      .createIndex("events_waiting")
      .on("events")
      .columns(["organization_id", "dispatch_at"])
      .where(sql.ref("dispatched_at"), "is", null)
      .execute();
    await tx.schema.createIndex("events_by_project").on("events").columns(["project_id", "type", "at"]).execute();
  },
};
