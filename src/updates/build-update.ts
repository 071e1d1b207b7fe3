import { randomUUID } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../git/worktree.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { hostedBytes } from "../projects/repositories/store.ts";
import { findSite, pointSite, type Site } from "../projects/sites/store.ts";
import { listDomains, type Project } from "../projects/store.ts";
import type { FetchFile } from "../site/api/read/kept-copy.ts";
import type { FetchSpec } from "../site/api/read/remote-specs.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../site/pipeline/site-build.ts";
import type { SiteAddresses } from "../site/theme/site-address.ts";
import { enqueueAfterPublish, enqueueAnnouncement, enqueueCollection } from "./after-publish.ts";
import { buildPages } from "./steps/build-pages.ts";
import { editableSource } from "./steps/editable-source.ts";
import { type FetchedSource, fetchSource, type SourceLocation } from "./steps/fetch-source.ts";
import { indexPages } from "./steps/index-pages.ts";
import { StorageLimit, type StoredSite, storeSite } from "./steps/publish-site.ts";
import type { StepLog } from "./steps/step-log.ts";
import { addStoredBytes, readStoredBytes } from "./storage-store.ts";
import { isOvertaken, moveUpdate, recordArtifact, recordCommit } from "./store.ts";
import type { Update } from "./update.ts";
import { listStillRunning } from "./update-batch.ts";

export interface BuildUpdateDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Log;
  objects: ObjectStore;
  pool: RenderPool;
  /** Work trees of running updates. */
  treesFolder: string;
  /** One folder per project, shared by its updates. */
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The public address of a subdomain. */
  siteUrl(subdomain: string): string;
  /** The public address of a custom domain. */
  domainUrl(domain: string): string | undefined;
  /** The content signal in every site's robots.txt. */
  contentSignal: string;
  /** Whether the server lets projects run scripts of their own. */
  withAuthorCode: boolean;
  /** How much an organization may store in all its projects; 0 for no limit. */
  organizationBytesMax: number;
  /** Fetches API descriptions from other servers. */
  fetchSpec?: FetchSpec;
  /** Fetches the fonts of projects from other servers. */
  fetchFile?: FetchFile;
}

interface BuildRequest {
  project: Project;
  update: Update;
  /** The update and those that are built together with it. */
  batch: readonly Update[];
}

const rolledBackSince = "Built, but not published: the site was rolled back after this update was requested.";

/** Fetches, builds, indexes, stores and publishes. Returns the update's summary. */
export async function buildUpdate(
  deps: BuildUpdateDeps,
  job: RunningJob,
  request: BuildRequest,
  stepLog: StepLog,
): Promise<string> {
  const { project, update } = request;
  const { signal } = job;
  const site = await findSite(deps.database.query, update.subdomain);
  const folder = join(deps.treesFolder, `${project.id}-${update.id}-${job.claim}`);
  try {
    await removeTrees(deps.treesFolder, project.id);
    const location = await deps.locate(project, signal);
    const source = await fetchSource(
      {
        location,
        branch: update.branch,
        directory: project.directory,
        folder,
        keptFolder: join(deps.cachesFolder, project.id, "checkout"),
        publishedSha: site?.commitSha ?? undefined,
        signal,
      },
      stepLog,
    );
    await recordSource(deps, request, source);
    // Before the update ends: a crash after this point leaves nothing behind that needs cleanup.
    const { build, stored } = await buildArtifact(deps, request, { location, source, site, signal }, stepLog).finally(
      () => source.keep(),
    );
    const summary = summaryOf(build, deps.siteUrl(update.subdomain));
    await publish(deps, job, request, { ...stored, commitSha: source.commit.sha, summary });
    return summary;
  } finally {
    await removeTree(folder);
  }
}

// A project runs one update at a time, so any tree that is already there belonged to a worker that died.
export async function removeTrees(folder: string, projectId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const removed = names.filter((name) => name.startsWith(`${projectId}-`)).map((name) => join(folder, name));
  await Promise.all(
    removed.map(async (path) => {
      // Its worker may only have been frozen: from here on, it can't keep the files for the next update.
      const target = `${path}-${randomUUID()}`;
      await rename(path, target).catch(() => {});
      await removeTree(target);
    }),
  );
}

async function recordSource(
  { database, clock }: BuildUpdateDeps,
  { update, batch }: BuildRequest,
  { commit: { sha, message, authorName }, filesChanged: { added, modified, removed } }: FetchedSource,
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const commit = { sha, ref: update.branch, message, filesChanged: { added, modified, removed } };
  const author = { name: authorName, avatarUrl: null, githubUserId: null };
  await database.transaction((tx) => recordCommit(tx, ids, commit, author, clock.now()));
}

async function buildArtifact(
  deps: BuildUpdateDeps,
  { project, update }: BuildRequest,
  {
    location,
    source,
    site,
    signal,
  }: { location: SourceLocation; source: FetchedSource; site: Site | undefined; signal: AbortSignal },
  stepLog: StepLog,
): Promise<{ build: SiteBuild; stored: StoredSite }> {
  const request = {
    source,
    cacheFolder: join(deps.cachesFolder, project.id),
    addresses: await siteAddresses(deps, project, update.subdomain),
    editable: editableSource(location, update.branch, project.directory),
    contentSignal: deps.contentSignal,
    fetchSpec: deps.fetchSpec,
    fetchFile: deps.fetchFile,
    isStrict: project.isStrict,
    // Only people who may push to the project's repository can have a branch previewed: pull requests from forks are ignored.
    withAuthorCode: deps.withAuthorCode && project.withAuthorCode,
    isPreview: update.subdomain !== project.domain,
    signal,
  };
  const build = await buildPages(deps.pool, request, stepLog);
  const index = await indexPages(build, signal, stepLog);
  const bytesLeft = await readBytesLeft(deps, project.organizationId);
  const storing = { namespace: project.id, build, index, base: site?.artifact, bytesLeft, signal };
  try {
    return { build, stored: await storeSite(deps.objects, storing, stepLog) };
  } catch (error) {
    if (error instanceof StorageLimit) {
      deps.log.warn(
        { organizationId: project.organizationId, updateId: update.id },
        "an organization is out of storage",
      );
      // Makes room for the next update, and counts what is really stored.
      await deps.database.transaction((tx) => enqueueCollection(deps, tx, project.id, update.id));
    }
    throw error;
  }
}

async function readBytesLeft(
  { database, organizationBytesMax }: BuildUpdateDeps,
  organizationId: string,
): Promise<number> {
  if (organizationBytesMax === 0) {
    return Number.POSITIVE_INFINITY;
  }
  const [stored, hosted] = await Promise.all([
    readStoredBytes(database.query, organizationId),
    hostedBytes(database.query, organizationId),
  ]);
  return organizationBytesMax - stored - hosted;
}

/** Pages name the project's first verified domain, if there is one, as its address; a preview also has its own. */
async function siteAddresses(
  { database, siteUrl, domainUrl }: BuildUpdateDeps,
  project: Project,
  subdomain: string,
): Promise<SiteAddresses> {
  const domains = await listDomains(database.query, project.id);
  const main = domains.map(domainUrl).find((url) => url !== undefined) ?? siteUrl(project.domain);
  return { own: subdomain === project.domain ? main : siteUrl(subdomain), main };
}

function summaryOf({ pages, problems: { length: problems } }: SiteBuild, address: string): string {
  const suffix = problems === 0 ? "" : `, with ${problems} ${problems === 1 ? "problem" : "problems"} in the log`;
  return `Published ${pages.length} pages at ${address}${suffix}.`;
}

async function publish(
  deps: BuildUpdateDeps,
  job: RunningJob,
  { project, update, batch }: BuildRequest,
  { digest: artifact, bytesNew, commitSha, summary }: StoredSite & { commitSha: string; summary: string },
): Promise<void> {
  const { clock } = deps;
  const { id, branch, subdomain } = update;
  await job.finish(async (tx) => {
    const running = await listStillRunning(tx, batch);
    const ids = running.map((each) => each.id);
    const isTooLate = await isOvertaken(tx, update, ids);
    for (const each of ids) {
      await recordArtifact(tx, each, artifact);
      await moveUpdate(tx, each, "success", isTooLate ? rolledBackSince : summary, clock.now());
    }
    await addStoredBytes(tx, project.id, "artifacts", bytesNew);
    if (isTooLate) {
      return;
    }
    // The pointer moves last: a reader sees the old site or the new one, never half of it.
    const target = { artifact, commitSha, publishedAt: clock.now() };
    await pointSite(tx, { subdomain, projectId: project.id, branch, updateId: id, ...target });
    await enqueueAfterPublish(deps, tx, project.id, id, artifact);
    if (branch !== project.branch) {
      await enqueueAnnouncement(deps, tx, project.id, id);
    }
  });
}
