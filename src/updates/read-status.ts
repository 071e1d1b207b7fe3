import { LRUCache } from "lru-cache";
import type { UpdateStatus } from "../contract/schemas.ts";
import { presentUpdate } from "./present-update.ts";
import type { UpdateReads } from "./store.ts";

const cacheCharactersMax = 8_388_608;
const baseCharacters = 2_000;

export type ReadStatus = (organizationId: string, id: string) => Promise<UpdateStatus | undefined>;

/**
 * The status that clients poll. They ask far more often than it changes, so the revision is looked up each time and the
 * rest only when it moved; while it stands still every caller gets the same object, which is serialised once.
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
    // Lines that came in while we read belong to a later revision; under this one they are only shown early.
    cache.set(id, { revision, status });
    return status;
  };
}
