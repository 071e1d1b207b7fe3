import { type CreateTableBuilder, sql } from "kysely";
import type { Connection, Database } from "../database.ts";
import type { Migration } from "../migration.ts";

export const foundation: Migration = {
  name: "foundation",
  async up(tx, dialect) {
    await createProjects(tx);
    await createKeys(tx);
    await createUpdates(tx, dialect);
    await createAgentJobs(tx, dialect);
    await createThreads(tx, dialect);
    await createLimits(tx);
    await createQueue(tx);
  },
};

async function createProjects(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable("projects")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organizations.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("domain", "text", (column) => column.notNull().unique())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("directory", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("projects_by_organization").on("projects").columns(["organization_id", "id"]).execute();
  await tx.schema
    .createTable("project_domains")
    .addColumn("domain", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("project_domains_by_project").on("project_domains").column("project_id").execute();
}

async function createKeys(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("keys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organizations.id"))
    .addColumn("project_id", "text", (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("allowed_addresses", "text", (column) => column.notNull())
    .addColumn("allowed_origins", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addColumn("last_used_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("keys_by_organization").on("keys").columns(["organization_id", "id"]).execute();
}

async function createUpdates(tx: Connection, dialect: Database["dialect"]): Promise<void> {
  await tx.schema
    .createTable("updates")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("subdomain", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .addColumn("commit_sha", "text")
    .addColumn("commit_ref", "text")
    .addColumn("commit_message", "text")
    .addColumn("files_changed", "text")
    .addColumn("author_name", "text")
    .addColumn("author_avatar_url", "text")
    .addColumn("author_github_user_id", "bigint")
    .addColumn("screenshot_light", "text")
    .addColumn("screenshot_dark", "text")
    .addColumn("event_count", "integer", (column) => column.notNull())
    .addColumn("log_lines", "integer", (column) => column.notNull())
    .addColumn("log_bytes", "integer", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("updates_by_project").on("updates").columns(["project_id", "id"]).execute();
  await tx.schema.createIndex("updates_by_status").on("updates").columns(["project_id", "status", "id"]).execute();
  await clustered(dialect, tx.schema.createTable("update_events"))
    .addColumn("update_id", "text", (column) => column.notNull().references("updates.id").onDelete("cascade"))
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("line_count", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("update_events_key", ["update_id", "sequence"])
    .execute();
}

async function createAgentJobs(tx: Connection, dialect: Database["dialect"]): Promise<void> {
  await tx.schema
    .createTable("agent_jobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("base_ref", "text", (column) => column.notNull())
    .addColumn("ref", "text")
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("pr_link", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("archived_at", "bigint")
    .addColumn("event_count", "integer", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("agent_jobs_by_project").on("agent_jobs").columns(["project_id", "id"]).execute();
  await tx.schema
    .createIndex("agent_jobs_by_status")
    .on("agent_jobs")
    .columns(["project_id", "status", "id"])
    .execute();
  await clustered(dialect, tx.schema.createTable("agent_job_events"))
    .addColumn("job_id", "text", (column) => column.notNull().references("agent_jobs.id").onDelete("cascade"))
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("agent_job_events_key", ["job_id", "sequence"])
    .execute();
}

async function createThreads(tx: Connection, dialect: Database["dialect"]): Promise<void> {
  await tx.schema
    .createTable("threads")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("fp", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("threads_by_name", ["project_id", "fp", "name"])
    .execute();
  await clustered(dialect, tx.schema.createTable("messages"))
    .addColumn("thread_id", "text", (column) => column.notNull().references("threads.id").onDelete("cascade"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("messages_key", ["thread_id", "sequence"])
    .addUniqueConstraint("messages_by_id", ["thread_id", "id"])
    .execute();
}

async function createLimits(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("rate_limits")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("reset_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("rate_limits_key", ["name", "subject"])
    .execute();
  await tx.schema.createIndex("rate_limits_by_reset").on("rate_limits").column("reset_at").execute();
  await tx.schema
    .createTable("idempotency_records")
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("operation", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("reply", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_records_key", ["organization_id", "operation", "key"])
    .execute();
  await tx.schema.createIndex("idempotency_records_by_time").on("idempotency_records").column("created_at").execute();
}

async function createQueue(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("queue_jobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("group_key", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempt", "integer", (column) => column.notNull())
    .addColumn("claim", "integer", (column) => column.notNull())
    .addColumn("run_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint")
    .addColumn("reason", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  // Only jobs that may still run, oldest first: a claim reads few entries no matter how many jobs have ended.
  await tx.schema
    .createIndex("queue_jobs_by_age")
    .on("queue_jobs")
    .column("created_at")
    .where(sql.ref("state"), "in", sql`('waiting', 'running')`)
    .execute();
  await tx.schema.createIndex("queue_jobs_by_group").on("queue_jobs").columns(["kind", "group_key", "state"]).execute();
  await tx.schema.createIndex("queue_jobs_by_end").on("queue_jobs").column("ended_at").execute();
}

// SQLite then stores the rows in key order, with the events of one update next to each other.
function clustered<Name extends string, Columns extends string>(
  dialect: Database["dialect"],
  table: CreateTableBuilder<Name, Columns>,
): CreateTableBuilder<Name, Columns> {
  return dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table;
}
