import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";

/**
 * Defines tests that need a folder of `../shared`, which isn't part of the repository. If the folder is missing, a
 * skipped test and a warning say so.
 */
export function withSharedFolder(name: string, what: string, defineTests: (folder: string) => void): void {
  const folder = join(import.meta.dirname, "../../../shared", name);
  if (existsSync(folder)) {
    defineTests(folder);
    return;
  }
  const reason = `skipped: ${what} (needs ../shared/${name} next to the checkout)`;
  process.stderr.write(`${reason}\n`);
  test.skip(reason, () => undefined);
}
