import { createHash } from "node:crypto";
import { Kysely, sql } from "kysely";
import { camelCaseNames } from "./camel-case-names.ts";
import type { Database, PreparedRead, SqlValue, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable, isConflict } from "./database-unavailable.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { openPostgresPool, type PostgresPool } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

const statementTimeoutMilliseconds = 30_000;
// Ends the transaction of a process that hangs in the middle of one, so that other processes don't wait for it. A
// healthy transaction is never idle for long, because it only runs queries.
const idleTransactionTimeoutMilliseconds = 15_000;
// A backup writes to a disk between two reads, and the disk may be slow.
const idleSnapshotTimeoutMilliseconds = 600_000;
const pingTimeoutMilliseconds = 5_000;
const transactionTriesMax = 5;

export interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** Called when a connection breaks; the pool replaces it. */
  onLostConnection: (error: Error) => void;
}

export function openPostgres(options: PostgresOptions): Database {
  const pool = openPostgresPool({ ...options, applicationName: "lectern", statementTimeoutMilliseconds });
  const settings = { idle_in_transaction_session_timeout: idleTransactionTimeoutMilliseconds };
  const bounded = { settings, statementTimeoutMilliseconds };
  const query = open(pool, bounded);
  const relaxed = open(pool, { ...bounded, settings: { ...settings, synchronous_commit: "off" } });
  const unlimited = open(pool, { ...bounded, statementTimeoutMilliseconds: 0 });
  const snapshots = open(pool, {
    settings: { idle_in_transaction_session_timeout: idleSnapshotTimeoutMilliseconds },
    statementTimeoutMilliseconds: 0,
  });
  const choose = ({ durability, isUnlimited = false }: TransactionOptions) =>
    isUnlimited ? unlimited : durability === "relaxed" ? relaxed : query;

  return {
    dialect: "postgres",
    query,
    transaction: (work, transactionOptions = {}) =>
      repeatConflicts(() => choose(transactionOptions).transaction().execute(work)),
    prepare: <Row>(text: string) => prepareRead<Row>(pool, text),
    ping: async () => {
      await pool.run({ text: "select 1", timeoutMilliseconds: pingTimeoutMilliseconds });
    },
    snapshot: (work) =>
      snapshots.transaction().execute(async (tx) => {
        await sql`set transaction isolation level repeatable read, read only`.execute(tx);
        return work(tx);
      }),
    readPoolUse: () => pool.readUse(),
    close: () => pool.close(),
  };
}

function open(pool: PostgresPool, transactions: Parameters<typeof postgresDialect>[1]): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: postgresDialect(pool, transactions), plugins: [camelCaseNames] });
}

/** A deadlock or a serialization failure is nobody's mistake: PostgreSQL undid the work so that it can be repeated. */
async function repeatConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) {
        throw error;
      }
      if (tries === transactionTriesMax) {
        throw new DatabaseUnavailable(error);
      }
    }
  }
}

function prepareRead<Row>(pool: PostgresPool, text: string): PreparedRead<Row> {
  let position = 0;
  const numbered = text.replaceAll("?", () => `$${++position}`);
  const name = createHash("sha256").update(numbered).digest("base64url").slice(0, 32);
  const all = async (values: readonly SqlValue[]) => {
    const { rows } = await pool.run({ name, text: numbered, values });
    return rows.map((row) => camelCaseNames.mapRow(row) as Row);
  };
  return { all, first: async (values) => (await all(values))[0] };
}
