import { checkGitVersion } from "../git/git-version.ts";
import { openArtifacts } from "../platform/artifacts/open.ts";
import type { Config } from "../platform/config.ts";
import { openClock } from "../platform/db/database-clock.ts";
import { openDatabase } from "../platform/db/open.ts";
import { AppError } from "../platform/errors.ts";
import { openLog } from "../platform/log.ts";
import { makePrivateFolder } from "../platform/private-folder.ts";
import { openQueue } from "../platform/queue/open.ts";
import { openSecrets } from "../platform/secrets.ts";
import type { Services } from "../platform/services.ts";
import { findJobOwner } from "./find-owner.ts";
import { jobKinds } from "./job-kinds.ts";

export interface App extends Services {
  config: Config;
  close(): Promise<void>;
}

/** Opens the database, migrates it, and opens the queue and the artifact store. */
export async function openApp(
  config: Config,
  role: "api" | "worker" | "cli",
  checkGit: () => Promise<string> = checkGitVersion,
): Promise<App> {
  if (role !== "cli") await refuseOldGit(checkGit);
  // Needed with PostgreSQL too: it contains repositories and possibly the secret key.
  makePrivateFolder(config.dataFolder);
  const { logLevel: level, logFormat: format, withColors } = config;
  const log = await openLog({ level, name: role, format, withColors });
  const database = await openDatabase({
    url: config.databaseUrl,
    dataFolder: config.dataFolder,
    connectionsMax: config.databaseConnectionsMax,
    onIdleError: (error) => log.warn({ error }, "lost a connection to the database"),
  });
  try {
    const clock = await openClock(database);
    const queue = await openQueue({
      database,
      clock,
      kinds: jobKinds,
      databaseUrl: config.databaseUrl,
      role: role === "worker" ? "worker" : "api",
      log,
      findOrganization: findJobOwner,
    });
    return {
      config,
      database,
      queue,
      objects: await openArtifacts({ ...config.artifacts, dataFolder: config.dataFolder }),
      secrets: openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder }),
      clock,
      log,
      async close() {
        clock.stop?.();
        await queue.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * An old git silently ignores the setting that pins a host to its checked addresses, so Lectern must not start with it.
 */
async function refuseOldGit(checkGit: () => Promise<string>): Promise<void> {
  try {
    await checkGit();
  } catch (error) {
    throw error instanceof Error ? new AppError("unavailable", `Lectern cannot start: ${error.message}`) : error;
  }
}
