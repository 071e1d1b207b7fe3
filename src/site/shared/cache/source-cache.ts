import type { BuildCache } from "./build-cache.ts";
import { cacheKey } from "./cache-key.ts";

/**
 * The facts about files that earlier builds have read, by path and stamp. A stamp identifies the content: a git blob ID
 * or file system metadata. A file with a known stamp isn't read again.
 */
export interface SourceCache {
  find<Value>(path: string, stamp: string | undefined): Value | undefined;
  /** What is known about these files, by path. */
  findAll<Value>(files: readonly { path: string; stamp?: string | undefined }[]): Map<string, Value>;
  /** Does nothing if the file has no stamp. */
  keep(path: string, stamp: string | undefined, value: unknown): void;
}

/** Other versions of Lectern may read other facts from the same file. The caller flushes the build cache. */
export function openSourceCache(cache: BuildCache, version: string): SourceCache {
  const find = (path: string, stamp: string | undefined) => {
    const known = stamp === undefined ? undefined : cache.read("source", cacheKey(version, path, stamp));
    return known && JSON.parse(known.toString());
  };
  return {
    find,
    findAll(files) {
      const found = files.map(({ path, stamp }) => [path, find(path, stamp)] as const);
      return new Map(found.filter(([, known]) => known !== undefined));
    },
    keep(path, stamp, value) {
      if (stamp === undefined) return;
      cache.add({ kind: "source", key: cacheKey(version, path, stamp), parts: [Buffer.from(JSON.stringify(value))] });
    },
  };
}
