import type { Migration } from "../migration.ts";

export const auditTargets: Migration = {
  name: "audit-targets",
  async up(tx) {
    for (const name of ["project_name", "target_kind", "target_id", "target_name"] as const) {
      await tx.schema.alterTable("audit_entries").addColumn(name, "text").execute();
    }
    await tx.schema
      .createTable("audit_streams")
      .addColumn("organization_id", "text", (column) =>
        column.primaryKey().references("organizations.id").onDelete("cascade"),
      )
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("failing_since", "bigint")
      .addColumn("retry_at", "bigint", (column) => column.notNull())
      .addColumn("last_error", "text")
      .addColumn("delivered_at", "bigint")
      .addColumn("set_by", "text", (column) => column.notNull())
      .addColumn("set_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable("audit_outbox")
      .addColumn("organization_id", "text", (column) => column.notNull())
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("audit_outbox_key", ["organization_id", "entry_id"])
      .execute();
  },
};
