import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isRunning } from "../support/is-running.ts";

export interface RunningProcess {
  pid: number;
  command: string;
}

/** All descendants of a process, parents before children. */
export function descendantsOf(root: number): RunningProcess[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? parentOf(pid) : undefined;
    if (parent !== undefined) {
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    }
  }
  const found: RunningProcess[] = [];
  for (let level = children.get(root) ?? []; level.length > 0; ) {
    found.push(...level.map((pid) => ({ pid, command: commandOf(pid) })));
    level = level.flatMap((pid) => children.get(pid) ?? []);
  }
  return found;
}

/** Returns false if the process has already ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Makes every write of the process to a file fail, or succeed again. */
export function limitFileSize(pid: number, isLimited: boolean): void {
  try {
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${isLimited ? 0 : "unlimited"}:`], { stdio: "ignore" });
  } catch {
    // The process has ended in the meantime.
  }
}

/** All processes of a process group that are still running. */
export function groupMembers(group: number): RunningProcess[] {
  try {
    process.kill(-group, 0);
  } catch {
    return [];
  }
  const pids = execFileSync("ps", ["-o", "pid=,args=", "-g", String(group)], { encoding: "utf8" })
    .trim()
    .split("\n");
  return pids
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, "") }))
    .filter(({ pid }) => isRunning(pid));
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the program, in parentheses, may contain anything.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/.*\) /s)[1]?.split(" ") ?? [];
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
