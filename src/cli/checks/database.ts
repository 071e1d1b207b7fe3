import { existsSync } from "node:fs";
import type { Config } from "../../platform/config.ts";
import { explainDatabaseError } from "../explain-database-error.ts";
import { databaseOptions } from "../setup.ts";
import type { Check } from "./check.ts";

/** Read-only: neither migrates the schema nor creates a database. */
export async function checkDatabase(config: Config): Promise<Check> {
  const { connectDatabase, sqlitePath } = await import("../../platform/db/open.ts");
  const { migrations, schemaVersion } = await import("../../platform/db/migrate.ts");
  const kind = config.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config.dataFolder))) {
    return { name: "database", state: "ok", found: `${kind}, created at the first start` };
  }
  try {
    const database = await connectDatabase(databaseOptions(config));
    try {
      const tables = await database.query.introspection.getTables();
      const isNew = !tables.some((table) => table.name === "schema_migrations");
      return compareSchema(kind, isNew ? 0 : await schemaVersion(database.query), migrations.length);
    } finally {
      await database.close();
    }
  } catch (error) {
    return {
      name: "database",
      state: "fail",
      found: `${kind}, not usable`,
      fix: explainDatabaseError(config, error).replace(/\.$/, ""),
    };
  }
}

function compareSchema(kind: string, version: number, known: number): Check {
  const found = `${kind}, schema ${version} of ${known}`;
  if (version > known) {
    const fix = "a newer version of Lectern migrated it; run that version, or restore a backup";
    return { name: "database", state: "fail", found, fix };
  }
  if (version < known) {
    const fix = "the next start migrates it, or run: lectern migrate";
    return { name: "database", state: "warn", found, fix };
  }
  return { name: "database", state: "ok", found };
}
