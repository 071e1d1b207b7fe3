import { stat } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import { isName, nameRule } from "../contract/name-rule.ts";
import { CommandProblem, type OutputOptions } from "./output.ts";

const pageLimitMax = 100;

export function addJsonOption(command: Command): Command {
  return command.option("--json", "Print JSON instead of text");
}

type Argument = readonly [usage: string, about: string];

/** Adds a subcommand, which can print JSON too. */
export function addCommand(command: Command, name: string, about: string, ...given: readonly Argument[]): Command {
  const added = addJsonOption(command.command(name)).description(about);
  for (const argument of given) added.argument(...argument);
  return added;
}

export const projectArgument = ["<project>", "Project ID or subdomain"] as const;

export interface OrganizationOptions extends OutputOptions {
  organization?: string;
}

/** Optional if the server has a single organization. */
export const organizationOption = [
  "--organization <id>",
  "Organization ID (default: the only organization)",
] as const satisfies [string, string];

/** For options that can be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

export interface PageOptions extends OutputOptions {
  limit?: number;
  cursor?: string;
}

export function addPageOptions(command: Command): Command {
  return command
    .option("--limit <number>", "Maximum number of results (default: 20)", wholeNumber(1, pageLimitMax))
    .option("--cursor <cursor>", "Continue after the previous page");
}

/** Names follow the same rule as in the API. */
export function givenName(value: string): string {
  if (!isName(value)) throw new InvalidArgumentError(`It ${nameRule}`);
  return value;
}

export async function checkFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw new CommandProblem(`Folder not found: ${folder}; use the folder with docs.json.`);
  }
}

export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}`);
    }
    return Number(value);
  };
}
