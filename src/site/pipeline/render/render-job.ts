import type { RenderSetup, RenderTask, TaskOutcome } from "./render-messages.ts";

/** Tasks of one build for the pool. */
export interface RenderJob {
  setup: RenderSetup;
  tasks: RenderTask[];
  taskSecondsMax: number;
  signal: AbortSignal;
  onOutcome(task: RenderTask, outcome: TaskOutcome): void;
}
