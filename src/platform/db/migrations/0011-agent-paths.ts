import type { Migration } from "../migration.ts";

export const agentPaths: Migration = {
  name: "agent-paths",
  async up(tx) {
    await tx.schema
      .alterTable("projects")
      .addColumn("agent_paths", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
