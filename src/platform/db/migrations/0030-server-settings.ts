import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const serverSettings: Migration = {
  name: "server-settings",
  async up(tx) {
    await createSettings(tx);
    await createOrganizationSignIns(tx);
    await tx.schema.alterTable("sessions").addColumn("provider_at", "bigint").execute();
    await tx.schema.alterTable("access_tokens").addColumn("provider_at", "bigint").execute();
    await tx.schema
      .alterTable("members")
      .addColumn("is_managed", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

async function createSettings(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("server_settings")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("secret", "text")
    .addColumn("set_by", "text", (column) => column.notNull())
    .addColumn("set_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createOrganizationSignIns(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("organization_sign_ins")
    .addColumn("organization_id", "text", (column) =>
      column.primaryKey().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("requires_provider", "integer", (column) => column.notNull())
    .addColumn("default_role", "text")
    .addColumn("email_domains", "text", (column) => column.notNull())
    .addColumn("mappings", "text", (column) => column.notNull())
    .addColumn("set_by", "text", (column) => column.notNull())
    .addColumn("set_at", "bigint", (column) => column.notNull())
    .execute();
}
