import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./is-running.ts";

const mount = "/dev/shm";
const namePattern = /^lectern-tests-(\d+)-/;
/** A run of the tests never has more than a fourth of this in its temporary files at once. */
const bytesFreeMin = 4_000_000_000;

/**
 * A folder in memory for the temporary files of a run, removed when this process exits. Undefined without such a
 * file system, and if files there could use up the memory of the machine or can't be executed.
 */
export function makeMemoryFolder(): string | undefined {
  // A folder that somebody chose is used.
  if (process.env.TMPDIR !== undefined) return undefined;
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(mount);
    if (Math.min(bavail * bsize, process.availableMemory()) < bytesFreeMin || !canExecute()) return undefined;
    const folder = mkdtempSync(join(mount, `lectern-tests-${process.pid}-`));
    // A PostgreSQL server that a test starts as root runs as another user.
    chmodSync(folder, 0o711);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}

/** Runs that were killed leave their folder, and it would use memory until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(mount)) {
    const pid = namePattern.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(mount, name), { recursive: true, force: true });
  }
}

function canExecute(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.findLast((line) => line.split(" ")[1] === mount)?.split(" ")[3];
  return options !== undefined && !options.split(",").includes("noexec");
}
