import { sql } from "kysely";
import type { Migration } from "../migration.ts";

export const retries: Migration = {
  name: "retries",
  async up(tx) {
    await tx.schema
      .createTable("job_retries")
      .addColumn("job", "text", (column) => column.primaryKey())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("deaths", "integer", (column) => column.notNull())
      .addColumn("waits", "integer", (column) => column.notNull())
      .addColumn("waiting_since", "bigint")
      .addColumn("cause", "text")
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema.createIndex("job_retries_by_age").on("job_retries").column("updated_at").execute();
    await tx.schema.alterTable("updates").addColumn("failure_cause", "text").execute();
    await tx.schema
      .alterTable("updates")
      .addColumn("catch_ups", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // Failures that are tried again; a small part of all updates.
    await tx.schema
      .createIndex("updates_to_catch_up")
      .on("updates")
      .column("ended_at")
      .where(sql.ref("failure_cause"), "is not", null)
      .execute();
  },
};
