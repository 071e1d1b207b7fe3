import type { Migration } from "../migration.ts";

export const updateHistory: Migration = {
  name: "update-history",
  async up(tx) {
    for (const column of ["trigger_name", "pushed_sha", "pushed_from", "built_sha", "files_renamed"] as const) {
      await tx.schema.alterTable("updates").addColumn(column, "text").execute();
    }
  },
};
