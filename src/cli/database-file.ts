import { DatabaseSync } from "node:sqlite";

/**
 * Turns a copied database into a single file without a write-ahead log and verifies it. Throws if it is damaged or not a
 * Lectern database, and returns its schema version otherwise.
 */
export function finishDatabaseFile(path: string): number {
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma journal_mode = delete");
    const found = database.prepare("pragma integrity_check(1)").get()?.integrity_check;
    if (found !== "ok") {
      throw new Error(`it is damaged: ${found}`);
    }
    return readSchemaVersion(database);
  } finally {
    database.close();
  }
}

function readSchemaVersion(database: DatabaseSync): number {
  const tables = database
    .prepare("select count(*) as count from sqlite_schema where name in ('schema_migrations', 'organizations')")
    .get();
  if (tables?.count !== 2) {
    throw new Error("it is not a Lectern database");
  }
  return Number(database.prepare("select max(version) as version from schema_migrations").get()?.version);
}
