import { LRUCache } from "lru-cache";
import type { UpdateStatus, UpdateSummary } from "../contract/schemas.ts";
import { isoTime } from "../platform/clock.ts";
import type { UpdateReads } from "./store.ts";
import type { Author, Commit, SourceCommit, Update } from "./update.ts";

const cacheCharactersMax = 8_388_608;
const baseCharacters = 2_000;

type Found = UpdateStatus | undefined;

/** Synchronous if nothing has been committed since the last read. */
export type ReadStatus = (organizationId: string, id: string) => Found | Promise<Found>;

/**
 * The status that clients poll, far more often than it changes. Every caller gets the same frozen object while nothing
 * has been committed to the database. On databases that don't report commits, callers get it while the update's
 * revision is unchanged.
 */
export function createReadStatus(reads: UpdateReads, readVersion?: () => number): ReadStatus {
  const cache = new LRUCache<string, KnownStatus>({
    maxSize: cacheCharactersMax,
    sizeCalculation: ({ status }) => status.logs.reduce((sum, line) => sum + line.length, baseCharacters),
  });

  async function readUncached(organizationId: string, id: string, version: number | undefined): Promise<Found> {
    const known = cache.get(id);
    const revision = await reads.findRevision(organizationId, id);
    if (revision === undefined) {
      return undefined;
    }
    if (known?.revision === revision) {
      known.version = version;
      return known.status;
    }
    const update = await reads.find(id);
    if (update === undefined) {
      return undefined;
    }
    const status = Object.freeze(presentUpdate(update, await reads.readLog(id)));
    // Lines that arrived during the read belong to a later revision. Showing them early does no harm.
    cache.set(id, { version, organizationId, revision, status });
    return status;
  }

  return (organizationId, id) => {
    // The version is read first, so that anything committed in the meantime makes this entry outdated.
    const version = readVersion?.();
    const known = cache.get(id);
    if (known !== undefined && known.version === version && version !== undefined) {
      return known.organizationId === organizationId ? known.status : undefined;
    }
    return readUncached(organizationId, id, version);
  };
}

interface KnownStatus {
  version: number | undefined;
  organizationId: string;
  revision: number;
  status: UpdateStatus;
}

/** In the contract, unknown values are left out, never null. */
export function presentUpdate(update: Update, logs: string[]): UpdateStatus {
  return { ...presentSummary(update), logs };
}

export function presentSummary(update: Update): UpdateSummary {
  return {
    _id: update.id,
    projectId: update.projectId,
    createdAt: isoTime(update.createdAt),
    ...(update.endedAt === null ? undefined : { endedAt: isoTime(update.endedAt) }),
    status: update.status,
    summary: update.summary,
    subdomain: update.subdomain,
    ...(update.screenshotLight === null
      ? undefined
      : { screenshot: update.screenshotLight, screenshotLight: update.screenshotLight }),
    ...(update.screenshotDark === null ? undefined : { screenshotDark: update.screenshotDark }),
    ...(update.author === null ? undefined : { author: presentAuthor(update.author) }),
    ...(update.commit === null ? undefined : { commit: presentCommit(update.commit) }),
    source: update.source,
    ...(update.problems === null ? undefined : { problems: update.problems }),
    ...(update.trigger === null ? undefined : { trigger: update.trigger }),
    ...(update.builtSha === null ? undefined : { builtWith: { sha: update.builtSha } }),
    ...(update.sources?.length ? { sources: update.sources.map(presentSource) } : undefined),
  };
}

function presentSource({ path, repository, ref, sha }: SourceCommit) {
  return { path, ref: ref.name, sha, ...(repository === null ? undefined : { repository }) };
}

function presentAuthor({ name, avatarUrl, githubUserId }: Author): NonNullable<UpdateSummary["author"]> {
  return {
    name,
    ...(avatarUrl === null ? undefined : { avatarUrl }),
    ...(githubUserId === null ? undefined : { githubUserId }),
  };
}

function presentCommit(commit: Commit): NonNullable<UpdateSummary["commit"]> {
  const { sha, ref, message, filesChanged, filesRenamed = [] } = commit;
  return {
    sha,
    ...(ref === null ? undefined : { ref }),
    ...(message === null ? undefined : { message }),
    ...(filesChanged === null ? undefined : { filesChanged }),
    ...(filesRenamed.length === 0 ? undefined : { filesRenamed: [...filesRenamed] }),
  };
}
