import { defineConfig } from "vitest/config";
import { compileCacheVariables } from "./src/platform/compile-cache.ts";
import { lowerPriority } from "./src/platform/lower-priority.ts";
import { LongFilesFirst } from "./test/support/long-files-first.ts";

// Workers and their render processes run at niceness 10. Tests that wait for them must not slow them down.
lowerPriority(9);

/** Tests of code that starts and supervises processes: leftovers must not affect the next file. */
const withProcesses = ["test/**/*.test.ts", "src/{app,git,git-host,screenshot}/**/*.test.ts"];

const common = {
  setupFiles: ["test/support/random.ts"],
  pool: "forks" as const,
  // One more than the cores of a small machine, because tests that start processes also wait for them.
  maxWorkers: 3,
  // Programs that tests start share the compile cache, and git ignores the configuration of the machine and the user.
  env: { ...compileCacheVariables, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  // A test that needs longer names its own timeout.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 150_000, interval: 20 } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/support/browser-bundles.ts", "test/support/postgres.ts"],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // On a crowded machine a browser or a process may miss a moment. The report names every test that needed its second try.
      { test: { ...common, name: "isolated", include: withProcesses, retry: 1 } },
      {
        test: {
          ...common,
          name: "shared",
          include: ["src/**/*.test.ts", "web/**/*.test.ts"],
          exclude: withProcesses,
          // For most of these files, starting a worker and loading the code takes longer than the tests.
          isolate: false,
        },
      },
    ],
  },
});
