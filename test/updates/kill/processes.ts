import { type ChildProcess, execFileSync } from "node:child_process";

export function childrenOf({ pid }: Pick<ChildProcess, "pid">, program: string): number[] {
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
