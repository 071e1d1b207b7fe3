import { join } from "node:path";
import { AppError } from "../errors.ts";
import { createPrivateFile, makePrivateFolder } from "../private-folder.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";

export interface DatabaseOptions {
  /** A PostgreSQL URL. Without one, the database is a file in the data folder. */
  url: string | undefined;
  dataFolder: string;
  connectionsMax: number;
  /** Called when a connection breaks; the pool replaces it. */
  onIdleError: (error: Error) => void;
}

/** Opens the database and migrates its schema to this version. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await connectDatabase(options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database without migrating it. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url === undefined) {
    makePrivateFolder(options.dataFolder);
    const path = sqlitePath(options.dataFolder);
    createPrivateFile(path);
    return openSqlite(path);
  }
  if (!/^postgres(ql)?:\/\//.test(options.url)) {
    throw new AppError(
      "bad_request",
      "DATABASE_URL must start with postgres:// or postgresql://. Remove it to use SQLite.",
    );
  }
  // Loaded on demand: loading it would be a third of the startup time of an embedded server.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({
    url: options.url,
    connectionsMax: options.connectionsMax,
    onLostConnection: options.onIdleError,
  });
}

export function sqlitePath(dataFolder: string): string {
  return join(dataFolder, "lectern.db");
}
