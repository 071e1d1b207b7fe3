import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Seconds per test file on a quiet machine, written by `npm test -- --reporter=default --reporter=./test/support/write-durations.ts`.
 * Files that take less than two seconds are left out.
 */
export const durations = JSON.parse(readFileSync(join(import.meta.dirname, "durations.json"), "utf8")) as Readonly<
  Record<string, number>
>;
