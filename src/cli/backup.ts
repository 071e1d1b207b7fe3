import { existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { BackupManifest } from "../app/copy/backup-format.ts";
import { count } from "../contract/count.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config, Environment } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, print, showSeconds, textLines } from "./output.ts";
import { readSecretKey, secretKeyNames } from "./secret-key-file.ts";
import { withDatabase } from "./setup.ts";

type BackupOptions = OutputOptions & { databaseOnly?: boolean };

export function defineBackup(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<file>", "File to create; must not exist yet")
    .option("--database-only", "Leave out sites, screenshots and repositories, which stay in the artifact store")
    .action((file: string, options: BackupOptions) => backUp(environment, resolve(file), options));
}

async function backUp(environment: Environment, file: string, options: BackupOptions): Promise<void> {
  if (existsSync(file)) {
    throw new CommandProblem(`${file} already exists; choose another name.`);
  }
  await withDatabase(environment, async ({ config, database }) => {
    const manifest = await write(config, database, file, options);
    const notes = notesOn(manifest, readSecretKey(config) !== undefined);
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const { jobs, objects, objectBytes, missing } = manifest;
    const saved = `Saved ${count(rows, "row")} and ${count(objects, "object")} (${count(objectBytes, "byte")}) to ${file}.`;
    print(options, { file, rows, jobs, objects, missing, notes }, [saved, ...notes].join("\n"));
  });
}

async function write(
  config: Config,
  database: Database,
  file: string,
  { databaseOnly = false }: BackupOptions,
): Promise<BackupManifest> {
  const { writeBackup } = await import("../app/copy/write-backup.ts");
  const { openArtifacts } = await import("../platform/artifacts/open.ts");
  // Rename it only once it is complete: an interrupted copy must not look like a backup.
  const partial = `${file}.partial`;
  const stopCounting = showSeconds("Backing up");
  try {
    rmSync(partial, { force: true });
    const objects = await openArtifacts({ ...config.artifacts, dataFolder: config.dataFolder });
    const request = {
      path: partial,
      withObjects: !databaseOnly,
      secretKey: readSecretKey(config),
      secretKeyNames: secretKeyNames(config),
    };
    const { signal } = new AbortController();
    const manifest = await writeBackup({ database, objects, clock: systemClock }, request, signal);
    renameSync(partial, file);
    return manifest;
  } catch (error) {
    rmSync(partial, { force: true });
    const { CopyProblem } = await import("../platform/db/copy/fill-tables.ts");
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(
      error instanceof CopyProblem
        ? `The backup failed: ${reason}.`
        : `The backup failed (${reason}); check the folder and the free disk space.`,
      1,
      { cause: error },
    );
  } finally {
    stopCounting();
  }
}

function notesOn({ missing }: BackupManifest, hasKey: boolean): string[] {
  return textLines(
    hasKey
      ? "It contains secret.key, which decrypts stored tokens: keep it as safe as the server."
      : "It does not contain the keys in LECTERN_SECRET_KEYS: keep them elsewhere.",
    missing > 0 &&
      `${count(missing, "object")} could not be copied because they are missing or damaged on this server. Run an update of the affected sites.`,
  );
}
