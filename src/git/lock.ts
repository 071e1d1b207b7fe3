import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { abortError, GitError } from "./git-error.ts";

const sqliteBusy = 5;
const pollMilliseconds = 50;

/**
 * Runs `work` while no other caller on this machine holds the same lock file. The lock is SQLite's write lock on that
 * empty file. The operating system releases the lock when a process dies, so locks never become stale.
 */
export async function withLock<Value>(
  file: string,
  { secondsMax, signal }: { secondsMax: number; signal?: AbortSignal | undefined },
  work: () => Promise<Value>,
): Promise<Value> {
  const deadline = performance.now() + secondsMax * 1_000;
  await mkdir(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!tryLock(lock)) {
      if (performance.now() > deadline) {
        throw new GitError(
          "timeout",
          `Another update has been using the repository for more than ${secondsMax} seconds; try again.`,
        );
      }
      await setTimeout(pollMilliseconds, undefined, { signal }).catch((cause) => {
        throw abortError(cause);
      });
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec("begin exclusive");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      return false;
    }
    throw error;
  }
}
