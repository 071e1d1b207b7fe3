import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { printText } from "./output.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

export function defineServe(command: Command, environment: Environment): void {
  command.action(async () => {
    await runUntilStopped(environment, "api", async (app) => {
      const { serve } = await import("../app/serve.ts");
      const running = await serve(app);
      printText(`The API is running at ${app.config.url}`);
      return running;
    });
  });
}
