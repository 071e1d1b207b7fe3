import type { Migration } from "../migration.ts";

export const projectBudgets: Migration = {
  name: "project-budgets",
  async up(tx) {
    await tx.schema
      .alterTable("projects")
      .addColumn("budgets", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
