import { closeSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteProblem } from "./sqlite-error.ts";

/** What SQLite keeps beside a database. */
export const companions: readonly string[] = ["-wal", "-shm", "-journal"];

type Replacement = { replaced: true; keptAs: string | undefined } | { replaced: false };

/** Puts a file in the place of a database, which is kept under another name. Does nothing while the database is in use. */
export function replaceDatabaseFile(path: string, staged: string, now: number): Replacement {
  syncFile(staged);
  if (!existsSync(path)) {
    renameSync(staged, path);
    return { replaced: true, keptAs: undefined };
  }
  const hold = holdDatabase(path);
  if (hold === undefined) {
    return { replaced: false };
  }
  try {
    const keptAs = path.replace(/\.db$/, `-until-${new Date(now).toISOString().replaceAll(":", "-")}.db`);
    // A log left behind by a damaged database would be taken for the new one's.
    for (const suffix of companions.filter((companion) => existsSync(`${path}${companion}`))) {
      renameSync(`${path}${suffix}`, `${keptAs}${suffix}`);
    }
    renameSync(path, keptAs);
    renameSync(staged, path);
    return { replaced: true, keptAs };
  } finally {
    hold.release();
  }
}

// Before the name moves: after a power loss it must not stand for a file that was never written.
function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Takes a database for us alone, with all that was written to it in the one file. Gives `undefined` while any other
 * process has it open. The lock is the system's, so a process that died holds none; and a process that opens the
 * database in this very moment finds it moved, and SQLite lets it write nothing.
 */
function holdDatabase(path: string): { release(): void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("pragma locking_mode = exclusive; pragma journal_mode = delete");
    database.exec("pragma locking_mode = normal; select 1 from sqlite_schema; begin exclusive");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    switch (sqliteProblem(error)) {
      case "busy":
        return undefined;
      case "damaged":
        // Nobody can use it, so there is nobody to keep out.
        return { release: () => {} };
      default:
        throw error;
    }
  }
}
