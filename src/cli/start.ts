import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { hasMembers } from "../accounts/member-store.ts";
import { listOrganizations } from "../accounts/store.ts";
import type { App } from "../app/app.ts";
import type { FirstStart } from "../app/first-start.ts";
import type { Config, Environment } from "../platform/config.ts";
import { listProjects } from "../projects/store.ts";
import { makeOwnerLink } from "./make-owner-link.ts";
import { CommandProblem, printText } from "./output.ts";
import { holdDatabase } from "./replace-database-file.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { findNotedAddress } from "./setup.ts";
import { welcome, welcomeBack, welcomeInFile } from "./welcome.ts";

export function defineStart(command: Command, environment: Environment): void {
  command.action(async () => {
    await runUntilStopped(environment, "api", async (app, chosen) => {
      const folder = holdFolder(app.config);
      const { start } = await import("../app/start.ts");
      const { firstStart, stop } = await start(app, chosen);
      printText(firstStart === undefined ? await greetAgain(app) : greetFirst(app.config, firstStart));
      return { stop: (graceSeconds) => stop(graceSeconds).finally(() => folder?.release()) };
    });
  });
}

/**
 * A second server with the same SQLite database would work, but people who start one by mistake wonder which of the two
 * they see. The operating system releases the file of a killed server.
 */
function holdFolder(config: Config): { release(): void } | undefined {
  if (config.databaseUrl !== undefined) return undefined;
  const hold = holdDatabase(join(config.dataFolder, "running"));
  if (hold !== undefined) return hold;
  const address = findNotedAddress(config);
  throw new CommandProblem(
    `Lectern is already running with the data folder ${config.dataFolder}${address === undefined ? "" : `, at ${address}`}; stop it first, or set LECTERN_DATA to another folder.`,
  );
}

/** Service managers and containers keep the output in a log, so the secrets are only in a file there. */
function greetFirst(config: Config, firstStart: FirstStart): string {
  const text = welcome(config, firstStart);
  if (process.stdout.isTTY) return text;
  const path = join(config.dataFolder, "first-start.txt");
  writeFileSync(path, text, { mode: 0o600 });
  return welcomeInFile(config, firstStart, path);
}

async function greetAgain({ config, database }: App): Promise<string> {
  const [organization, ...others] = await listOrganizations(database.query);
  const [project] = await listProjects(database.query);
  // Until there is an account, show the link that creates one.
  const needsOwner = organization !== undefined && !(await hasMembers(database.query));
  const isTerminal = process.stdout.isTTY;
  const ownerLink = needsOwner && isTerminal ? await makeOwnerLink(database, config.url, organization.id) : undefined;
  return welcomeBack(config, {
    ...(organization === undefined || others.length === 0 ? {} : { organization: organization.id }),
    project: project?.domain ?? "PROJECT",
    ownerLink,
    needsOwner,
  });
}
