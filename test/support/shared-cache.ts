import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { inject } from "vitest";

/** A render cache that all builds of a run share. It is removed at the end of the run. */
export function sharedCache(project: string): string {
  return join(inject("runFolder"), "site-caches", hash("sha256", resolve(project)));
}
