import { defineConfig } from "vitest/config";
import { compileCacheVariables } from "./src/platform/compile-cache.ts";
import { lowerPriority } from "./src/platform/lower-priority.ts";
import { findFilesAboveStores } from "./test/support/files-above-stores.ts";
import { hasBrowser } from "./test/support/has-browser.ts";
import { LongFilesFirst } from "./test/support/long-files-first.ts";
import { makeMemoryFolder } from "./test/support/memory-folder.ts";

// Workers and their render processes run at niceness 10. Tests that wait for them must not slow them down.
lowerPriority(9);

/** Tests of kills and faults, of upgrades and of the package, random and hostile input in bulk: `npm run test:long`. */
const long = ["**/*.long.test.ts"];
const longInBrowser = ["**/*.browser.long.test.ts"];
const inBrowser = ["test/site/browser/*.test.ts", "**/*.browser.test.ts"];
/**
 * With the browser tests, these are `npm run test:programs`, because they take half as long as all others together.
 * Tests of code that starts and supervises Lectern's own processes, and a test that replaces a module: leftovers must
 * not affect the next file.
 */
const withProcesses = [
  "test/{app,cli,faults,package,support,telemetry}/**/*.test.ts",
  "src/{app,screenshot}/**/*.test.ts",
  "test/site/failing-markdown.test.ts",
];

if (!hasBrowser) {
  process.stdout.write(
    "Browser tests are skipped: install Chromium or Chrome, for example with `apt-get install chromium` or `brew install --cask chromium`.\n",
  );
}

const common = {
  setupFiles: [
    "test/support/random.ts",
    "test/support/sqlite-without-fsync.ts",
    "test/support/transactions-only-query.ts",
  ],
  pool: "forks" as const,
  // One more than the cores of a small machine, because tests that start processes also wait for them.
  maxWorkers: 3,
  // Programs that tests start share the compile cache, and git ignores the configuration of the machine and the user.
  env: { ...compileCacheVariables, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  // A test that needs longer names its own timeout.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000, interval: 20 } },
};
const memoryFolder = makeMemoryFolder();
/** The long run has kills, full disks and hostile input in bulk, so its files stay on the disk. */
const inMemory = { ...common.env, ...(memoryFolder !== undefined && { TMPDIR: memoryFolder }) };
/** Suites above the stores run on SQLite here, and on PostgreSQL in the long run. */
const onSqlite = { databases: ["sqlite" as const] };
const onPostgres = { databases: ["postgres" as const] };
const onBoth = { databases: ["sqlite" as const, "postgres" as const] };

const browser = {
  ...common,
  globalSetup: ["test/support/shared-browser.ts"],
  provide: onSqlite,
  isolate: false,
  // On a crowded machine a browser may miss a moment. The report names every test that needed its second try.
  retry: 1,
};

export default defineConfig({
  test: {
    env: inMemory,
    globalSetup: ["test/support/bundles.ts", "test/support/postgres.ts"],
    sequence: { sequencer: LongFilesFirst },
    passWithNoTests: true,
    projects: [
      // For most of the files that share workers, starting a worker and loading the code takes longer than the tests.
      { test: { ...browser, name: "browser", include: hasBrowser ? inBrowser : [], exclude: long, env: inMemory } },
      {
        test: {
          ...common,
          name: "processes",
          include: withProcesses,
          exclude: [...long, ...inBrowser],
          provide: onSqlite,
          env: inMemory,
        },
      },
      {
        test: {
          ...common,
          name: "shared",
          include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...long, ...inBrowser, ...withProcesses],
          provide: onSqlite,
          env: inMemory,
          isolate: false,
          // Tests wait for programs and for the disk, which a fourth worker uses.
          maxWorkers: 4,
          // Projects with other numbers of workers can't run at the same time.
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...common, name: "long", include: long, exclude: longInBrowser, provide: onBoth } },
      { test: { ...browser, name: "long-browser", include: hasBrowser ? longInBrowser : [], isolate: true } },
      {
        test: {
          ...common,
          name: "postgres",
          include: findFilesAboveStores(),
          exclude: [...long, ...inBrowser],
          provide: onPostgres,
        },
      },
    ],
  },
});
