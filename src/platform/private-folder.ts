import { chmodSync, closeSync, mkdirSync, openSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "./errors.ts";

const folderMode = 0o700;
const fileMode = 0o600;
const othersMode = 0o077;
const stickyMode = 0o1000;
/** Files that an earlier version or a person may have created with wider permissions. */
const privateFiles = ["lectern.db", "lectern.db-wal", "lectern.db-shm", "secret.key"];
const privateFolders = ["repositories", "mirrors", "trees", "caches", "vectors", "artifacts"];

/**
 * Makes the folder and Lectern's files in it accessible to this user only, even if they existed before. A folder that
 * can't be made private is refused, because other users of the machine could read the database and the keys.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode });
  // Windows has no such permissions; a folder there inherits those of its parent.
  if (process.platform === "win32") {
    return;
  }
  const stats = statSync(folder);
  if (isOpenToOthers(stats)) {
    closeFolder(folder, stats);
  }
  for (const name of privateFiles) restrict(join(folder, name), fileMode);
  for (const name of privateFolders) restrict(join(folder, name), folderMode);
}

/** Creates a file that only this user can read, unless it exists. SQLite gives its other files the same permissions. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, "a", fileMode));
}

function closeFolder(folder: string, { mode, uid }: Stats): void {
  // A folder such as /tmp belongs to everyone, and making it private would break other programs.
  if ((mode & stickyMode) !== 0) {
    throw refusal(folder, "is shared by all users of this machine");
  }
  try {
    chmodSync(folder, folderMode);
  } catch (error) {
    // Some file systems, such as FAT, have no permissions to change. If they are mounted for one user, they are private
    // anyway.
    if (uid !== process.getuid?.()) {
      throw refusal(
        folder,
        "can be read by other users and belongs to another user, so its permissions can't be changed",
        error,
      );
    }
  }
}

function refusal(folder: string, reason: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `The data folder ${folder} ${reason}. Set LECTERN_DATA to a folder inside it, which Lectern then creates for itself, or make it private: chown it to this user and chmod 700.`,
    { cause },
  );
}

/** Failures are ignored: nobody else can reach files in a private folder. */
function restrict(path: string, mode: number): void {
  try {
    const stats = statSync(path);
    if (isOpenToOthers(stats)) chmodSync(path, mode);
  } catch {
    // The file doesn't exist yet, or belongs to someone else.
  }
}

function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & othersMode) !== 0;
}
