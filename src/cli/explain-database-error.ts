import type { Config } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { ownCommand } from "../platform/own-command.ts";

/** Why the database cannot be opened and what to do about it, without its password. */
export function explainDatabaseError(config: Config, error: unknown): string {
  if (error instanceof AppError) {
    return error.message;
  }
  return config.databaseUrl === undefined
    ? `The embedded database in ${config.dataFolder} cannot be opened (${reason(error)}); ${sqliteRemedy(error)}.`
    : `PostgreSQL at ${hostOf(config.databaseUrl)} cannot be used (${reason(error)}); check DATABASE_URL and that the server is running.`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  // A name with several addresses fails with one error per address, and the aggregate has no message.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

function sqliteRemedy(error: unknown): string {
  switch (sqliteProblem(error)) {
    case "damaged":
      return `restore a backup with: ${ownCommand("restore FILE")}`;
    case "full":
      return "free some disk space";
    case "busy":
      return "stop the other program that has locked it";
    default:
      return "check that LECTERN_DATA is a folder this user can write to";
  }
}

function hostOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host || "localhost" : "the configured URL";
}

const sqliteProblems: Readonly<Record<number, "busy" | "damaged" | "full">> = {
  5: "busy",
  11: "damaged",
  13: "full",
  26: "damaged",
};

/** Classifies errors of the embedded database that need different handling. */
export function sqliteProblem(error: unknown): "busy" | "damaged" | "full" | undefined {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  // The low byte is the primary code; the rest is the extended code.
  return sqliteProblems[code & 0xff];
}
