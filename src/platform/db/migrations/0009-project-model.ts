import type { Migration } from "../migration.ts";

export const projectModel: Migration = {
  name: "project-model",
  async up(tx) {
    await tx.schema.alterTable("projects").addColumn("model", "text").execute();
  },
};
