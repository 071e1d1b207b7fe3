import { getPriority, setPriority } from "node:os";

/** Lets others on this machine go first. A process that already lets more of them go first stays so. */
export function stepBack(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
