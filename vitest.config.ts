import { defineConfig } from "vitest/config";
import { stepBack } from "./src/platform/step-back.ts";
import { LongFilesFirst } from "./test/support/long-files-first.ts";

// Workers and their render processes have the niceness 5 and 10. Tests that wait for them must not keep them waiting.
stepBack(9);

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    globalSetup: ["test/support/postgres.ts"],
    setupFiles: ["test/support/random.ts"],
    sequence: { sequencer: LongFilesFirst },
    pool: "forks",
    // One more than the cores of a small machine: tests that start processes also wait for them.
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
