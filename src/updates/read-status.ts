import { LRUCache } from "lru-cache";
import type { UpdateStatus } from "../contract/schemas.ts";
import { presentUpdate } from "./present-update.ts";
import type { UpdateReads } from "./store.ts";

const cacheCharactersMax = 8_388_608;
const baseCharacters = 2_000;

export type ReadStatus = (organizationId: string, id: string) => Promise<UpdateStatus | undefined>;

/**
 * The status that clients poll, far more often than it changes: the revision is read each time, and the rest only when the
 * revision has changed. Until then every caller gets the same frozen object.
 */
export function createReadStatus(reads: UpdateReads): ReadStatus {
  const cache = new LRUCache<string, { revision: number; status: UpdateStatus }>({
    maxSize: cacheCharactersMax,
    sizeCalculation: ({ status }) => status.logs.reduce((sum, line) => sum + line.length, baseCharacters),
  });
  return async (organizationId, id) => {
    const revision = await reads.findRevision(organizationId, id);
    if (revision === undefined) {
      return undefined;
    }
    const cached = cache.get(id);
    if (cached?.revision === revision) {
      return cached.status;
    }
    const update = await reads.find(id);
    if (update === undefined) {
      return undefined;
    }
    const status = Object.freeze(presentUpdate(update, await reads.readLog(id)));
    // Lines that arrived during the read belong to a later revision; they are just shown early.
    cache.set(id, { revision, status });
    return status;
  };
}
