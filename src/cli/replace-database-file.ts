import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteProblem } from "./explain-database-error.ts";

/** Files that SQLite keeps next to a database. */
const companions: readonly string[] = ["-wal", "-shm", "-journal"];

/** Turns a database into a single file without a write-ahead log, and throws if the file is damaged. */
export function finishDatabaseFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma journal_mode = delete");
    const found = database.prepare("pragma integrity_check(1)").get()?.integrity_check;
    if (found !== "ok") {
      throw new Error(`it is damaged: ${found}`);
    }
  } finally {
    database.close();
  }
}

export function removeDatabaseFile(path: string): void {
  for (const suffix of ["", ...companions]) {
    rmSync(`${path}${suffix}`, { force: true });
  }
}

type Replacement = { replaced: true; keptAs: string | undefined } | { replaced: false };

/** Replaces a database with a file and keeps the old database under another name. Does nothing if it is in use. */
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
    // SQLite would apply a leftover log of the damaged database to the new one.
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

// Sync before the rename: after a power loss, the name must not refer to an unwritten file.
function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Locks a database exclusively, with all changes merged into a single file. Returns `undefined` while another process
 * has it open. The operating system releases the lock of a dead process. A process that opens the database at this very
 * moment finds it moved, and SQLite won't let it write.
 */
export function holdDatabase(path: string): { release(): void } | undefined {
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
        // A damaged database can't be in use, so it needs no lock.
        return { release: () => {} };
      default:
        throw error;
    }
  }
}
