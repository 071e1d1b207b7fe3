import type { Migration } from "../migration.ts";

/** A project's model can have an address and a sealed key of its own. */
export const projectModels: Migration = {
  name: "project-models",
  async up(tx) {
    await tx.schema.alterTable("projects").addColumn("model_url", "text").execute();
    await tx.schema.alterTable("projects").addColumn("model_key", "text").execute();
  },
};
