import type { Migration } from "../migration.ts";

export const updateProblems: Migration = {
  name: "update-problems",
  async up(tx) {
    await tx.schema.alterTable("updates").addColumn("problems", "text").execute();
    await tx.schema
      .alterTable("projects")
      .addColumn("fail_on_errors", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .createTable("update_problems")
      .addColumn("update_id", "text", (column) => column.primaryKey().references("updates.id").onDelete("cascade"))
      .addColumn("problems", "text", (column) => column.notNull())
      .execute();
  },
};
