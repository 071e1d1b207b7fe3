import { LRUCache } from "lru-cache";
import type { Database } from "./database.ts";

/**
 * Remembers what a lookup has found until anything is written to the database, by any process. So a change is seen at
 * once, and on SQLite most lookups cost no query. PostgreSQL has no such version; there, every lookup is a query.
 */
export function rememberUnchanged<Found>(
  { readVersion }: Pick<Database, "readVersion">,
  max: number,
  find: (key: string) => Promise<Found | undefined>,
): (key: string) => Promise<Found | undefined> {
  if (readVersion === undefined) return find;
  const known = new LRUCache<string, { found: Found | undefined; version: number }>({ max });
  return async (key) => {
    // The version comes first: if something is written during the lookup, the result counts as outdated.
    const version = readVersion();
    const before = known.get(key);
    if (before?.version === version) return before.found;
    const found = await find(key);
    known.set(key, { found, version });
    return found;
  };
}
