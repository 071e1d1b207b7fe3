import type { App } from "../app/app.ts";
import type { Running } from "../app/serve.ts";
import type { Environment } from "../platform/config.ts";
import { openConfiguredApp, readSettings } from "./setup.ts";

/**
 * Runs something that lasts, from its start to the first signal, and stops it in peace; a second signal ends it at once.
 * A child process also stops when its parent is gone.
 */
export async function runUntilStopped(
  environment: Environment,
  role: "api" | "worker",
  start: (app: App) => Promise<Running>,
): Promise<never> {
  const stopAsked = waitForStop();
  try {
    const app = await openConfiguredApp(readSettings(environment), role);
    try {
      const running = await start(app);
      await stopAsked;
      await running.stop();
    } finally {
      await app.close();
    }
  } catch (error) {
    // An open channel to the parent would keep this process alive.
    if (process.connected) {
      process.disconnect?.();
    }
    throw error;
  }
  // A job that was given back may not have noticed yet: it must not go on.
  process.exit(0);
}

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const onSignal = () => {
      if (isAsked) {
        process.exit(1);
      }
      isAsked = true;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
    process.once("disconnect", resolve);
    // The parent may be gone already; without one, this is undefined.
    if (process.connected === false) {
      resolve();
    }
  });
}
