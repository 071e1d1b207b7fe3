import { defineConfig } from "vitest/config";
import { compiledCodeFolder } from "./src/platform/compile-cache.ts";
import { stepBack } from "./src/platform/step-back.ts";
import { LongFilesFirst } from "./test/support/long-files-first.ts";

// Workers and their render processes have the niceness 10. Tests that wait for them must not keep them waiting.
stepBack(9);

/** Tests of what starts processes, and watches over them: whatever they leave must not reach the next file. */
const withProcesses = ["test/**/*.test.ts", "src/{app,git,git-host,screenshot}/**/*.test.ts"];

const shared = {
  setupFiles: ["test/support/random.ts"],
  pool: "forks" as const,
  // One more than the cores of a small machine: tests that start processes also wait for them.
  maxWorkers: 3,
  // Programs that tests start share the compile cache, and git ignores the configuration of the machine and the user.
  env: { NODE_COMPILE_CACHE: compiledCodeFolder, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  // For what never ends. A machine that is busy with other things needs many times what a quiet one does.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/support/postgres.ts"],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { test: { ...shared, name: "apart", include: withProcesses } },
      {
        test: {
          ...shared,
          name: "together",
          include: ["src/**/*.test.ts", "web/**/*.test.ts"],
          exclude: withProcesses,
          // To start a worker and to load the code takes most of these files longer than their tests.
          isolate: false,
        },
      },
    ],
  },
});
