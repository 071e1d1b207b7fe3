import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { inject } from "vitest";

/** A render cache that builds of the same run share. Removed at the end of the run. */
export function sharedCache(project: string): string {
  return join(inject("runFolder"), "site-caches", hash("sha256", resolve(project)));
}
