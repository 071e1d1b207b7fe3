import type { Migration } from "../migration.ts";

export const jobOutcomes: Migration = {
  name: "job-outcomes",
  async up(tx) {
    for (const column of ["outcome", "summary"] as const) {
      await tx.schema.alterTable("agent_jobs").addColumn(column, "text").execute();
    }
    for (const column of ["started_at", "ended_at", "cost"] as const) {
      await tx.schema.alterTable("agent_jobs").addColumn(column, "bigint").execute();
    }
    for (const column of ["model_steps", "input_tokens", "output_tokens"] as const) {
      await tx.schema
        .alterTable("agent_jobs")
        .addColumn(column, "bigint", (added) => added.notNull().defaultTo(0))
        .execute();
    }
  },
};
