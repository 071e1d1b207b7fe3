import pg from "pg";
import { countDatabaseError } from "./count-database-error.ts";
import { DatabaseUnavailable, explainPostgresError, isConflict } from "./database-unavailable.ts";

const connectTimeoutMilliseconds = 5_000;
// After this long without data, the system probes the connection once a second, and closes it after ten lost probes.
const keepAliveDelayMilliseconds = 10_000;
// How much longer than the server's own limit we wait for an answer, so that the server can cancel the statement first.
const answerGraceMilliseconds = 5_000;

export interface PostgresPoolOptions {
  url: string;
  connectionsMax: number;
  applicationName: string;
  /** The time limit of statements that have no limit of their own. */
  statementTimeoutMilliseconds: number;
  /** Called when a connection breaks, whether it is in use or not; the pool replaces it by itself. */
  onLostConnection: (error: Error) => void;
}

export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** The statement is prepared under this name, once per connection, unless a pooler is in between. */
  name?: string;
  /** 0 for no limit. */
  timeoutMilliseconds?: number;
}

export interface PostgresPool {
  connect(): Promise<PostgresConnection>;
  /** Runs one statement on any connection. */
  run(statement: Statement): Promise<pg.QueryResult>;
  readUse(): PoolUse;
  close(): Promise<void>;
}

interface PoolUse {
  total: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

/** Opens connections whose errors never end the process, and that work through a pooler in transaction mode. */
export function openPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, connectionsMax, applicationName, statementTimeoutMilliseconds, onLostConnection } = options;
  const direct = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMilliseconds,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    types: { getTypeParser },
    onConnect: async (client) => {
      if (await isDirect(client)) {
        direct.add(client);
        await client.query(`set statement_timeout = ${statementTimeoutMilliseconds}`);
      }
    },
  });
  // The pool itself only listens to idle connections, so one that breaks inside a transaction would end the process.
  pool.on("connect", (client) => client.on("error", onLostConnection));
  pool.on("error", () => {});

  async function connect(): Promise<PostgresConnection> {
    try {
      const client = await pool.connect();
      return new PostgresConnection(client, direct.has(client), statementTimeoutMilliseconds);
    } catch (error) {
      countDatabaseError("unavailable");
      throw new DatabaseUnavailable(error);
    }
  }
  return {
    connect,
    async run(statement) {
      const connection = await connect();
      try {
        return await connection.run(statement);
      } finally {
        connection.release();
      }
    },
    readUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** A connection that is taken from the pool until it is released. */
export class PostgresConnection {
  readonly #client: pg.PoolClient;
  readonly #isDirect: boolean;
  readonly #timeoutMilliseconds: number;
  #isBroken = false;

  constructor(client: pg.PoolClient, isDirect: boolean, timeoutMilliseconds: number) {
    this.#client = client;
    this.#isDirect = isDirect;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /**
   * True if a statement may still be running, or if the server has closed the connection. The connection can then only
   * be released.
   */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async run({
    text,
    values,
    name,
    timeoutMilliseconds = this.#timeoutMilliseconds,
  }: Statement): Promise<pg.QueryResult> {
    try {
      return await this.#client.query({
        text,
        ...(values === undefined ? {} : { values: [...values] }),
        ...(name !== undefined && this.#isDirect ? { name } : {}),
        ...(timeoutMilliseconds === 0 ? {} : { query_timeout: timeoutMilliseconds + answerGraceMilliseconds }),
      });
    } catch (error) {
      const explained = explainPostgresError(error);
      if (explained instanceof DatabaseUnavailable) countDatabaseError("unavailable");
      if (isConflict(error)) countDatabaseError("conflict");
      this.#isBroken ||= explained instanceof DatabaseUnavailable;
      if (!this.#isBroken) await this.#waitUntilReady();
      throw explained;
    }
  }

  /**
   * After an error, the server reports separately whether a transaction is open, so the known status may be outdated.
   * It is current once the server has answered an empty statement.
   */
  async #waitUntilReady(): Promise<void> {
    const nothing = { text: "", query_timeout: answerGraceMilliseconds };
    try {
      await this.#client.query(nothing);
    } catch {
      this.#isBroken = true;
    }
  }

  release(): void {
    // Several statements in one text may have begun a transaction and failed in it.
    const isInTransaction = this.#client.getTransactionStatus() !== "I";
    this.#client.release(this.#isBroken || isInTransaction);
  }
}

/**
 * Whether no pooler is in between. A pooler assigns its own process IDs, because it needs them to find the server
 * connection when a statement is canceled. Behind a pooler, every transaction may run on another server connection, so
 * no setting or prepared statement may outlive a transaction.
 */
async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const ask = { text: "select pg_backend_pid() as pid", query_timeout: connectTimeoutMilliseconds };
  const { rows } = await client.query<{ pid: number }>(ask);
  return "processID" in client && client.processID === rows[0]?.pid;
}

// Times and counts are bigint columns, which pg would return as text.
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
