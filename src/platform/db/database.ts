import type { Kysely, Transaction as KyselyTransaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Where a query runs: the database or a transaction. Stores take it as their first argument. */
export type Connection = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export type SqlValue = string | number | null;

/** A statement that is prepared once, for reads that every request makes. */
export interface PreparedRead<Row> {
  first(values: readonly SqlValue[]): Promise<Row | undefined>;
  all(values: readonly SqlValue[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /**
   * `full` (the default): commits survive power loss. `relaxed`: commits survive a crash of the process, but the latest
   * ones may be lost in a power failure. For counters and log lines.
   */
  durability?: "full" | "relaxed";
  /** Lifts the time limit for statements. For migrations. */
  isUnlimited?: boolean;
}

export interface Database {
  readonly dialect: "sqlite" | "postgres";
  /** Queries outside a transaction. */
  readonly query: Connection;
  /**
   * Commits everything the work does, or nothing. After a deadlock or a serialization failure the work is repeated from
   * the start, so it should have no effects besides its queries.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** `sql` uses `?` for values on both databases. */
  prepare<Row>(sql: string): PreparedRead<Row>;
  /**
   * A number that changes with every commit of any process: while it is unchanged, everything read earlier is still
   * current. Only an embedded database can provide it without asking a server.
   */
  readVersion?(): number;
  /** The use of the connection pool, if there is one. */
  readPoolUse?(): { total: number; idle: number; waiting: number };
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Everything the work reads is from the same moment, however long it takes and whatever others write. */
  snapshot<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
