import type { Migration } from "../migration.ts";

export const ratingReasons: Migration = {
  name: "rating-reasons",
  async up(tx) {
    await tx.schema.alterTable("page_ratings").addColumn("reason", "text").execute();
  },
};
