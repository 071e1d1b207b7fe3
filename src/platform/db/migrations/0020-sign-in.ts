import type { Migration } from "../migration.ts";

export const signIn: Migration = {
  name: "sign-in",
  async up(tx) {
    await tx.schema
      .createTable("known_addresses")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("used_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("known_addresses_key", ["user_id", "address"])
      .execute();
    await tx.schema.createIndex("known_addresses_by_use").on("known_addresses").column("used_at").execute();
  },
};
