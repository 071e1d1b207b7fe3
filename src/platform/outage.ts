import { join } from "node:path";
import { StorageFailed, StorageFull } from "./artifacts/storage-error.ts";
import { DatabaseUnavailable } from "./db/database-unavailable.ts";

/** Something that Lectern depends on is down. People waiting for an update or a reply can't fix it. */
export interface Outage {
  part: "database" | "artifact store" | "disk" | "process";
  /** A sentence for the person who waits: what is down, without addresses or secrets. */
  message: string;
}

const causesMax = 5;

/** The outage that caused the error; undefined if the error is a bug or the caller's mistake. */
export function findOutage(error: unknown): Outage | undefined {
  let current = error;
  for (let depth = 0; depth < causesMax && current instanceof Error; depth += 1) {
    const outage = classify(current);
    if (outage !== undefined) {
      return outage;
    }
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return undefined;
}

function classify(error: Error): Outage | undefined {
  if (error instanceof StorageFull || error instanceof StorageFailed) {
    return { part: "artifact store", message: error.message };
  }
  const code = "code" in error ? String(error.code) : "";
  if (code === processKilled) {
    return { part: "process", message: "One of the server's processes was killed." };
  }
  const sqliteCode = "errcode" in error ? Number(error.errcode) & 0xff : 0;
  if (diskCodes.has(code) || sqliteCode === sqliteFull || code === postgresDiskFull) {
    return { part: "disk", message: "The server's disk is full." };
  }
  if (code === "ENOENT" && !isOwnFile(error)) {
    return { part: "disk", message: "Files of the server's data folder are missing; they will be restored." };
  }
  if (error instanceof DatabaseUnavailable || sqliteOutages.includes(sqliteCode)) {
    return { part: "database", message: "The database is unavailable." };
  }
  return undefined;
}

/** Whether a program, a socket or a file of Lectern itself is missing. Nothing restores those. */
function isOwnFile({ syscall = "", path = "" }: NodeJS.ErrnoException): boolean {
  return /^(?:spawn|connect)/.test(syscall) || /[\\/]node_modules[\\/]/.test(path) || path.startsWith(codeFolder);
}

const codeFolder = join(import.meta.dirname, "..");
// A child process such as git was killed: by a person, or by the system because memory ran out.
const processKilled = "ERR_PROCESS_KILLED";
// No space, over the user's quota, or over the process's file size limit.
const diskCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const sqliteFull = 13;
// Busy, locked and input/output errors.
const sqliteOutages: readonly number[] = [5, 6, 10];
const postgresDiskFull = "53100";
