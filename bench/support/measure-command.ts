import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

export interface Command {
  program: string;
  args: readonly string[];
  /** The folder in which it runs. */
  cwd?: string;
}

export interface MeasuredCommand {
  milliseconds: number;
  processorMilliseconds: number;
  megabytes: number;
}

/** Sampling more often would slow down the command. */
const sampleMilliseconds = 250;

/** Runs a command to its end. Throws if it fails. */
export async function measureCommand({ program, args, cwd }: Command): Promise<MeasuredCommand> {
  const start = performance.now();
  // The shell reports the processor time of all processes that the command started.
  const child = spawn("bash", ["-c", '"$@" >&2 || exit; times', "measure", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  let times = "";
  let output = "";
  child.stdout.on("data", (text) => (times += text));
  child.stderr.on("data", (text) => (output = (output + text).slice(-2_000)));
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, treeMegabytes(child.pid ?? 0));
  }, sampleMilliseconds);
  const [status] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  if (status !== 0) throw new Error(`${program} failed: ${output}`);
  const milliseconds = Math.round(performance.now() - start);
  // The second line is about child processes, such as "0m1.234s 0m0.100s".
  const spent = [...(times.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = spent.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { milliseconds, processorMilliseconds: Math.round(seconds * 1_000), megabytes: Math.round(megabytes) };
}

/** The memory of a process and all its descendants. Shared pages are counted once. */
function treeMegabytes(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "),
    );
    const below = children.filter((child) => child !== "").map((child) => treeMegabytes(Number(child)));
    return below.reduce((sum, part) => sum + part, Number(kilobytes) / 1_024);
  } catch {
    // The process has ended in the meantime.
    return 0;
  }
}
