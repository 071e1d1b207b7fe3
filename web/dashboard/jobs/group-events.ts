import type { Answer } from "../api/client.ts";

export type JobEvent = Answer<"streamAgentJobEvents"> extends AsyncIterable<infer Event> ? Event : never;
export type EditEvent = Extract<JobEvent, { event: "edit" }>;

export interface StepGroupEntry {
  id: number;
  text: string;
  at: string;
  /** The number of consecutive attempts. A step that fails temporarily is retried. */
  times: number;
}

export type EventGroup =
  | { kind: "steps"; id: number; steps: StepGroupEntry[] }
  | { kind: "edits"; id: number; edits: EditEvent[] }
  | { kind: "single"; id: number; event: JobEvent };

const quiet = new Set<string>(["status", "usage", "heartbeat"]);

/** Groups consecutive steps and consecutive edits for display. */
export function groupEvents(events: readonly JobEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (quiet.has(event.event)) {
      continue;
    }
    if (event.event === "edit") {
      if (last?.kind === "edits") {
        last.edits.push(event);
      } else {
        groups.push({ kind: "edits", id: event.id, edits: [event] });
      }
    } else if (event.event === "step") {
      const steps = last?.kind === "steps" ? last.steps : [];
      if (last?.kind !== "steps") {
        groups.push({ kind: "steps", id: event.id, steps });
      }
      addStep(steps, { id: event.id, text: stepText(event.data), at: event.data.at, times: 1 });
    } else {
      groups.push({ kind: "single", id: event.id, event });
    }
  }
  return groups;
}

function addStep(steps: StepGroupEntry[], step: StepGroupEntry): void {
  const last = steps.at(-1);
  if (last?.text === step.text) {
    last.times += 1;
    last.at = step.at;
  } else {
    steps.push(step);
  }
}

export function stepText(data: object): string {
  if ("text" in data && typeof data.text === "string" && data.text !== "") {
    return data.text;
  }
  return "step" in data && typeof data.step === "string" ? data.step : "Working…";
}
