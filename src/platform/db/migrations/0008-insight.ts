import type { Migration } from "../migration.ts";

export const insight: Migration = {
  name: "insight",
  async up(tx) {
    // Questions and conversations are listed newest first, page by page.
    await tx.schema.createIndex("turns_newest").on("turns").columns(["project_id", "id"]).execute();
    await tx.schema.createIndex("threads_newest").on("threads").columns(["project_id", "id"]).execute();
  },
};
