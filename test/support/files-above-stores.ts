import { globSync, readFileSync } from "node:fs";

/** Test files whose suites run on SQLite in `npm test`, and on PostgreSQL in the long run. */
export function findFilesAboveStores(): string[] {
  return globSync("{src,test}/**/*.test.ts").filter((file) =>
    /onDatabaseOfRun\(|inLongRun\(/.test(readFileSync(file, "utf8")),
  );
}
