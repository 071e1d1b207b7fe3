import { getPriority, setPriority } from "node:os";

/**
 * Lowers the priority of this process or another one, unless it is already lower. Call it right after starting a child,
 * because threads and processes that the child starts later inherit the priority.
 */
export function lowerPriority(niceness: number, pid = process.pid): void {
  try {
    if (getPriority(pid) < niceness) setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system doesn't allow it. The priority is only an optimization.
  }
}
