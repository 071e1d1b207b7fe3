import type { Migration } from "../migration.ts";

export const branchRules: Migration = {
  name: "branch-rules",
  async up(tx) {
    await tx.schema
      .alterTable("projects")
      .addColumn("branch_rules", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
