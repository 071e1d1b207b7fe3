import { readFileSync } from "node:fs";

/**
 * The processor time of this process and its children, which is meaningful even on a busy machine. Children that have
 * ended count too, such as git.
 */
export function processorMilliseconds(): number {
  const own = process.cpuUsage();
  const children = childProcesses().map(processorMillisecondsOf);
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

const sampleMilliseconds = 100;

/**
 * Samples how much memory this process and its children use together. Shared pages, such as those of the program
 * itself, are counted once. Peaks of different processes at different times aren't added up.
 */
export function watchMemory(everyMilliseconds = sampleMilliseconds): { stop(): { sum: number; parts: number[] } } {
  let most = { sum: 0, parts: [0] };
  const sample = () => {
    const processes = ["self", ...childProcesses()].map(memoryOf);
    const shared = Math.max(...processes.map((one) => one.shared));
    const parts = processes.map((one, at) => one.own + (at === 0 ? shared : 0));
    const sum = parts.reduce((total, part) => total + part, 0);
    if (sum > most.sum) most = { sum, parts };
  };
  const timer = setInterval(sample, everyMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return most;
    },
  };
}

const pagesPerMegabyte = 256;

/**
 * The memory of a process in megabytes. Reading this file costs almost nothing, whereas reading smaps_rollup took a
 * fifth of the measured time.
 */
function memoryOf(id: string): { own: number; shared: number } {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, "utf8").split(" ").map(Number);
    return { own: Math.round((resident - shared) / pagesPerMegabyte), shared: Math.round(shared / pagesPerMegabyte) };
  } catch {
    // The process has ended in the meantime.
    return { own: 0, shared: 0 };
  }
}

function childProcesses(): string[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ");
}
