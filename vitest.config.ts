import { defineConfig } from "vitest/config";
import { LongFilesFirst } from "./test/support/long-files-first.ts";

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
