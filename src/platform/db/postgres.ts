import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database, PreparedRead, SqlValue } from "./database.ts";
import type { Tables } from "./tables.ts";

const connectTimeoutMilliseconds = 5_000;
const statementTimeoutMilliseconds = 30_000;
// Ends the transaction of a process that hangs in the middle of one, so that others don't wait. Transactions do nothing
// but query.
const idleTransactionTimeoutMilliseconds = 15_000;

export interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError: (error: Error) => void;
}

export function openPostgres({ url, connectionsMax, onIdleError }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: "lectern",
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    statement_timeout: statementTimeoutMilliseconds,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMilliseconds,
    types: { getTypeParser },
  });
  pool.on("error", onIdleError);
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  return {
    dialect: "postgres",
    query,
    transaction(work, options) {
      return query.transaction().execute(async (tx) => {
        if (options?.durability === "relaxed") {
          await sql`set local synchronous_commit = off`.execute(tx);
        }
        return work(tx);
      });
    },
    prepare: <Row>(text: string) => prepareRead<Row>(pool, text),
    ping: async () => {
      await pool.query("select 1");
    },
    close: () => query.destroy(),
  };
}

function prepareRead<Row>(pool: pg.Pool, text: string): PreparedRead<Row> {
  let position = 0;
  const numbered = text.replaceAll("?", () => `$${++position}`);
  const name = createHash("sha256").update(numbered).digest("base64url").slice(0, 32);
  const all = async (values: readonly SqlValue[]) => {
    const result = await pool.query({ name, text: numbered, values: [...values] });
    return result.rows as Row[];
  };
  return { all, first: async (values) => (await all(values))[0] };
}

// Times and counts are bigint columns, which pg would return as text.
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
