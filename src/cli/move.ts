import type { Command } from "commander";
import type { MovedObjects, MovedTables } from "../app/copy/move-server.ts";
import { count } from "../contract/count.ts";
import type { Config, Environment } from "../platform/config.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { ownCommand } from "../platform/own-command.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, print, printProblem, showSeconds, textLines } from "./output.ts";
import { databaseOptions, readSettings, withDatabase, workAndClose } from "./setup.ts";

export function defineMove(command: Command, environment: Environment): void {
  addJsonOption(command)
    .option("--ahead", "only copy objects, while the server keeps running; so that the move itself takes less time")
    .action((options: MoveOptions) => move(environment, options));
}

type MoveOptions = OutputOptions & { ahead?: boolean };

async function move(environment: Environment, options: MoveOptions): Promise<void> {
  const config = readSettings(environment);
  refuseSettings(config, options);
  await checkSource(config, options);
  const stopCounting = showSeconds("Moving");
  try {
    await withDatabase(environment, async ({ database }) => {
      const report = options.ahead
        ? await copyAhead(config, database.query)
        : await lockSource(database, (source) => copy(config, source));
      print(options, { ...report.objects, ...report.tables, notes: report.notes }, report.notes.join("\n"));
    });
  } finally {
    stopCounting();
  }
}

function refuseSettings({ databaseUrl, move }: Config, { ahead }: MoveOptions): void {
  if (ahead && move.artifacts === "") {
    throw new CommandProblem("Only objects can be copied ahead; set LECTERN_MOVE_ARTIFACTS.", 2);
  }
  if (move.databaseUrl === undefined && move.artifacts === "") {
    throw new CommandProblem(
      "No destination to move to; set LECTERN_MOVE_DATABASE_URL, LECTERN_MOVE_ARTIFACTS or both.",
      2,
    );
  }
  if (move.databaseUrl !== undefined && databaseUrl !== undefined) {
    throw new CommandProblem(
      `The database is already PostgreSQL. To copy it to another one, use: ${ownCommand("backup")} and ${ownCommand("restore")}.`,
    );
  }
}

/** A running server would continue to write to the old place, and those changes would be lost. */
async function checkSource(config: Config, { ahead }: MoveOptions): Promise<void> {
  const { existsSync } = await import("node:fs");
  const { connectDatabase, sqlitePath } = await import("../platform/db/open.ts");
  const { assertNoUsers, assertUnused } = await import("./restore-server.ts");
  if (config.databaseUrl === undefined) {
    const path = sqlitePath(config.dataFolder);
    if (!existsSync(path)) {
      throw new CommandProblem(`There is no server in ${config.dataFolder}; check LECTERN_DATA.`);
    }
    if (!ahead) assertUnused(config, path);
  } else if (!ahead) await workAndClose(await connectDatabase(databaseOptions(config)), assertNoUsers);
}

/** Locks SQLite against writes, so that a server started too early fails instead of losing changes. */
function lockSource<Result>(database: Database, work: (source: Connection) => Promise<Result>): Promise<Result> {
  return database.dialect === "sqlite" ? database.transaction(work) : work(database.query);
}

interface Report {
  objects: MovedObjects | undefined;
  tables: MovedTables | undefined;
  notes: string[];
}

async function copyAhead(config: Config, source: Connection): Promise<Report> {
  const objects = await copyObjects(config, source);
  const missing = objects?.missing ?? 0;
  const notes = textLines(
    `${describeObjects(objects)} Now stop Lectern and run: ${ownCommand("move")}`,
    missing > 0 &&
      `${count(missing, "object")} missing or damaged in the old store, or removed by the server in the meantime.`,
  );
  return { objects, tables: undefined, notes };
}

async function copy(config: Config, source: Connection): Promise<Report> {
  // The database comes last, so that everything its rows refer to already exists.
  const { databaseUrl } = config.move;
  const { objects, tables } =
    databaseUrl === undefined
      ? { objects: await copyObjects(config, source), tables: undefined }
      : await copyAll(config, databaseUrl, source);
  return { objects, tables, notes: notesOn(config, objects, tables) };
}

async function copyObjects(config: Config, source: Connection): Promise<MovedObjects | undefined> {
  if (config.move.artifacts === "") {
    return undefined;
  }
  const { openArtifacts } = await import("../platform/artifacts/open.ts");
  const { moveObjects } = await import("../app/copy/move-server.ts");
  const { artifacts, move, dataFolder } = config;
  const from = await openArtifacts({ ...artifacts, dataFolder });
  const to = await openArtifacts({ ...artifacts, address: move.artifacts, dataFolder });
  const began = performance.now();
  return moveObjects(source, from, to, ({ objects, copied }) => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (objects % objectsPerLine === 0) printProblem(`${objects} objects, ${copied} of them copied, in ${seconds} s`);
  });
}

const objectsPerLine = 1_000;

async function copyAll(config: Config, databaseUrl: string, source: Connection): Promise<Omit<Report, "notes">> {
  const { connectDatabase } = await import("../platform/db/open.ts");
  const { CopyProblem } = await import("../platform/db/copy/fill-tables.ts");
  const { moveTables, planTables } = await import("../app/copy/move-server.ts");
  const { assertNoUsers, openQueueOf } = await import("./restore-server.ts");
  const opened = await connectDatabase({ ...databaseOptions(config), url: databaseUrl });
  try {
    return await workAndClose(opened, async (database) => {
      await assertNoUsers(database);
      const plan = await planTables(source, database);
      const objects = await copyObjects(config, source);
      return workAndClose(await openQueueOf(databaseUrl, database), async (queue) => ({
        objects,
        tables: await moveTables(source, { database, queue }, plan),
      }));
    });
  } catch (error) {
    throw error instanceof CopyProblem
      ? new CommandProblem(`Cannot move: ${error.message}.`, 1, { cause: error })
      : error;
  }
}

function notesOn(config: Config, objects: MovedObjects | undefined, tables: MovedTables | undefined): string[] {
  const settings = textLines(
    tables && "DATABASE_URL to the value of LECTERN_MOVE_DATABASE_URL",
    objects && "LECTERN_ARTIFACTS to the value of LECTERN_MOVE_ARTIFACTS",
    config.secretKeys.length === 0 && "LECTERN_SECRET_KEYS to the content of secret.key in the data folder",
  );
  return textLines(
    objects && describeObjects(objects),
    objects !== undefined &&
      objects.missing > 0 &&
      `${count(objects.missing, "object")} missing or damaged in the old store; run an update of the affected sites.`,
    tables &&
      `Verified ${count(tables.rows, "row")} in PostgreSQL${tables.isCopied ? `, with ${count(tables.jobs, "waiting job")}` : "; they were already there"}.`,
    `Now set ${settings.join(", and ")}; remove the LECTERN_MOVE settings; and start Lectern.`,
    "The old data is unchanged. Keep it until you know that the new server works.",
  );
}

function describeObjects(objects: MovedObjects | undefined): string {
  return `Verified ${count(objects?.objects ?? 0, "object")} in the new store; ${objects?.copied ?? 0} of them copied now.`;
}
