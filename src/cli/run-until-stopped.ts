import { flushCompileCache } from "node:module";
import type { App } from "../app/app.ts";
import type { Running } from "../app/serve.ts";
import { boundHeap } from "../platform/bound-heap.ts";
import type { Environment } from "../platform/config.ts";
import { freePort } from "../platform/free-port.ts";
import { startTracing } from "../platform/tracing/start-tracing.ts";
import { noteAddress, openConfiguredApp, readSettings } from "./setup.ts";

/**
 * Runs a long-lived process until the first signal and shuts it down gracefully; a second signal ends it immediately.
 * A child process also stops when its parent exits.
 */
export async function runUntilStopped(
  given: Environment,
  role: "api" | "worker",
  start: (app: App, environment: Environment) => Promise<Running>,
): Promise<never> {
  const stopRequested = waitForStop();
  const letHeapGrow = boundHeap();
  try {
    const environment = quietInTerminal(role === "api" ? await choosePort(given) : given);
    const config = readSettings(environment);
    const app = await openConfiguredApp(config, role);
    const tracing = await startTracing(config.tracing, role, app.log);
    try {
      const running = await start(app, environment);
      letHeapGrow();
      if (role === "api") noteAddress(config);
      // Write the compile cache now: a killed process writes none, and the next start would be as slow as the first.
      flushCompileCache();
      const { isPressed } = await stopRequested;
      // The grace period is for load balancers; a person who pressed Ctrl+C shouldn't have to wait.
      await running.stop(isPressed ? 0 : config.graceSeconds);
    } finally {
      await app.close();
      await tracing.stop();
    }
  } catch (error) {
    // An open channel to the parent would keep this process alive.
    if (process.connected) {
      process.disconnect?.();
    }
    throw error;
  }
  // A job that was returned to the queue may still be running, and must not continue.
  process.exit(0);
}

/** PORT=0 means any free port. It is chosen before listening, because the public URL and the worker need it. */
async function choosePort(environment: Environment): Promise<Environment> {
  const { host, port } = readSettings(environment);
  return port === 0 ? { ...environment, PORT: String(await freePort(host)) } : environment;
}

/**
 * In a terminal, the log shows only warnings and errors: other lines would push the welcome message, and the keys in
 * it, off the screen. Both log settings take precedence.
 */
export function quietInTerminal(environment: Environment, isTerminal = process.stderr.isTTY === true): Environment {
  const { LECTERN_LOG_LEVEL: level, LECTERN_LOG_FORMAT: format } = environment;
  return isTerminal && !level?.trim() && format?.trim() !== "json"
    ? { ...environment, LECTERN_LOG_LEVEL: "warn" }
    : environment;
}

/** `isPressed`: stopped by Ctrl+C in a terminal. */
function waitForStop(): Promise<{ isPressed: boolean }> {
  return new Promise((resolve) => {
    let isRequested = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (isRequested) {
        process.exit(1);
      }
      isRequested = true;
      resolve({ isPressed: signal === "SIGINT" && process.stdin.isTTY });
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
    process.once("disconnect", () => resolve({ isPressed: false }));
    // The parent may have exited already. Without a parent this is undefined.
    if (process.connected === false) {
      resolve({ isPressed: false });
    }
  });
}
