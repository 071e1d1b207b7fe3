import { readFileSync } from "node:fs";

/** What this process and its children have used of the processors: it stays true on a machine that is busy with others. */
export function processorMilliseconds(): number {
  const own = process.cpuUsage();
  const children = childProcesses().map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // The 14th and 15th field of the line, in ticks of ten milliseconds.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (own.user + own.system) / 1_000 + children.reduce((sum, time) => sum + time, 0);
}

/** The highest resident size of this process and of each of its children, as Linux has counted it. */
export function peakMegabytes(): number[] {
  return ["self", ...childProcesses()].map((id) => {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  });
}

function childProcesses(): string[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ");
}
