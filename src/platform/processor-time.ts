import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

// /proc always reports hundredths of a second, whatever unit the kernel uses.
const ticksPerSecond = 100;
const psSecondsMax = 5;

interface ProcessorLimit {
  pid: number;
  secondsMax: number;
  /** The processor time that the process had used before the limit began. */
  secondsBefore: number | undefined;
  onOver(): void;
}

/**
 * A process may take this many times its processor limit by the clock. A process that only waits uses no processor
 * time, so it needs this second limit.
 */
const wallSecondsPerLimit = 20;
const checkSecondsMin = 0.1;

/**
 * Calls `onOver` once a process has used its processor time. Unlike a limit by the clock, this doesn't punish a process
 * for a busy machine. Where the system doesn't report processor time, the clock is used.
 */
export function limitProcessorTime({ pid, secondsMax, secondsBefore, onOver }: ProcessorLimit): { end(): void } {
  const startedAt = performance.now();
  let timer = setTimeout(check, secondsMax * 1_000);
  let isEnded = false;

  async function check(): Promise<void> {
    const total = await findProcessorSeconds(pid);
    if (isEnded) return;
    const wallSeconds = (performance.now() - startedAt) / 1_000;
    const spent = total === undefined || secondsBefore === undefined ? wallSeconds : total - secondsBefore;
    if (spent >= secondsMax || wallSeconds >= secondsMax * wallSecondsPerLimit) onOver();
    else timer = setTimeout(check, Math.max(secondsMax - spent, checkSecondsMin) * 1_000);
  }

  return {
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/**
 * How many seconds of processor time a process and, on Linux, the processes it started have used; undefined if the system
 * doesn't say or the process is gone.
 */
export async function findProcessorSeconds(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === "linux") return await readProcessTree(pid, treeDepthMax);
    const { stdout } = await promisify(execFile)("ps", ["-o", "cputime=", "-p", String(pid)], {
      timeout: psSecondsMax * 1_000,
    });
    return parseClock(stdout.trim());
  } catch {
    return undefined;
  }
}

// A sandbox adds a process or two above the program it contains.
const treeDepthMax = 4;

async function readProcessTree(pid: number, depth: number): Promise<number | undefined> {
  const own = parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"));
  const names = depth === 0 ? "" : await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = names.split(" ").filter(Boolean).map(Number);
  const seconds = await Promise.all(children.map((child) => readProcessTree(child, depth - 1).catch(() => 0)));
  return own === undefined ? undefined : seconds.reduce((sum: number, value) => sum + (value ?? 0), own);
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
