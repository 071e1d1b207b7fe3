import { userInfo } from "node:os";
import type { AuditEntry } from "./store.ts";

/** Used in place of a key ID: the command line on the server's own machine needs no key. */
export const operatorKeyId = "operator";

const userNameMaxLength = 100;

/** The person at the command line, identified by their user name on this machine. */
export function operatorActor(readUser: () => { username: string } = userInfo): AuditEntry["actor"] {
  const user = userName(readUser).slice(0, userNameMaxLength);
  return { kind: "operator", id: user, name: user === "" ? "Command line" : `Command line (${user})` };
}

function userName(readUser: () => { username: string }): string {
  try {
    return readUser().username;
  } catch {
    // Processes in containers often run under a user ID that has no name.
    return "";
  }
}
