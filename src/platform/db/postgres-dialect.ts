import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { PostgresConnection, PostgresPool } from "./postgres-pool.ts";

export interface PostgresTransactions {
  /** Settings that hold until the transaction ends, by name. */
  settings: Readonly<Record<string, string | number>>;
  /** The time limit of each statement, inside and outside of transactions; 0 for no limit. */
  statementTimeoutMilliseconds: number;
}

// BEGIN itself takes no time, so this is how long a pooler may take to find a free connection to the server.
const beginTimeoutMilliseconds = 5_000;

/**
 * Kysely's own driver, adapted to poolers: the settings of a transaction are sent together with its BEGIN, in one round
 * trip. A connection that broke is never used again, not even for a rollback.
 */
export function postgresDialect(pool: PostgresPool, transactions: PostgresTransactions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, transactions),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #timeoutMilliseconds: number;
  readonly #begin: string;

  constructor(pool: PostgresPool, { settings, statementTimeoutMilliseconds }: PostgresTransactions) {
    this.#pool = pool;
    this.#timeoutMilliseconds = statementTimeoutMilliseconds;
    const all = Object.entries({ statement_timeout: statementTimeoutMilliseconds, ...settings });
    this.#begin = ["begin", ...all.map(([name, value]) => `set local ${name} = ${value}`)].join("; ");
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<KyselyConnection> {
    return new KyselyConnection(await this.#pool.connect(), this.#timeoutMilliseconds);
  }

  async beginTransaction({ connection }: KyselyConnection): Promise<void> {
    await connection.run({ text: this.#begin, timeoutMilliseconds: beginTimeoutMilliseconds });
  }

  async commitTransaction({ connection }: KyselyConnection): Promise<void> {
    const { command } = await connection.run({ text: "commit" });
    // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed, even if the caller ignored that error.
    if (command === "ROLLBACK") {
      throw new Error("The transaction was rolled back because one of its statements had failed.");
    }
  }

  async rollbackTransaction({ connection }: KyselyConnection): Promise<void> {
    // Closing a broken connection rolls back too.
    if (!connection.isBroken) {
      await connection.run({ text: "rollback" });
    }
  }

  async releaseConnection({ connection }: KyselyConnection): Promise<void> {
    connection.release();
  }

  // Several drivers share the pool, so it isn't closed here.
  async destroy(): Promise<void> {}
}

class KyselyConnection implements DatabaseConnection {
  readonly connection: PostgresConnection;
  readonly #timeoutMilliseconds: number;

  constructor(connection: PostgresConnection, timeoutMilliseconds: number) {
    this.connection = connection;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.connection.run({
      text: sql,
      values: parameters,
      timeoutMilliseconds: this.#timeoutMilliseconds,
    });
    return writes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };
  }

  // Results always fit in memory.
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Results are not streamed.");
  }
}

const writes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
