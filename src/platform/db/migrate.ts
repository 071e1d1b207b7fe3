import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Connection, Database, Transaction } from "./database.ts";
import type { Migration } from "./migration.ts";
import { foundation } from "./migrations/0001-foundation.ts";

/**
 * In the order they run; the position in the list is the schema version. Forward only: a released migration never
 * changes.
 */
export const migrations: readonly Migration[] = [foundation];

// Any constant works, as long as every version of Lectern uses the same one.
const advisoryLock = 7_305_482_116;

/**
 * Runs all pending migrations in one transaction under one lock: nodes that start together wait for the first one, and
 * a failed migration leaves the schema unchanged.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<number> {
  return database.transaction((tx) => migrateIn(tx, database.dialect, known), { isUnlimited: true });
}

/** Like `migrate`, but inside the caller's transaction. */
export async function migrateIn(
  tx: Transaction,
  dialect: Database["dialect"],
  known: readonly Migration[],
): Promise<number> {
  if (dialect === "postgres") {
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(tx);
  }
  await sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, usable_from integer not null, applied_at bigint not null
    )`.execute(tx);
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
      const usableFrom = migration.isBreaking ? index + 1 : 1;
      await sql`
        insert into schema_migrations (version, name, usable_from, applied_at)
        values (${index + 1}, ${migration.name}, ${usableFrom}, ${Date.now()})`.execute(tx);
    }
  }
  return known.length;
}

/** Whether a program that knows only this many migrations still works after the later ones. */
export async function isUsable(tx: Connection, known: number): Promise<boolean> {
  const { rows } = await sql`
    select version from schema_migrations where version > ${known} and usable_from > ${known}`.execute(tx);
  return rows.length === 0;
}

export async function schemaVersion(tx: Connection): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migrations`.execute(
    tx,
  );
  return rows[0]?.version ?? 0;
}
