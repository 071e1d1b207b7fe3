import { userInfo } from "node:os";
import type { AuditEntry } from "./store.ts";

/** Stands where the ID of a key would: the command line on the machine of the server needs none. */
export const operatorKeyId = "operator";

const userNameMaxLength = 100;

/** Whoever works at the command line, by the name that they have on this machine. */
export function operatorActor(readUser: () => { username: string } = userInfo): AuditEntry["actor"] {
  const user = userName(readUser).slice(0, userNameMaxLength);
  return { kind: "operator", id: user, name: user === "" ? "Command line" : `Command line (${user})` };
}

function userName(readUser: () => { username: string }): string {
  try {
    return readUser().username;
  } catch {
    // In containers a process often runs as a number that has no name.
    return "";
  }
}
