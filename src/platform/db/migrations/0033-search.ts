import type { Migration } from "../migration.ts";

/** The command palette searches the newest rows of a whole organization. */
export const search: Migration = {
  name: "search",
  async up(tx) {
    await tx.schema.createIndex("updates_by_organization").on("updates").columns(["organization_id", "id"]).execute();
    await tx.schema
      .createIndex("agent_jobs_by_organization")
      .on("agent_jobs")
      .columns(["organization_id", "id"])
      .execute();
  },
};
