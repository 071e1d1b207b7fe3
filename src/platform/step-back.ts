import { getPriority, setPriority } from "node:os";

/**
 * Lets others on this machine go first. A process that already lets more of them go first stays so. Another process is
 * best told as soon as it was made: the threads and processes that it starts then are as polite as it is.
 */
export function stepBack(niceness: number, pid = process.pid): void {
  try {
    if (getPriority(pid) < niceness) setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not let us; it works all the same.
  }
}
