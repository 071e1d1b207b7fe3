import { setTimeout } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { setTracer } from "./traced.ts";

const flushMilliseconds = 3_000;

/**
 * Sends traces to the collector in the settings. Without one, nothing is loaded, and every `traced` only calls its
 * work.
 */
export async function startTracing(
  tracing: Config["tracing"],
  role: "api" | "worker",
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  if (tracing === undefined) return { stop: async () => {} };
  const { openTelemetry } = await import("./open-telemetry.ts");
  const { tracer, shutdown } = openTelemetry(tracing, role, log);
  setTracer(tracer);
  return {
    /** Sends the remaining spans, unless the collector takes too long. */
    async stop() {
      setTracer(undefined);
      await Promise.race([shutdown().catch(() => {}), setTimeout(flushMilliseconds, undefined, { ref: false })]);
    },
  };
}
