import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder. */
export function createFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "lectern-browser-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
