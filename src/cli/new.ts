import { readdir } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { ownCommand } from "../platform/own-command.ts";
import { writeStarter } from "../projects/write-starter.ts";
import { addJsonOption, givenName } from "./options.ts";
import { CommandProblem, type OutputOptions, print } from "./output.ts";

const nameMaxLength = 60;

type NewOptions = OutputOptions & { name?: string };

/** Creates a starter project: settings, guides with the main components, and an API page. */
export function defineNew(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "Folder to create; must be new or empty")
    .option("--name <name>", "Name of the site (default: the folder's name)", givenName)
    .action((folder: string, options: NewOptions) => makeProject(folder, options));
}

async function makeProject(folder: string, options: NewOptions): Promise<void> {
  const target = resolve(folder);
  const name = options.name?.trim() ?? nameOf(target);
  if (name === "" || name.length > nameMaxLength) {
    throw new CommandProblem(`The name of the site must have 1 to ${nameMaxLength} characters.`, 2);
  }
  await refuseUsed(target, folder);
  await writeStarter(target, name);
  const files = await readdir(target, { recursive: true, withFileTypes: true });
  const count = files.filter((entry) => entry.isFile()).length;
  print(
    options,
    { folder: target, name, files: count },
    `Created ${name} in ${folder}. Preview it with: ${ownCommand(`dev ${folder}`)}`,
  );
}

async function refuseUsed(target: string, folder: string): Promise<void> {
  const inside = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error.code === "ENOTDIR" ? new CommandProblem(`${folder} is a file; choose a folder.`) : error;
  });
  // A freshly cloned empty repository is fine.
  if (inside.some((entry) => entry !== ".git")) {
    throw new CommandProblem(`${folder} isn't empty; choose a new folder.`);
  }
}

/** `acme-docs` → `Acme docs`. */
function nameOf(target: string): string {
  const words = basename(target)
    .replaceAll(/[-_.\s]+/g, " ")
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, nameMaxLength);
}
