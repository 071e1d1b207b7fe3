import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Connection, Database, Transaction } from "./database.ts";
import type { Migration } from "./migration.ts";
import { foundation } from "./migrations/0001-foundation.ts";
import { publishing } from "./migrations/0002-publishing.ts";
import { turns } from "./migrations/0003-turns.ts";
import { readers } from "./migrations/0004-readers.ts";
import { pullRequests } from "./migrations/0005-pull-requests.ts";
import { agentTurns } from "./migrations/0006-agent-turns.ts";
import { accounts } from "./migrations/0007-accounts.ts";
import { insight } from "./migrations/0008-insight.ts";
import { projectModel } from "./migrations/0009-project-model.ts";
import { changes } from "./migrations/0010-changes.ts";
import { agentPaths } from "./migrations/0011-agent-paths.ts";
import { webhookRefusals } from "./migrations/0012-webhook-refusals.ts";
import { projectBudgets } from "./migrations/0013-project-budgets.ts";
import { sweepCounts } from "./migrations/0014-sweep-counts.ts";
import { hostedRepositories } from "./migrations/0015-hosted-repositories.ts";
import { retries } from "./migrations/0016-retries.ts";
import { retention } from "./migrations/0017-retention.ts";
import { nodes } from "./migrations/0018-nodes.ts";
import { installations } from "./migrations/0019-installations.ts";
import { signIn } from "./migrations/0020-sign-in.ts";
import { domainProofs } from "./migrations/0021-domain-proofs.ts";
import { authorCode } from "./migrations/0022-author-code.ts";
import { branchRules } from "./migrations/0023-branch-rules.ts";
import { updateProblems } from "./migrations/0024-update-problems.ts";
import { updateHistory } from "./migrations/0025-update-history.ts";
import { jobOutcomes } from "./migrations/0026-job-outcomes.ts";
import { accessTokens } from "./migrations/0027-access-tokens.ts";
import { projectRoles } from "./migrations/0028-project-roles.ts";
import { secondFactor } from "./migrations/0029-second-factor.ts";
import { serverSettings } from "./migrations/0030-server-settings.ts";
import { auditTargets } from "./migrations/0031-audit-targets.ts";
import { reviews } from "./migrations/0032-reviews.ts";
import { search } from "./migrations/0033-search.ts";
import { ratingReasons } from "./migrations/0034-rating-reasons.ts";
import { events } from "./migrations/0035-events.ts";
import { outgoingWebhooks } from "./migrations/0036-outgoing-webhooks.ts";
import { mail } from "./migrations/0037-mail.ts";
import { notifications } from "./migrations/0038-notifications.ts";
import { evaluation } from "./migrations/0039-evaluation.ts";
import { projectModels } from "./migrations/0040-project-models.ts";
import { editor } from "./migrations/0041-editor.ts";
import { auditWebhooks } from "./migrations/0042-audit-webhooks.ts";

/**
 * In the order they run; the position in the list is the schema version. Forward only: a released migration never
 * changes.
 */
export const migrations: readonly Migration[] = [
  foundation,
  publishing,
  turns,
  readers,
  pullRequests,
  agentTurns,
  accounts,
  insight,
  projectModel,
  changes,
  agentPaths,
  webhookRefusals,
  projectBudgets,
  sweepCounts,
  hostedRepositories,
  retries,
  retention,
  nodes,
  installations,
  signIn,
  domainProofs,
  authorCode,
  branchRules,
  updateProblems,
  updateHistory,
  jobOutcomes,
  accessTokens,
  projectRoles,
  secondFactor,
  serverSettings,
  auditTargets,
  reviews,
  search,
  ratingReasons,
  events,
  outgoingWebhooks,
  mail,
  notifications,
  evaluation,
  projectModels,
  editor,
  auditWebhooks,
];

/** The schema of version 0.2.0. Later migrations only add, so that nodes of both versions can run next to each other. */
export const firstUsable = 14;

// Any constant works, as long as every version of Lectern uses the same one.
const advisoryLock = 7_305_482_116;

/**
 * Runs all pending migrations in one transaction under one lock: nodes that start together wait for the first one, and
 * a failed migration leaves the schema unchanged.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<number> {
  return database.transaction((tx) => migrateIn(tx, database.dialect, known), { isUnlimited: true });
}

/** The same in a transaction that does more. */
export async function migrateIn(
  tx: Transaction,
  dialect: Database["dialect"],
  known: readonly Migration[],
): Promise<number> {
  if (dialect === "postgres") {
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(tx);
  }
  await sql`create table if not exists schema_migrations (version integer primary key, name text not null, applied_at bigint not null)`.execute(
    tx,
  );
  await sql`create table if not exists schema_compatibility (version integer primary key, usable_from integer not null)`.execute(
    tx,
  );
  const version = await schemaVersion(tx);
  if (version > known.length && !(await isUsable(tx, known.length))) {
    throw new AppError(
      "unavailable",
      `The database has schema ${version}, but this version of Lectern only knows ${known.length}: a newer version has migrated it. Start that version, or restore a backup.`,
    );
  }
  for (const [index, migration] of known.entries()) {
    if (index >= version) {
      await migration.up(tx, dialect);
      await sql`insert into schema_migrations (version, name, applied_at) values (${index + 1}, ${migration.name}, ${Date.now()})`.execute(
        tx,
      );
      const usableFrom = migration.isBreaking ? index + 1 : firstUsable;
      await sql`insert into schema_compatibility (version, usable_from) values (${index + 1}, ${usableFrom})`.execute(
        tx,
      );
    }
  }
  return known.length;
}

/** Whether a program that knows only this many migrations works with everything that later ones have changed. */
export async function isUsable(tx: Connection, known: number): Promise<boolean> {
  const { rows } = await sql<{ usable_from: number | null }>`
    select compatibility.usable_from from schema_migrations
    left join schema_compatibility as compatibility on compatibility.version = schema_migrations.version
    where schema_migrations.version > ${known}`.execute(tx);
  return rows.every((row) => row.usable_from !== null && row.usable_from <= known);
}

export async function schemaVersion(tx: Connection): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migrations`.execute(
    tx,
  );
  return rows[0]?.version ?? 0;
}
