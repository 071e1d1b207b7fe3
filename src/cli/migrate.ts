import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { count } from "../contract/count.ts";
import type { Environment } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { BuildProblem, convertMintJson, describeProblem, isJsonObject, parseJson } from "../site/project.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, print, printJson, printText } from "./output.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

export function defineMigrate(command: Command, environment: Environment): void {
  const onDatabase = databaseAction(environment, migrateDatabase, { creates: true });
  addJsonOption(command)
    .argument("[folder]", "Folder with a mint.json to convert to docs.json, instead of migrating the database")
    .option("--overwrite", "Replace a docs.json that exists")
    .action((folder: string | undefined, options: ConvertOptions) =>
      folder === undefined ? onDatabase(options) : convertSettings(folder, options),
    );
}

async function migrateDatabase({ database }: DatabaseCommand, options: OutputOptions): Promise<void> {
  const { migrations } = await import("../platform/db/migrate.ts");
  const schemaVersion = migrations.length;
  print(
    options,
    { database: database.dialect, schemaVersion },
    `The ${database.dialect === "sqlite" ? "embedded" : "PostgreSQL"} database has schema ${schemaVersion}.`,
  );
}

interface ConvertOptions extends OutputOptions {
  overwrite?: boolean;
}

/** Writes the docs.json of a project that has a mint.json, and names the settings that have no counterpart. */
async function convertSettings(folder: string, options: ConvertOptions): Promise<void> {
  const { settings, lost } = convertMintJson(await readMint(folder));
  const file = join(folder, "docs.json");
  try {
    await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { flag: options.overwrite ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new CommandProblem(`${file} exists. To replace it, add --overwrite.`);
  }
  if (options.json) {
    printJson({ file, lost });
    return;
  }
  for (const setting of lost) printText(`mint.json: "${setting}" has no counterpart in docs.json, so it is left out`);
  printText(`Wrote ${file}${lost.length > 0 ? ` without ${count(lost.length, "setting")}` : ""}.`);
  printText(`Check it with: ${ownCommand(`validate ${folder}`)}. The mint.json is no longer read; you can delete it.`);
}

async function readMint(folder: string) {
  const text = await readFile(join(folder, "mint.json"), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT" && cause.code !== "ENOTDIR") throw cause;
    throw new CommandProblem(`There is no mint.json in ${folder}.`, 1, { cause });
  });
  try {
    const mint = parseJson(text, "mint.json");
    if (isJsonObject(mint)) return mint;
  } catch (error) {
    throw error instanceof BuildProblem ? new CommandProblem(describeProblem(error)) : error;
  }
  throw new CommandProblem("mint.json must contain one object.");
}
