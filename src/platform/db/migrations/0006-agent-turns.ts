import { sql } from "kysely";
import type { Migration } from "../migration.ts";

export const agentTurns: Migration = {
  name: "agent-turns",
  async up(tx) {
    await tx.schema
      .createTable("agent_turns")
      .addColumn("job_id", "text", (column) => column.notNull().references("agent_jobs.id").onDelete("cascade"))
      .addColumn("turn", "integer", (column) => column.notNull())
      .addColumn("prompt", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("started_at", "bigint")
      .addColumn("base_sha", "text")
      .addColumn("on_branch", "integer")
      .addColumn("report", "text")
      .addColumn("commit_sha", "text")
      .addColumn("pushed_at", "bigint")
      .addPrimaryKeyConstraint("agent_turns_key", ["job_id", "turn"])
      .execute();
    await tx.schema
      .createTable("agent_model_steps")
      .addColumn("job_id", "text", (column) => column.notNull().references("agent_jobs.id").onDelete("cascade"))
      .addColumn("turn", "integer", (column) => column.notNull())
      .addColumn("step", "integer", (column) => column.notNull())
      .addColumn("messages", "text", (column) => column.notNull())
      .addColumn("changes", "text", (column) => column.notNull())
      .addColumn("input_tokens", "integer", (column) => column.notNull())
      .addColumn("output_tokens", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("agent_model_steps_key", ["job_id", "turn", "step"])
      .execute();
    // Jobs recorded before the agent existed have a prompt and can receive a message.
    await sql`insert into agent_turns (job_id, turn, prompt, created_at)
      select id, 1, prompt, created_at from agent_jobs`.execute(tx);
  },
};
