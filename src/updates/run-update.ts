import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../git/worktree.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import { getManifest } from "../platform/artifacts/read-artifact.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import { type JobHandler, PermanentFailure, type RunningJob } from "../platform/queue/handler.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { findSite, pointSite } from "../projects/sites/store.ts";
import { findProjectById, listDomains, type Project } from "../projects/store.ts";
import type { FetchSpec } from "../site/api/read/remote-specs.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SiteAddresses } from "../site/theme/site-address.ts";
import { enqueueAfterPublish, enqueueAnnouncement } from "./after-publish.ts";
import { buildPages } from "./steps/build-pages.ts";
import { editableSource } from "./steps/editable-source.ts";
import { fetchSource, type SourceLocation } from "./steps/fetch-source.ts";
import { indexPages } from "./steps/index-pages.ts";
import { storeSite } from "./steps/publish-site.ts";
import { createSay, type Say } from "./steps/say.ts";
import { findUpdate, moveUpdate, recordArtifact, recordCommit } from "./store.ts";
import { tellAuthor } from "./tell-author.ts";
import { listRunning, stillRunning, takeTogether } from "./together.ts";
import { isEnded, type Update } from "./update.ts";
import { UpdateLog } from "./update-log.ts";

export interface RunUpdateDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Log;
  objects: ObjectStore;
  pool: RenderPool;
  /** Where work trees stand while an update runs, and what its project's updates share. */
  treesFolder: string;
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The address at which readers will find it. */
  siteUrl(subdomain: string): string;
  /** The same for a custom domain. */
  domainUrl(domain: string): string;
  /** What robots.txt of every site allows. */
  contentSignal: string;
  /** Brings API descriptions that stand on other servers. */
  fetchSpec?: FetchSpec;
}

const attemptsMax = 3;

/** The director of an update: it alone writes its state. The steps know nothing of states or the database. */
export function updateHandler(deps: RunUpdateDeps): JobHandler {
  const { clock } = deps;
  return {
    attemptsMax,
    run: (job) => runUpdate(deps, job),
    async giveUp(tx, job, reason) {
      const update = await findUpdate(tx, String(job.payload.updateId));
      if (update === undefined) {
        return;
      }
      for (const { id } of await listRunning(tx, update)) {
        await moveUpdate(tx, id, "failure", reason, clock.now());
      }
      const project = await findProjectById(tx, update.projectId);
      if (project !== undefined && update.branch !== project.branch) {
        await enqueueAnnouncement(deps, tx, project.id, update.id);
      }
      // The last try may have ended with its worker, which then left its work tree.
      await removeTrees(deps.treesFolder, update.projectId);
    },
  };
}

async function runUpdate(deps: RunUpdateDeps, job: RunningJob): Promise<void> {
  const { database, clock, log } = deps;
  const update = await findUpdate(database.query, String(job.payload.updateId));
  // It was cancelled, or built together with another that came before it.
  if (update === undefined || isEnded(update.status)) {
    return;
  }
  const project = await findProjectById(database.query, update.projectId);
  if (project === undefined) {
    throw new PermanentFailure("The project was removed.");
  }
  const updates = await database.transaction((tx) => takeTogether(tx, update, clock.now()));
  const ids = updates.map(({ id }) => id);
  const updateLog = new UpdateLog(database, clock, ids, (error) => log.warn({ error, ids }, "log lines were lost"));
  const say = createSay((line) => updateLog.write(line));
  if (ids.length > 1) {
    say.line(`${ids.length} updates of this branch waited together and are built once.`);
  }
  // The log is whole when the status says that it ended: whoever polls for the end reads it then.
  const flushed: RunningJob = {
    ...job,
    async finish(work) {
      await updateLog.flush();
      await job.finish(work);
    },
  };
  try {
    const summary =
      update.kind === "rollback" ? rollBack(deps, flushed, update, say) : build(deps, flushed, project, updates, say);
    log.info({ updateId: update.id, summary: await summary }, "update ended");
  } catch (error) {
    const told = tellAuthor(error, job.attempt >= attemptsMax);
    if (told !== undefined && !job.signal.aborted) {
      told.split("\n").forEach((line) => {
        say.line(`error: ${line}`);
      });
    }
    throw told === undefined ? error : new PermanentFailure(told.split("\n", 1)[0] ?? told, { cause: error });
  } finally {
    await updateLog.flush();
  }
}

async function build(
  deps: RunUpdateDeps,
  job: RunningJob,
  project: Project,
  updates: readonly Update[],
  say: Say,
): Promise<string> {
  const { database, clock, objects } = deps;
  const { signal } = job;
  const { id, branch, subdomain } = updates[0] ?? { id: job.id, branch: project.branch, subdomain: project.domain };
  const site = await findSite(database.query, subdomain);
  const folder = join(deps.treesFolder, `${project.id}-${id}-${job.claim}`);
  try {
    await removeTrees(deps.treesFolder, project.id);
    const location = await deps.locate(project, signal);
    const source = await fetchSource(
      {
        location,
        branch,
        directory: project.directory,
        folder,
        publishedSha: site?.commitSha ?? undefined,
        signal,
      },
      say,
    );
    const { sha, message, authorName } = source.commit;
    const { added, modified, removed } = source.filesChanged;
    const commit = { sha, ref: branch, message, filesChanged: { added, modified, removed } };
    const author = { name: authorName, avatarUrl: null, githubUserId: null };
    await database.transaction((tx) =>
      recordCommit(
        tx,
        updates.map((update) => update.id),
        commit,
        author,
        clock.now(),
      ),
    );

    const cacheFolder = join(deps.cachesFolder, project.id);
    const addresses = await siteAddresses(deps, project, subdomain);
    const { contentSignal, fetchSpec } = deps;
    const { isStrict } = project;
    const editable = editableSource(location, branch, project.directory);
    const request = { source, cacheFolder, addresses, editable, contentSignal, fetchSpec, isStrict, signal };
    const built = await buildPages(deps.pool, request, say);
    const index = await indexPages(built, signal, say);
    const storing = { namespace: project.id, build: built, index, base: site?.artifact, signal };
    const artifact = await storeSite(objects, storing, say);
    // Before the update ends: who dies after it leaves nothing that nobody would come back for.
    await removeTree(folder);

    const warnings = built.problems.length;
    const summary = `Published ${built.pages.length} pages at ${deps.siteUrl(subdomain)}${warnings > 0 ? `, with ${warnings} ${warnings === 1 ? "problem" : "problems"} in the log` : ""}.`;
    await job.finish(async (tx) => {
      for (const update of await stillRunning(tx, updates)) {
        await recordArtifact(tx, update.id, artifact);
        await moveUpdate(tx, update.id, "success", summary, clock.now());
      }
      // The pointer moves last: a reader sees the old site or the new one, never half of it.
      const publishedAt = clock.now();
      await pointSite(tx, {
        subdomain,
        projectId: project.id,
        branch,
        updateId: id,
        artifact,
        commitSha: sha,
        publishedAt,
      });
      await enqueueAfterPublish(deps, tx, project.id, id, artifact);
      if (branch !== project.branch) {
        await enqueueAnnouncement(deps, tx, project.id, id);
      }
    });
    return summary;
  } finally {
    await removeTree(folder);
  }
}

/** The first custom domain is the address of a project, if it has one; a preview has an address of its own besides. */
async function siteAddresses(
  { database, siteUrl, domainUrl }: RunUpdateDeps,
  project: Project,
  subdomain: string,
): Promise<SiteAddresses> {
  const [domain] = await listDomains(database.query, project.id);
  const main = domain === undefined ? siteUrl(project.domain) : domainUrl(domain);
  return { own: subdomain === project.domain ? main : siteUrl(subdomain), main };
}

async function rollBack(deps: RunUpdateDeps, job: RunningJob, update: Update, say: Say): Promise<string> {
  const { clock, objects } = deps;
  const { id, projectId, subdomain, branch, artifact, commit } = update;
  if (artifact === null) {
    throw new PermanentFailure("There is nothing to roll back to.");
  }
  // Verified before it is shown: it may have been collected, or lost.
  await say(`publish-site: ${artifact.slice(0, 12)} again`, () =>
    getManifest(objects, projectId, artifact, job.signal),
  );
  const summary = `Rolled back to ${commit?.sha.slice(0, 12) ?? "an earlier site"} at ${deps.siteUrl(subdomain)}.`;
  await job.finish(async (tx) => {
    await moveUpdate(tx, id, "success", summary, clock.now());
    const publishedAt = clock.now();
    const commitSha = commit?.sha ?? null;
    await pointSite(tx, { subdomain, projectId, branch, updateId: id, artifact, commitSha, publishedAt });
    await enqueueAfterPublish(deps, tx, projectId, id, artifact);
  });
  return summary;
}

// One update of a project runs at a time, so what is there already was left by a worker that died.
async function removeTrees(folder: string, projectId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.filter((name) => name.startsWith(`${projectId}-`)).map((name) => removeTree(join(folder, name))),
  );
}
