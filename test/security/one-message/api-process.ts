import { subscribe } from "node:diagnostics_channel";
import { setTimeout } from "node:timers/promises";
import { createEmptyStorage } from "../../support/database.ts";
import { type Installation, startInstallation } from "../../support/server.ts";
import { issueCredentials } from "../matrix/credentials.ts";
import { listRoutes } from "../matrix/list-routes.ts";
import { type PreparedRequest, prepare, type Wanted } from "./prepare.ts";

/** The API process whose processor time is measured. It also prepares the requests, because it has the only database. */

/** Longer than the window of the shortest rate limit. */
const pauseMilliseconds = 61_000;

export type Command = { id: number } & (
  | { kind: "prepare"; wanted: Wanted }
  /** Waits for work that continues after a reply. */
  | { kind: "settle"; milliseconds: number }
);
export interface CommandReply {
  id: number;
  /** How many processes this one has started so far. */
  processes: number;
  prepared?: PreparedRequest;
  error?: string;
}

let processes = 0;
subscribe("child_process", () => {
  processes += 1;
});
const lectern: Installation = await startInstallation("sqlite", createEmptyStorage);
const issued = await issueCredentials(lectern);

process.on("message", (command: Command) => {
  const { id } = command;
  run(command).then(
    (prepared) => reply({ id, processes, ...(prepared === undefined ? {} : { prepared }) }),
    (error: Error) => reply({ id, processes, error: error.stack ?? error.message }),
  );
});
process.on("disconnect", () => void lectern.stop().finally(() => process.exit()));
process.send?.({ url: lectern.node.url, routes: listRoutes(lectern.node.server.http) });

async function run(command: Command): Promise<PreparedRequest | undefined> {
  if (command.kind === "settle") {
    await setTimeout(command.milliseconds);
    return undefined;
  }
  lectern.clock.advance(pauseMilliseconds);
  // The lines of all requests would fill the memory.
  lectern.logLines.length = 0;
  // Requests have added them, up to the number that a project can have.
  if (/Evaluation/.test(command.wanted.name)) {
    await lectern.node.database.query.deleteFrom("evaluationQuestions").execute();
  }
  return prepare({ lectern, issued }, command.wanted);
}

function reply(message: CommandReply): void {
  process.send?.(message);
}
