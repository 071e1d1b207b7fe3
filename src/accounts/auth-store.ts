import { type RawBuilder, sql } from "kysely";
import type { Connection } from "../platform/db/database.ts";
import { hashToken } from "./session-store.ts";

/** A row as better-auth knows it. */
export type AuthRecord = Record<string, unknown>;

export interface AuthCondition {
  field: string;
  operator: string | undefined;
  connector: string | undefined;
  value: unknown;
}

interface AuthTable {
  name: string;
  /** Field of better-auth → column of ours. What is not here is not kept: we have no use for tokens of a provider. */
  columns: Readonly<Record<string, string>>;
}

const times = { createdAt: "created_at", updatedAt: "updated_at" };
const tables: Readonly<Record<string, AuthTable>> = {
  user: {
    name: "users",
    columns: { id: "id", email: "email", emailVerified: "email_verified", name: "name", image: "image", ...times },
  },
  account: {
    name: "credentials",
    columns: {
      id: "id",
      userId: "user_id",
      providerId: "provider_id",
      accountId: "account_id",
      password: "password",
      ...times,
    },
  },
  session: {
    name: "sessions",
    columns: {
      id: "id",
      token: "token_hash",
      userId: "user_id",
      ipAddress: "address",
      userAgent: "user_agent",
      expiresAt: "expires_at",
      ...times,
    },
  },
};

export async function insertRecord(connection: Connection, model: string, record: AuthRecord): Promise<void> {
  const { name, columns } = tableOf(model);
  const fields = Object.keys(columns).filter((field) => record[field] !== undefined);
  const names = fields.map((field) => sql.ref(columns[field] ?? field));
  const values = fields.map((field) => sql`${encode(field, record[field])}`);
  await sql`insert into ${sql.table(name)} (${sql.join(names)}) values (${sql.join(values)})`.execute(connection);
}

export async function findRecords(
  connection: Connection,
  model: string,
  conditions: readonly AuthCondition[],
  limit: number,
): Promise<AuthRecord[]> {
  const table = tableOf(model);
  const where = whereOf(table, conditions);
  const { rows } = await sql<AuthRecord>`select * from ${sql.table(table.name)} ${where} limit ${limit}`.execute(
    connection,
  );
  return rows.map((row) => decode(table, row, conditions));
}

/** How many there were. */
export async function updateRecords(
  connection: Connection,
  model: string,
  conditions: readonly AuthCondition[],
  changes: AuthRecord,
): Promise<number> {
  const table = tableOf(model);
  const sets = Object.entries(table.columns)
    .filter(([field]) => field !== "id" && changes[field] !== undefined)
    .map(([field, column]) => sql`${sql.ref(column)} = ${encode(field, changes[field])}`);
  if (sets.length === 0) {
    return 0;
  }
  const where = whereOf(table, conditions);
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table.name)} set ${sql.join(sets)} ${where}`.execute(
    connection,
  );
  return Number(numAffectedRows);
}

/** How many there were. */
export async function deleteRecords(
  connection: Connection,
  model: string,
  conditions: readonly AuthCondition[],
): Promise<number> {
  const table = tableOf(model);
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table.name)} ${whereOf(table, conditions)}`.execute(connection);
  return Number(numAffectedRows);
}

function tableOf(model: string): AuthTable {
  const table = tables[model];
  if (table === undefined) {
    throw new Error(`There is no table for the model ${model}.`);
  }
  return table;
}

const operators: Readonly<Record<string, RawBuilder<unknown>>> = { eq: sql`=`, lt: sql`<`, gt: sql`>`, in: sql`in` };

function whereOf({ columns }: AuthTable, conditions: readonly AuthCondition[]): RawBuilder<unknown> {
  const parts = conditions.map(({ field, operator = "eq", connector = "AND", value }) => {
    const [column, sign] = [columns[field], operators[operator]];
    if (column === undefined || sign === undefined || connector !== "AND") {
      throw new Error(`Accounts cannot be looked up by ${field} ${operator} ${connector}.`);
    }
    const right = Array.isArray(value)
      ? sql`(${sql.join(value.map((item) => sql`${encode(field, item)}`))})`
      : sql`${encode(field, value)}`;
    return sql`${sql.ref(column)} ${sign} ${right}`;
  });
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`;
}

// Only the hash of a token is ever stored or looked for.
function encode(field: string, value: unknown): unknown {
  if (field === "token") {
    return hashToken(String(value));
  }
  if (value instanceof Date) {
    return value.getTime();
  }
  return typeof value === "boolean" ? Number(value) : value;
}

function decode({ columns }: AuthTable, row: AuthRecord, conditions: readonly AuthCondition[]): AuthRecord {
  const record: AuthRecord = {};
  for (const [field, column] of Object.entries(columns)) {
    const value = row[column];
    record[field] = field.endsWith("At") ? new Date(Number(value)) : field === "emailVerified" ? value === 1 : value;
  }
  // The token cannot be read back, but whoever looked for it knows it.
  const token = conditions.find(({ field }) => field === "token")?.value;
  return token === undefined ? record : { ...record, token };
}
