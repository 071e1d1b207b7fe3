import type { Migration } from "../migration.ts";

export const mail: Migration = {
  name: "mail",
  async up(tx) {
    await tx.schema
      .createTable("mails")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("sealed", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("retry_at", "bigint", (column) => column.notNull())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("outcome", "text")
      .execute();
    await tx.schema.createIndex("mails_by_time").on("mails").column("created_at").execute();
    await tx.schema
      .createTable("update_people")
      .addColumn("update_id", "text", (column) => column.primaryKey().references("updates.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .execute();
  },
};
