import { getPriority, setPriority } from "node:os";

/**
 * Lowers the priority of this process or another one, unless it is already lower. Do it right after starting a child:
 * threads and processes it starts later inherit it.
 */
export function lowerPriority(niceness: number, pid = process.pid): void {
  try {
    if (getPriority(pid) < niceness) setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system doesn't allow it. It works anyway.
  }
}
