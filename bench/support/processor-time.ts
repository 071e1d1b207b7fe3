import { readFileSync } from "node:fs";

/**
 * The processor time of this process and its children, which is meaningful even on a busy machine. Children that have
 * ended count too, such as git.
 */
export function processorMilliseconds(): number {
  const own = process.cpuUsage();
  const children = childrenOf(process.pid).map(processorMillisecondsOf);
  return (own.user + own.system) / 1_000 + children.reduce((sum, time) => sum + time, ticksOf("self", 13));
}

/** The processor time of one process. */
export function processorMillisecondsOf(id: string | number | undefined): number {
  return ticksOf(id, 11);
}

/** Two neighboring times, for user and system, among the fields after the name of a process. */
function ticksOf(id: string | number | undefined, at: 11 | 13): number {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const millisecondsPerTick = 10;
  return (Number(fields[at]) + Number(fields[at + 1])) * millisecondsPerTick;
}

export function childrenOf(pid: number | undefined): string[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ");
}
