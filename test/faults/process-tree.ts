import { readdirSync, readFileSync } from "node:fs";

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

/** False if it has already ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
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
