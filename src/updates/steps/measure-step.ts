import { defineHistogram } from "../../platform/measures/measure.ts";
import { traced } from "../../platform/tracing/traced.ts";

const steps = ["fetch-source", "build-pages", "index-pages", "publish-site"] as const;
const bucketSeconds = [0.1, 0.5, 2, 10, 30, 120, 600];

const seconds = defineHistogram(
  "lectern_update_step_seconds",
  "How long the steps of updates took, by step, including failed steps.",
  { step: steps },
  bucketSeconds,
);

/** Runs one step of an update, timed and traced. */
export async function measureStep<Value>(step: (typeof steps)[number], work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  try {
    return await traced(step, {}, work);
  } finally {
    seconds.observe({ step }, (performance.now() - startedAt) / 1_000);
  }
}
