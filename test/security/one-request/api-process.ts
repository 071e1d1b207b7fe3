import { setTimeout } from "node:timers/promises";
import { createEmptyStorage } from "../../support/database.ts";
import { type Installation, startInstallation } from "../../support/server.ts";
import { issueCredentials } from "../matrix/credentials.ts";
import { type PreparedRequest, prepare, type Wanted } from "./prepare.ts";

/** The API process whose processor time is measured. It also prepares the requests, because it has the only database. */

/** Longer than the pause after which live editing stores a batch of changes. */
const quietMilliseconds = 150;
/** Longer than the window of the shortest rate limit. */
const pauseMilliseconds = 61_000;

export type Command = { kind: "prepare"; wanted: Wanted } | { kind: "settle" };
export type CommandReply = { url: string } | PreparedRequest | { error: string } | Record<never, never>;

const lectern: Installation = await startInstallation("sqlite", createEmptyStorage);
const issued = await issueCredentials(lectern);

process.on("message", (command: Command) => {
  run(command).then(reply, (error: Error) => reply({ error: error.stack ?? error.message }));
});
process.on("disconnect", () => void lectern.stop().finally(() => process.exit()));
reply({ url: lectern.node.url });

async function run(command: Command): Promise<CommandReply> {
  if (command.kind === "prepare") {
    lectern.clock.advance(pauseMilliseconds);
    // The lines of all requests would fill the memory.
    lectern.logLines.length = 0;
    return prepare({ lectern, issued }, command.wanted);
  }
  // Work may continue after the reply.
  await setTimeout(quietMilliseconds);
  return {};
}

function reply(message: CommandReply): void {
  process.send?.(message);
}
