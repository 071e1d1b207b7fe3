import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { inject } from "vitest";

/** Where the builds of a project find what others of the same run have rendered. It goes with the run. */
export function sharedCache(project: string): string {
  return join(inject("runFolder"), "site-caches", hash("sha256", resolve(project)));
}
