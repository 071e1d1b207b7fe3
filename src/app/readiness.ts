import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { count } from "../contract/count.ts";
import { manifestKey, probesPrefix } from "../platform/artifacts/artifact-keys.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { countWrongTimes } from "../platform/nodes/correct-times.ts";
import { silentMilliseconds } from "../platform/nodes/report-alive.ts";
import { countNodes } from "../platform/nodes/store.ts";
import { findOutage } from "../platform/outage.ts";
import type { Services } from "../platform/services.ts";
import { listNewestSites } from "../projects/sites/store.ts";

/** A problem in a sentence that anyone may read: without addresses, paths or secrets. Undefined if there is none. */
type Problem = string | undefined;

export interface DiskBound {
  folder: string;
  megabytesMin: number;
}

export interface ReadinessDeps extends Pick<Services, "clock" | "database" | "objects"> {
  disk: DiskBound | undefined;
}

export interface Readiness {
  /**
   * Throws if this node shouldn't get requests. Returns warnings about problems that all nodes share: without a node to
   * send requests to, a load balancer couldn't even serve the pages that still work.
   */
  check(): Promise<{ status: "ready"; warnings?: string[] }>;
}

const checkMilliseconds = 5_000;
/** Load balancers wait about this long for a reply. If a check takes longer, its last result is used. */
const patienceMilliseconds = 1_000;
// The result of a successful store check is kept for longer, because a store may bill every write.
const storeKept = { ok: 30_000, failed: 3_000 };
const workersKept = { ok: 3_000, failed: 3_000 };
const sitesCheckedMax = 10;
const timesKept = { ok: 15_000, failed: 3_000 };
const megabyte = 1_000_000;

/**
 * Checks everything that a node needs. Each check runs at most once at a time, however often this is called, and ends
 * within a few seconds. The results of expensive checks are remembered.
 */
export function createReadiness(deps: ReadinessDeps): Readiness {
  const { disk } = deps;
  const findDisk = remember(async () => disk && findDiskProblem(disk), { ok: 0, failed: 0 });
  const findDatabase = remember(() => findDatabaseProblem(deps.database), { ok: 0, failed: 0 });
  // A folder on a network that is gone ignores the signal, so the time is limited here too.
  const findStore = remember(() => inTime(findStoreProblem(deps.objects)).catch(() => storeTooSlow), storeKept);
  const findWorkers = remember(() => findWorkersProblem(deps).catch(() => undefined), workersKept);
  const findTimes = remember(() => findTimesProblem(deps).catch(() => undefined), timesKept);
  const findSites = remember(() => findSitesProblem(deps).catch(() => undefined), storeKept);
  return {
    async check() {
      const checks = [findDisk, findDatabase, findStore, findWorkers, findTimes, findSites];
      const [full, ...shared] = await Promise.all(checks.map((find) => find()));
      const own = [full, ...shared.filter(isSetUpWrong)].flatMap((found) => found?.problem ?? []);
      if (own.length > 0) throw new AppError("unavailable", own.join(" "));
      const warnings = shared.flatMap(({ problem }) => problem ?? []);
      return { status: "ready", ...(warnings.length > 0 && { warnings }) };
    },
  };
}

/** A store that refuses a node from its start isn't an outage: the node has the wrong settings. */
function isSetUpWrong({ problem = "", hasWorked }: Found): boolean {
  return !hasWorked && /check LECTERN_ARTIFACTS|its folder returned (?:EACCES|EPERM|EROFS|ENOTDIR)/.test(problem);
}

async function findDatabaseProblem(database: Pick<Database, "ping">): Promise<Problem> {
  try {
    await inTime(database.ping());
    return undefined;
  } catch {
    return "The database does not answer; try again later.";
  }
}

const storeTooSlow = "The artifact store does not answer in time.";

/** Removes test objects that a killed process left behind. */
export async function sweepProbes(objects: ObjectStore, modifiedBefore: number, signal: AbortSignal): Promise<void> {
  for await (const { key, modifiedAt } of objects.list(probesPrefix, signal)) {
    if (modifiedAt < modifiedBefore) await objects.remove([key], signal);
  }
}

/**
 * Writes, reads and removes a small object. Listing isn't enough, because a store may allow it without write access.
 */
export async function findStoreProblem(objects: ObjectStore): Promise<Problem> {
  const key = probesPrefix + randomUUID();
  const bytes = Buffer.from(key);
  const signal = AbortSignal.timeout(checkMilliseconds);
  try {
    await objects.put([{ key, bytes }], signal);
    const read = await objects.read(key, bytes.length, signal);
    await objects.remove([key], signal);
    return read?.equals(bytes) ? undefined : "The artifact store returned different content than was written to it.";
  } catch (error) {
    if (signal.aborted) return storeTooSlow;
    return findOutage(error)?.message ?? "The artifact store does not work; see the log.";
  }
}

export async function findDiskProblem({ folder, megabytesMin }: DiskBound): Promise<Problem> {
  try {
    const { bavail, bsize } = await inTime(statfs(folder));
    return bavail * bsize >= megabytesMin * megabyte
      ? undefined
      : `The disk of the data folder has less than ${megabytesMin} MB of free space.`;
  } catch {
    return "The data folder cannot be read.";
  }
}

async function findWorkersProblem({ database, clock }: ReadinessDeps): Promise<Problem> {
  const { worker } = await inTime(countNodes(database.query, clock.now() - silentMilliseconds));
  return worker > 0 ? undefined : "No worker is running: updates and jobs wait until one is started.";
}

async function findSitesProblem({ database, objects }: ReadinessDeps): Promise<Problem> {
  const sites = await inTime(listNewestSites(database.query, sitesCheckedMax));
  const keys = new Set(sites.map(({ projectId, artifact }) => manifestKey(projectId, artifact)));
  const found = await inTime(objects.find([...keys], AbortSignal.timeout(checkMilliseconds)));
  if (found.size === keys.size) return undefined;
  return "Files of published sites are missing from the artifact store; lectern doctor says of which ones.";
}

async function findTimesProblem({ database, clock }: ReadinessDeps): Promise<Problem> {
  const wrong = await inTime(countWrongTimes(database, clock.now()));
  if (wrong === 0) return undefined;
  return `${count(wrong, "stored time is", "stored times are")} too far in the future: set the servers' clocks right.`;
}

interface Found {
  problem: Problem;
  /** Whether this part has ever worked. */
  hasWorked: boolean;
}

/** Concurrent callers share a running check, and its result is reused for a while. */
function remember(check: () => Promise<Problem>, kept: { ok: number; failed: number }): () => Promise<Found> {
  let last: Found | undefined;
  let running: Promise<Found> | undefined;
  let validUntil = 0;
  return async () => {
    if (last !== undefined && performance.now() < validUntil) return last;
    running ??= check().then((problem) => {
      running = undefined;
      validUntil = performance.now() + (problem === undefined ? kept.ok : kept.failed);
      last = { problem, hasWorked: problem === undefined || last?.hasWorked === true };
      return last;
    });
    return last === undefined ? running : Promise.race([running, setTimeout(patienceMilliseconds, last)]);
  };
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = globalThis.setTimeout(() => late.reject(new Error("no answer in time")), checkMilliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
