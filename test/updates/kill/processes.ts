import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export function childrenOf({ pid }: ChildProcess, program: string): number[] {
  const output = execFileSync("ps", ["-ww", "-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return output
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(" ").includes(program))
    .map(([child]) => Number(child));
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    process.kill(pid, signal);
  }
}

/** A process that has ended and that nobody has asked about yet counts as gone. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
