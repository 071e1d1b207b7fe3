import type { Migration } from "../migration.ts";

export const notifications: Migration = {
  name: "notifications",
  async up(tx) {
    await tx.schema
      .createTable("notification_choices")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("choice", "text", (column) => column.notNull())
      .addColumn("week", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("notification_choices_key", ["user_id", "project_id", "kind"])
      .execute();
    // Finds who wants mail about an event, and whose weekly summary is due.
    await tx.schema
      .createIndex("notification_choices_by_project")
      .on("notification_choices")
      .columns(["project_id", "kind", "choice"])
      .execute();
    await tx.schema
      .createIndex("notification_choices_by_week")
      .on("notification_choices")
      .columns(["kind", "choice", "week"])
      .execute();
    await tx.schema
      .createTable("notification_marks")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("organization_id", "text", (column) =>
        column.notNull().references("organizations.id").onDelete("cascade"),
      )
      .addColumn("read_through", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("notification_marks_key", ["user_id", "organization_id"])
      .execute();
    await tx.schema
      .createTable("notification_reads")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("event_id", "text", (column) => column.notNull().references("events.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("notification_reads_key", ["user_id", "event_id"])
      .execute();
    await tx.schema.createIndex("notification_reads_by_event").on("notification_reads").column("event_id").execute();
    await tx.schema.createIndex("events_by_organization").on("events").columns(["organization_id", "id"]).execute();
  },
};
