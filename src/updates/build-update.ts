import { join } from "node:path";
import { count } from "../contract/count.ts";
import { describeProblemCounts, problemsIn } from "../contract/describe-problems.ts";
import type { ProblemCounts } from "../contract/schemas.ts";
import { removeTree } from "../git/worktree.ts";
import type { Connection } from "../platform/db/database.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import { type BuiltAudience, replaceAudiences } from "../projects/sites/audience-store.ts";
import { findSite, pointSite } from "../projects/sites/store.ts";
import type { Project } from "../projects/store.ts";
import type { SiteBuild } from "../site/building.ts";
import { BuildFailure, type ComparedProblem, compareProblems, problemToRecord } from "../site/project.ts";
import { enqueueAfterPublish, enqueueAnnouncement, enqueueCollection, enqueueEvaluation } from "./after-publish.ts";
import type { BuildDeps, DefinedAutomations } from "./build-artifact.ts";
import { type BuiltViews, buildViews } from "./build-views.ts";
import { recordHistory } from "./history-store.ts";
import { recordCommitAuthors } from "./people-store.ts";
import { countProblems, findProblems, recordProblems, type StoredProblem } from "./problem-store.ts";
import { recordUpdateEvent } from "./record-update-event.ts";
import { removeTrees } from "./remove-trees.ts";
import { addSources, type ComposedSource, ownLocation } from "./steps/add-sources.ts";
import { type FetchedSource, fetchSource } from "./steps/fetch-source.ts";
import { measureStep } from "./steps/measure-step.ts";
import { StorageLimit } from "./steps/publish-site.ts";
import type { StepLog } from "./steps/step-log.ts";
import { addStoredBytes } from "./storage-store.ts";
import { findUpdate, isOvertaken, moveUpdate, recordArtifact } from "./store.ts";
import type { Update } from "./update.ts";
import { listStillRunning } from "./update-batch.ts";

interface BuildRequest {
  project: Project;
  update: Update;
  /** The update and all others that are built together with it. */
  batch: readonly Update[];
}

const rolledBackSince = "Built, but not published: the site was rolled back after this update was requested.";

/** Fetches, builds, indexes, stores and publishes. Returns the update's summary. */
export async function buildUpdate(
  deps: BuildDeps,
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
    const wanted = {
      location,
      branch: update.branch,
      directory: project.directory,
      folder,
      keptFolder: join(deps.cachesFolder, project.id, "checkout"),
      publishedSha: site?.commitSha ?? undefined,
      updates: request.batch,
      baseBranch: project.branch,
      signal,
    };
    const { cachesFolder, locate } = deps;
    const published = site && (await findUpdate(deps.database.query, site.updateId));
    const { history, ...source } = await measureStep("fetch-source", async () => {
      const own = await fetchSource(wanted, stepLog);
      const adding = { project, location, locate, wanted: project.sources, folder, cachesFolder, signal };
      return { ...own, ...(await addSources(own, adding, stepLog)) };
    });
    await recordSource(deps, request, history, source);
    const automations = update.branch === project.branch ? await deps.readAutomations?.(source) : undefined;
    const before = await findPublishedProblems(deps.database.query, project);
    // Remove the tree before the update ends, so that a later crash leaves nothing behind.
    const built = await buildViews(
      deps,
      {
        project,
        target: update,
        location,
        source,
        before: site && { ...site, sources: published?.sources ?? [] },
        signal,
      },
      stepLog,
    )
      .catch((error: unknown) => noteStorageLimit(deps, request, error))
      .catch((error: unknown) => recordFailure(deps, request, error, before))
      .finally(() => source.keep());
    for (const line of automations?.lines ?? []) stepLog.line(line);
    const problems = compareProblems(built.problems.map(problemToRecord), before);
    const counts = countProblems(problems, built.build.counts.missing);
    stepLog.line(`build-pages: ${describeProblemCounts(counts)}`);
    const summary = summaryOf(built.build, counts, deps.siteUrl(update.subdomain) + project.basePath);
    await publish(deps, job, request, { ...built, commitSha: source.commit.sha, summary, problems, automations });
    return summary;
  } finally {
    await Promise.all([folder, ownLocation(folder)].map(removeTree));
  }
}

async function recordSource(
  { database, clock }: BuildDeps,
  { update }: BuildRequest,
  history: FetchedSource["history"],
  { sources }: ComposedSource,
): Promise<void> {
  const updates = history.map(({ id, sha, commit, filesChanged: files, builtSha }) => ({
    id,
    commit: {
      sha,
      ref: update.branch,
      message: commit?.message ?? null,
      filesChanged:
        files === undefined ? null : { added: files.added, modified: files.modified, removed: files.removed },
      ...(files === undefined ? {} : { filesRenamed: files.renamed }),
    },
    author: commit === undefined ? null : { name: commit.authorName, avatarUrl: null, githubUserId: null },
    builtSha,
    sources: sources.map((source) => source.commit),
  }));
  const authors = history.map(({ id, commit }) => ({ id, email: commit?.authorEmail ?? "" }));
  await database.transaction(async (tx) => {
    await recordHistory(tx, updates, clock.now());
    await recordCommitAuthors(tx, authors);
  });
}

/** The problems of the project's own site. A preview's problems are compared with them to find new ones. */
async function findPublishedProblems(
  connection: Connection,
  project: Project,
): Promise<readonly StoredProblem[] | undefined> {
  const published = await findSite(connection, project.domain);
  return published === undefined ? [] : findProblems(connection, published.updateId);
}

/** Stores the problems of a failed update, so that the dashboard can show them. */
async function recordFailure(
  { database }: BuildDeps,
  { batch }: BuildRequest,
  error: unknown,
  before: readonly StoredProblem[] | undefined,
): Promise<never> {
  if (error instanceof BuildFailure) {
    const problems = compareProblems(error.problems.map(problemToRecord), before);
    const ids = batch.map(({ id }) => id);
    await database.transaction((tx) => recordProblems(tx, ids, problems));
  }
  throw error;
}

async function noteStorageLimit(deps: BuildDeps, { project, update }: BuildRequest, error: unknown): Promise<never> {
  if (error instanceof StorageLimit) {
    deps.log.warn({ organizationId: project.organizationId, updateId: update.id }, "an organization is out of storage");
    // Frees space for the next update, and measures the actual storage.
    await deps.database.transaction((tx) => enqueueCollection(deps, tx, project.id, update.id));
  }
  throw error;
}

function summaryOf({ pages }: SiteBuild, counts: ProblemCounts, address: string): string {
  const problems = problemsIn(counts);
  const suffix = problems === 0 ? "" : `, with ${describeProblemCounts(counts)}`;
  return `Published ${count(pages.length, "page")} at ${address}${suffix}.`;
}

interface PublishedBuild extends Pick<BuiltViews, "build" | "stored" | "view" | "restrictions" | "audiences"> {
  commitSha: string;
  summary: string;
  problems: readonly ComparedProblem[];
  automations: DefinedAutomations | undefined;
}

async function publish(
  deps: BuildDeps,
  job: RunningJob,
  { project, update, batch }: BuildRequest,
  { build, stored, view, restrictions, audiences, commitSha, summary, problems, automations }: PublishedBuild,
): Promise<void> {
  const { clock } = deps;
  const { id, branch, subdomain } = update;
  const { digest: artifact, bytesNew } = stored;
  await job.finish(async (tx) => {
    const running = await listStillRunning(tx, batch);
    const ids = running.map((each) => each.id);
    const isTooLate = await isOvertaken(tx, update, ids, clock.now());
    await recordProblems(tx, ids, problems, build.counts.missing);
    for (const each of ids) {
      await recordArtifact(tx, each, artifact);
      await moveUpdate(tx, each, "success", isTooLate ? rolledBackSince : summary, clock.now());
      await recordUpdateEvent(deps, tx, project, each);
    }
    await addStoredBytes(tx, project.id, "artifacts", bytesNew);
    if (isTooLate) {
      return;
    }
    // The pointer moves last: a reader sees the old site or the new one, never half of it.
    const site = { subdomain, projectId: project.id, updateId: id };
    const target = { artifact, commitSha, publishedAt: clock.now(), audience: view, restrictions };
    await pointSite(tx, { ...site, branch, ...target });
    await replaceAudiences(tx, site, audiences, clock.now());
    await enqueueAfterPublish(deps, tx, project.id, id, artifact);
    if (branch !== project.branch) await enqueueAnnouncement(deps, tx, project.id, id);
    else await automations?.save(tx, project.id);
    const whole = wholeArtifact(artifact, audiences);
    await enqueueEvaluation(deps, tx, { projectId: project.id, artifact: whole, updateId: id });
  });
}

/** Answers are evaluated with every page of the site. */
function wholeArtifact(artifact: string, audiences: readonly BuiltAudience[]): string {
  return audiences.find(({ audience }) => audience === "all")?.artifact ?? artifact;
}
