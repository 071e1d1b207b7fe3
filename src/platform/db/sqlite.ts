import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { LRUCache } from "lru-cache";
import { camelCaseNames } from "./camel-case-names.ts";
import type { EmbeddedAdapter } from "./compile-once.ts";
import { countDatabaseError } from "./count-database-error.ts";
import type { Database, PreparedRead } from "./database.ts";
import { groupTransactions } from "./grouped-transactions.ts";
import type { Tables } from "./tables.ts";

const busyTimeoutMilliseconds = 5_000;
const busyWaitMilliseconds = 5;
const sqliteBusy = 5;
const readerCacheKibibytes = 32_768;
const statementsRemembered = 500;

/**
 * The embedded database: one connection for everything Kysely runs, one statement at a time, and a read-only one for
 * hot reads. In WAL mode a reader never waits for the writer, so a worker's transaction doesn't delay a status read.
 */
export function openSqlite(path: string): Database {
  const main = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds });
  main.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  // From here on we wait for the write lock ourselves: SQLite's own waiting would block every other request.
  main.exec("pragma busy_timeout = 0");
  const reader = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds, readOnly: true });
  // SQLite's own function only knows the letters of ASCII.
  const lower = (value: SQLInputValue) => (typeof value === "string" ? value.toLowerCase() : value);
  main.function("lower", { deterministic: true }, lower);
  // Enough for the inner pages of every index, so a read costs the same however large the tables are.
  reader.exec(`pragma cache_size = -${readerCacheKibibytes}`);
  const dataVersion = reader.prepare("pragma data_version");
  // An array is cheaper than an object, and this statement runs with nearly every request.
  dataVersion.setReturnArrays(true);
  // The version is read once per turn of the event loop and shared by requests that arrived together. A commit of
  // another process in between comes after their arrival, so they don't have to see it.
  let version: number | undefined;
  const forgetVersion = () => {
    version = undefined;
  };
  const readVersion = () => {
    if (version === undefined) {
      version = Number((dataVersion.get() as unknown as [number])[0]);
      setImmediate(forgetVersion);
    }
    return version;
  };
  const prepare = rememberStatements(main, forgetVersion);
  const query = new Kysely<Tables>({ dialect: nodeSqliteDialect(main, prepare), plugins: [camelCaseNames] });
  const runRelaxed = groupTransactions<Tables>({
    open: (work) =>
      query.connection().execute(async (connection) => {
        await connection.executeQuery(relaxed);
        try {
          await connection.transaction().execute(work);
        } finally {
          await connection.executeQuery(strict);
        }
      }),
    run: (statement) => void prepare(statement).statement.run(),
  });

  return {
    dialect: "sqlite",
    query,
    transaction(work, options) {
      return options?.durability === "relaxed" ? runRelaxed(work) : query.transaction().execute(work);
    },
    prepare: <Row>(text: string) => prepareRead<Row>(reader, text),
    readVersion,
    ping: async () => {
      await reader.exec("select 1");
    },
    snapshot: (work) =>
      query.connection().execute(async (connection) => {
        // Deferred, so that the transaction only reads: in WAL mode it neither waits for writers nor delays them.
        await connection.executeQuery(CompiledQuery.raw("begin deferred"));
        try {
          return await work(connection);
        } finally {
          await connection.executeQuery(CompiledQuery.raw("rollback"));
        }
      }),
    async close() {
      reader.close();
      await query.destroy();
      if (main.isOpen) {
        main.close();
      }
    },
  };
}

const relaxed = CompiledQuery.raw("pragma synchronous = normal");
const strict = CompiledQuery.raw("pragma synchronous = full");

function prepareRead<Row>(database: DatabaseSync, text: string): PreparedRead<Row> {
  // Prepared on first use: the tables may not exist yet when the program is wired together.
  let statement: StatementSync | undefined;
  let names: string[] = [];
  const prepared = () => {
    if (statement === undefined) {
      statement = database.prepare(text);
      // Naming the values of an array costs less than renaming the properties of an object.
      statement.setReturnArrays(true);
    }
    return statement;
  };
  const toRow = (values: readonly SQLOutputValue[]) => {
    // Another process may have migrated the database and added a column.
    if (names.length !== values.length) {
      names = prepared()
        .columns()
        .map(({ name }) => camelCaseNames.camelCase(name));
    }
    const row: Record<string, SQLOutputValue | undefined> = {};
    for (const [index, name] of names.entries()) row[name] = values[index];
    return row as Row;
  };
  return {
    first: async (values) => {
      const found = prepared().get(...values) as readonly SQLOutputValue[] | undefined;
      return found && toRow(found);
    },
    all: async (values) => (prepared().all(...values) as unknown as SQLOutputValue[][]).map(toRow),
  };
}

function nodeSqliteDialect(database: DatabaseSync, prepare: PrepareStatement): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(prepare),
    createDriver: () => new NodeSqliteDriver(database, prepare),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class NodeSqliteAdapter extends SqliteAdapter implements EmbeddedAdapter {
  readonly #prepare: PrepareStatement;

  constructor(prepare: PrepareStatement) {
    super();
    this.#prepare = prepare;
  }

  runNow<Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row> {
    return execute<Row>(this.#prepare(query.sql), query);
  }
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: DatabaseConnection;

  constructor(database: DatabaseSync, prepare: PrepareStatement) {
    this.#database = database;
    this.#connection = {
      executeQuery: <Row>(query: CompiledQuery) => executeWhenFree<Row>(database, prepare, query),
      // biome-ignore lint/correctness/useYield: results here always fit in memory; nothing streams.
      streamQuery: async function* () {
        throw new Error("The embedded database does not stream results.");
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Immediate: a transaction that begins as a reader can't wait for the writer and fails as soon as it writes.
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (this.#database.isTransaction) {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

interface PreparedStatement {
  statement: StatementSync;
  hasRows: boolean;
}

type PrepareStatement = (text: string) => PreparedStatement;

/** The program has a few hundred statements, and parsing a statement takes as long as running it. */
function rememberStatements(database: DatabaseSync, beforeUse: () => void): PrepareStatement {
  const known = new LRUCache<string, PreparedStatement>({ max: statementsRemembered });
  return (text) => {
    beforeUse();
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const statement = database.prepare(text);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    known.set(text, prepared);
    return prepared;
  };
}

async function executeWhenFree<Row>(
  database: DatabaseSync,
  prepare: PrepareStatement,
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  const deadline = performance.now() + busyTimeoutMilliseconds;
  for (;;) {
    try {
      return execute<Row>(prepare(query.sql), query);
    } catch (error) {
      if (!isBusy(error) || database.isTransaction || performance.now() > deadline) {
        countFailure(error);
        throw error;
      }
      await setTimeout(busyWaitMilliseconds);
    }
  }
}

function isBusy(error: unknown): boolean {
  return codeOf(error) === sqliteBusy;
}

function countFailure(error: unknown): void {
  if (isBusy(error)) countDatabaseError("conflict");
  if (brokenCodes.has(codeOf(error))) countDatabaseError("unavailable");
}

// Input/output errors, a full disk, a file that can't be opened, and damaged files.
const brokenCodes: ReadonlySet<number> = new Set([10, 11, 13, 14, 26]);

function codeOf(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  // The low byte is the primary code; the rest is the reason.
  return code & 0xff;
}

function execute<Row>(
  { statement, hasRows }: PreparedStatement,
  query: Pick<CompiledQuery, "parameters">,
): QueryResult<Row> {
  const values = query.parameters.map(bindable);
  if (hasRows) {
    return { rows: statement.all(...values) as Row[] };
  }
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

// node:sqlite treats an object in the first position as named parameters and then silently binds the other values to
// the wrong positions.
function bindable(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || value === null) {
    return value;
  }
  throw new TypeError(`A value of type ${typeof value} cannot be stored; encode it first.`);
}
