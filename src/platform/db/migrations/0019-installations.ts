import type { Migration } from "../migration.ts";

export const installations: Migration = {
  name: "installations",
  async up(tx) {
    await tx.schema
      .createTable("installations")
      .addColumn("host", "text", (column) => column.notNull())
      .addColumn("installation_id", "bigint", (column) => column.notNull())
      .addColumn("organization_id", "text", (column) =>
        column.notNull().references("organizations.id").onDelete("cascade"),
      )
      .addColumn("account", "text", (column) => column.notNull())
      .addColumn("connected_by", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      // One installation belongs to one organization.
      .addPrimaryKeyConstraint("installations_key", ["host", "installation_id"])
      .execute();
    await tx.schema
      .createIndex("installations_by_organization")
      .on("installations")
      .column("organization_id")
      .execute();
    await tx.schema
      .createTable("installation_setups")
      .addColumn("state_hash", "text", (column) => column.primaryKey())
      .addColumn("organization_id", "text", (column) =>
        column.notNull().references("organizations.id").onDelete("cascade"),
      )
      .addColumn("session_id", "text", (column) => column.notNull())
      .addColumn("offers", "text")
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex("installation_setups_by_session")
      .on("installation_setups")
      .columns(["organization_id", "session_id"])
      .execute();
  },
};
