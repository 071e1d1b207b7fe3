import { LRUCache } from "lru-cache";
import type { ModelHealth } from "../../contract/model-schemas.ts";
import { isoTime } from "../clock.ts";
import type { CallFailure } from "./call-failure.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { KeyedModel } from "./project-model.ts";

const modelsMax = 500;

// Kept per process, like the counters of the metrics: this is what the node has observed since its start.
const healths = new LRUCache<string, ModelHealth>({ max: modelsMax });

export function presentHealth(model: KeyedModel | undefined): ModelHealth {
  return (model && healths.get(nameOf(model.choice))) ?? notCalled;
}

const notCalled: ModelHealth = { answeredAt: null, failedAt: null, problem: null, failures: 0 };

/** `failure` is undefined for a call that succeeded. */
export function noteCall(choice: ModelChoice, failure: CallFailure | undefined): void {
  // A reader who leaves says nothing about the model.
  if (failure?.outcome === "stopped") return;
  const at = isoTime(Date.now());
  const name = nameOf(choice);
  const known = healths.get(name) ?? notCalled;
  healths.set(
    name,
    failure === undefined
      ? { ...known, answeredAt: at, failures: 0 }
      : { ...known, failedAt: at, problem: failure.problem, failures: known.failures + 1 },
  );
}

function nameOf({ name, url }: ModelChoice): string {
  return JSON.stringify([name, url]);
}
