import { join } from "node:path";
import { removeTree } from "../git/worktree.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import type { SiteView } from "../projects/access/access.ts";
import { findAudience, recordAudience } from "../projects/sites/audience-store.ts";
import { findSite } from "../projects/sites/store.ts";
import { findProjectById } from "../projects/store.ts";
import { enqueueCollection } from "./after-publish.ts";
import { type BuildDeps, buildArtifact } from "./build-artifact.ts";
import { removeTrees } from "./remove-trees.ts";
import { addSources, ownLocation } from "./steps/add-sources.ts";
import { fetchCommit } from "./steps/fetch-source.ts";
import { addStoredBytes } from "./storage-store.ts";
import { findUpdate } from "./store.ts";

const attemptsMax = 3;
const silent = { line: () => {}, timed: <Result>(_what: string, work: () => Promise<Result>) => work() };

/**
 * Builds the artifact for readers who came for the first time, from the published commit. If the site is published
 * again in the meantime, this job has nothing to do: updates build these artifacts too.
 */
export function audienceHandler(deps: BuildDeps): JobHandler {
  return {
    attemptsMax,
    run: (job) => buildAudience(deps, job),
    // The audience is requested again after a while, and the next update builds it.
    giveUp: async () => {},
  };
}

async function buildAudience(deps: BuildDeps, job: RunningJob): Promise<void> {
  const { database, treesFolder, cachesFolder } = deps;
  const { signal } = job;
  const [subdomain, audience, updateId] = ["subdomain", "audience", "updateId"].map((key) => String(job.payload[key]));
  const site = subdomain === undefined ? undefined : await findSite(database.query, subdomain);
  const project = site && (await findProjectById(database.query, site.projectId));
  if (site === undefined || project === undefined || audience === undefined || site.commitSha === null) return;
  const row = await findAudience(database.query, site.subdomain, audience);
  if (site.updateId !== updateId || row === undefined || row.artifact !== null) return;
  // The names of folders differ from those of updates, which may run at the same time.
  const name = `audience-${project.id}`;
  const folder = join(treesFolder, `${name}-${job.claim}`);
  try {
    await removeTrees(treesFolder, name);
    const location = await deps.locate(project, signal);
    const { branch, commitSha } = site;
    const keptFolder = join(cachesFolder, project.id, "checkout");
    const wanted = { location, branch, directory: project.directory, folder, keptFolder, signal };
    const published = await findUpdate(database.query, site.updateId);
    const sources = published?.sources ?? [];
    const adding = { project, location, locate: deps.locate, wanted: sources, folder, cachesFolder, signal };
    const source = await addSources(await fetchCommit(wanted, commitSha), adding, silent);
    const view = audience as SiteView;
    const request = {
      project,
      target: site,
      location,
      source,
      view,
      isBase: false,
      before: { ...site, sources },
      signal,
    };
    const { stored } = await buildArtifact(deps, request, silent).finally(() => source.keep());
    await job.finish(async (tx) => {
      await addStoredBytes(tx, project.id, "artifacts", stored.bytesNew);
      const isCurrent = await recordAudience(tx, { subdomain: site.subdomain, audience, updateId }, stored.digest);
      if (!isCurrent) await enqueueCollection(deps, tx, project.id, job.id);
    });
    deps.log.info({ projectId: project.id, subdomain, audience }, "built a site for an audience");
  } finally {
    await Promise.all([folder, ownLocation(folder)].map(removeTree));
  }
}
