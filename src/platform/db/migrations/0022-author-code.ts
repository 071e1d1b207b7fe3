import type { Migration } from "../migration.ts";

export const authorCode: Migration = {
  name: "author-code",
  async up(tx) {
    await tx.schema
      .alterTable("projects")
      .addColumn("author_code", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
