import type { Command } from "commander";
import { answerParent, workerReady } from "../app/worker-process.ts";
import type { Environment } from "../platform/config.ts";
import { printText } from "./output.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

export function defineWorker(command: Command, environment: Environment): void {
  command.action(async () => {
    await runUntilStopped(environment, "worker", async (app) => {
      const { runWorker } = await import("../app/run-worker.ts");
      const running = await runWorker(app);
      printText("The worker is running.");
      answerParent();
      // If the parent has exited, sending fails and the closed channel stops this process.
      process.send?.(workerReady, undefined, undefined, () => {});
      return running;
    });
  });
}
