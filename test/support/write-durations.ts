import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const file = join(import.meta.dirname, "durations.json");
/** Shorter files don't matter for the order of files. */
const secondsMin = 2;

/** Records how long each test file took, so that the next run starts with the slowest ones. */
export default class WriteDurations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const durations = JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
    for (const module of modules) {
      const path = relative(module.project.config.root, module.moduleId);
      const { duration, collectDuration } = module.diagnostic();
      const seconds = Math.round((duration + collectDuration) / 1_000);
      delete durations[path];
      if (module.ok() && seconds >= secondsMin) durations[path] = seconds;
    }
    const sorted = Object.entries(durations).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}
