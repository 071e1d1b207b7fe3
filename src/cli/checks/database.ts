import { existsSync } from "node:fs";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/database.ts";
import { ownCommand } from "../../platform/own-command.ts";
import { explainDatabaseError } from "../explain-database-error.ts";
import { databaseOptions, workAndClose } from "../setup.ts";
import type { Check } from "./check.ts";
import { checkSites } from "./store.ts";

/** Checks the database and the workers that it lists. Read-only: never creates or migrates a database. */
export async function checkDatabase(config: Config): Promise<Check[]> {
  const { connectDatabase, sqlitePath } = await import("../../platform/db/open.ts");
  const kind = config.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config.dataFolder))) {
    return [{ name: "database", state: "ok", found: `${kind}, created at the first start` }];
  }
  try {
    return await workAndClose(await connectDatabase(databaseOptions(config)), (database) =>
      examine(config, database, kind),
    );
  } catch (error) {
    const fix = explainDatabaseError(config, error).replace(/\.$/, "");
    return [{ name: "database", state: "fail", found: `${kind}, not usable`, fix }];
  }
}

async function examine(config: Config, database: Database, kind: string): Promise<Check[]> {
  const { migrations, schemaVersion, isUsable } = await import("../../platform/db/migrate.ts");
  const tables = (await database.query.introspection.getTables()).map(({ name }) => name);
  const version = tables.includes("schema_migrations") ? await schemaVersion(database.query) : 0;
  const known = migrations.length;
  const found = `${kind}, schema ${version} of ${known}`;
  const workers = tables.includes("nodes") ? [await checkWorkers(database)] : [];
  if (version < known) {
    const fix = `the next start migrates it, or run: ${ownCommand("migrate")}`;
    return [{ name: "database", state: "warn", found, fix }, ...workers];
  }
  if (version > known && !(await isUsable(database.query, known))) {
    const fix = "a newer version of Lectern migrated it; run that version, or restore a backup";
    return [{ name: "database", state: "fail", found, fix }, ...workers];
  }
  return [{ name: "database", state: "ok", found }, ...workers, await checkSites(config, database)];
}

/** Without a worker, updates and jobs wait forever. That only matters while a server is running. */
async function checkWorkers(database: Database): Promise<Check> {
  const { countNodes } = await import("../../platform/nodes/store.ts");
  const { silentMilliseconds } = await import("../../platform/nodes/report-alive.ts");
  const { api, worker } = await countNodes(database.query, Date.now() - silentMilliseconds);
  if (worker > 0) {
    return { name: "workers", state: "ok", found: `${worker} running` };
  }
  return api === 0
    ? { name: "workers", state: "ok", found: "none, and no server is running" }
    : { name: "workers", state: "fail", found: "none is running", fix: `run: ${ownCommand("worker")}` };
}
