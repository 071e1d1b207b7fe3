import type { Migration } from "../migration.ts";

export const accessTokens: Migration = {
  name: "access-tokens",
  async up(tx) {
    await tx.schema
      .createTable("access_tokens")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("organization_id", "text", (column) => column.references("organizations.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("hint", "text", (column) => column.notNull())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("revoked_at", "bigint")
      .addColumn("last_used_at", "bigint")
      .addColumn("last_used_address", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await tx.schema.createIndex("access_tokens_by_user").on("access_tokens").column("user_id").execute();
  },
};
