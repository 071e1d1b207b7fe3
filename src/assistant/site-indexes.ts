import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import { AppError } from "../platform/errors.ts";
import { searchIndexPath } from "../projects/sites/site-headers.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import { SearchIndexDamaged } from "../search/index-format.ts";
import { openIndex, type SearchIndex } from "../search/open-index.ts";
import type { FindNear } from "./site-vectors.ts";

export interface SiteIndex extends SearchIndex {
  /** How near each passage is to a query in meaning; undefined while that is not known. Left out where nobody asks. */
  near?(query: string): Promise<Float32Array | undefined>;
}

/** The index of what a site shows now; undefined for one that was published without. */
export type FindIndex = (published: PublishedArtifact) => Promise<SiteIndex | undefined>;

const openBytesMax = 256 * 1024 * 1024;
const readSeconds = 30;

/** Keeps the indexes that are used most open, within a bound. An artifact never changes, so neither does its index. */
export function openIndexes(
  artifacts: ArtifactCache,
  { bytesMax = openBytesMax, findNear }: { bytesMax?: number; findNear?: FindNear | undefined } = {},
): FindIndex {
  const opened = new LRUCache<string, SiteIndex>({
    maxSize: bytesMax,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const opening = new Map<string, Promise<SiteIndex | undefined>>();
  const readSite = async (published: PublishedArtifact): Promise<SiteIndex | undefined> => {
    const index = await read(artifacts, published);
    if (index === undefined || findNear === undefined) return index;
    return Object.assign(index, { near: (query: string) => findNear(published.projectId, index, query) });
  };
  return (published) => {
    const name = `${published.projectId}/${published.artifact}`;
    const known = opened.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const reading = opening.get(name) ?? readSite(published).finally(() => opening.delete(name));
    opening.set(name, reading);
    return reading.then((index) => {
      if (index !== undefined) opened.set(name, index);
      return index;
    });
  };
}

async function read(
  artifacts: ArtifactCache,
  { projectId, artifact }: PublishedArtifact,
): Promise<SearchIndex | undefined> {
  const signal = AbortSignal.timeout(readSeconds * 1_000);
  const request = { namespace: projectId, digest: artifact, path: searchIndexPath, accepted: [] };
  const body = await (await artifacts.findFile(request, signal))?.open(undefined, signal);
  if (body === undefined) return undefined;
  try {
    return openIndex(Buffer.isBuffer(body) ? body : await buffer(body));
  } catch (error) {
    if (!(error instanceof SearchIndexDamaged)) throw error;
    // Also what another version of Lectern has written: the next update writes it anew.
    throw new AppError(
      "unavailable",
      "The pages cannot be searched right now; update the project to index them again.",
      {
        cause: error,
      },
    );
  }
}
