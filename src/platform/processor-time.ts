import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

// The unit of /proc is fixed at a hundredth of a second for programs, whatever the kernel uses.
const ticksPerSecond = 100;
const psSecondsMax = 5;

/** How many seconds of processor time a process has used; undefined if the system doesn't say or the process is gone. */
export async function findProcessorSeconds(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === "linux") return parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"));
    const { stdout } = await promisify(execFile)("ps", ["-o", "cputime=", "-p", String(pid)], {
      timeout: psSecondsMax * 1_000,
    });
    return parseClock(stdout.trim());
  } catch {
    return undefined;
  }
}

/** User and system time are the 14th and 15th field; the second is the name in parentheses and may contain anything. */
export function parseProcStat(text: string): number | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return toNumber((Number(fields[11]) + Number(fields[12])) / ticksPerSecond);
}

/** As `ps` prints it: [days-][hours:]minutes:seconds, with or without fractions. */
export function parseClock(text: string): number | undefined {
  const [time = "", days = "0"] = text.split("-").reverse();
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return time === "" ? undefined : toNumber(Number(days) * 86_400 + seconds);
}

function toNumber(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
