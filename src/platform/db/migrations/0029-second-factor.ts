import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const secondFactor: Migration = {
  name: "second-factor",
  async up(tx) {
    await createFactors(tx);
    await createSteps(tx);
    await createRules(tx);
  },
};

async function createFactors(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("authenticators")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("last_step", "bigint", (column) => column.notNull())
    .addColumn("confirmed_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable("recovery_codes")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .addPrimaryKeyConstraint("recovery_codes_key", ["user_id", "hash"])
    .execute();
  await tx.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("sign_count", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await tx.schema.createIndex("passkeys_by_user").on("passkeys").column("user_id").execute();
}

async function createSteps(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("sign_in_challenges")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("challenge", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("sign_in_challenges_by_end").on("sign_in_challenges").column("expires_at").execute();
  await tx.schema.createIndex("sign_in_challenges_by_user").on("sign_in_challenges").column("user_id").execute();
  await tx.schema
    .createTable("password_resets")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().unique().references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.references("organizations.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createRules(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("sign_in_rules")
    .addColumn("organization_id", "text", (column) =>
      column.primaryKey().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("needs_second_factor", "integer", (column) => column.notNull())
    .addColumn("idle_minutes", "integer")
    .addColumn("session_hours", "integer")
    .execute();
  await tx.schema.alterTable("sessions").addColumn("last_used_at", "bigint").execute();
}
