import { join } from "node:path";
import { count } from "../contract/count.ts";
import { describeProblemCounts, problemsIn } from "../contract/describe-problems.ts";
import type { ProblemCounts } from "../contract/schemas.ts";
import { removeTree } from "../git/worktree.ts";
import type { Connection } from "../platform/db/database.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { hostedBytes } from "../projects/repositories/store.ts";
import { findSite, pointSite, type Site } from "../projects/sites/store.ts";
import { listDomains, type Project } from "../projects/store.ts";
import type { EditableSource, SiteBuild } from "../site/building.ts";
import { BuildFailure, type ComparedProblem, compareProblems, problemToRecord } from "../site/project.ts";
import type { FetchFile, FetchSpec, RenderPool } from "../site/rendering.ts";
import { enqueueAfterPublish, enqueueAnnouncement, enqueueCollection, enqueueEvaluation } from "./after-publish.ts";
import { createFindGoodPages, createRecallSpec, goodFiles } from "./good-pages.ts";
import { recordHistory } from "./history-store.ts";
import { recordCommitAuthors } from "./people-store.ts";
import { countProblems, findProblems, recordProblems, type StoredProblem } from "./problem-store.ts";
import { recordUpdateEvent } from "./record-update-event.ts";
import { removeTrees } from "./remove-trees.ts";
import { buildPages } from "./steps/build-pages.ts";
import { editableSource } from "./steps/editable-source.ts";
import { type FetchedSource, fetchSource, type SourceLocation } from "./steps/fetch-source.ts";
import { indexPages } from "./steps/index-pages.ts";
import { measureStep } from "./steps/measure-step.ts";
import { StorageLimit, type StoredSite, storeSite } from "./steps/publish-site.ts";
import type { StepLog } from "./steps/step-log.ts";
import { addStoredBytes, readStoredBytes } from "./storage-store.ts";
import { isOvertaken, moveUpdate, recordArtifact } from "./store.ts";
import type { Update } from "./update.ts";
import { listStillRunning } from "./update-batch.ts";

export interface BuildUpdateDeps extends Omit<Services, "secrets"> {
  pool: RenderPool;
  /** Work trees of running updates. */
  treesFolder: string;
  /** One folder per project, shared by its updates. */
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The public address of a subdomain. */
  siteUrl(subdomain: string): string;
  /** Where a project's "Edit this page" links lead, without the page's path. */
  editLinkBase(projectId: string): string;
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
  /** The update and all others that are built together with it. */
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
    const source = await measureStep("fetch-source", () => fetchSource(wanted, stepLog));
    await recordSource(deps, request, source);
    const before = await findPublishedProblems(deps.database.query, project);
    // Remove the tree before the update ends, so that a later crash leaves nothing behind.
    const { build, stored } = await buildArtifact(deps, request, { location, source, site, signal }, stepLog)
      .catch((error: unknown) => recordFailure(deps, request, error, before))
      .finally(() => source.keep());
    const problems = compareProblems(build.problems.map(problemToRecord), before);
    const counts = countProblems(problems);
    stepLog.line(`build-pages: ${describeProblemCounts(counts)}`);
    const summary = summaryOf(build, counts, deps.siteUrl(update.subdomain) + project.basePath);
    await publish(deps, job, request, { ...stored, commitSha: source.commit.sha, summary, problems });
    return summary;
  } finally {
    await removeTree(folder);
  }
}

async function recordSource(
  { database, clock }: BuildUpdateDeps,
  { update }: BuildRequest,
  { history }: FetchedSource,
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
  { database }: BuildUpdateDeps,
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

/** Where "Edit this page" leads: on the site to the editor, on a branch preview to the branch on the git host. */
function findEditable(
  { editLinkBase }: Pick<BuildUpdateDeps, "editLinkBase">,
  location: SourceLocation,
  project: Project,
  { branch }: Pick<Update, "branch">,
): EditableSource | undefined {
  const onHost = editableSource(location, branch, project.directory);
  if (branch !== project.branch) return onHost;
  return { base: editLinkBase(project.id), issueBase: onHost?.issueBase, isPublic: onHost?.isPublic ?? false };
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
  const isPreview = update.subdomain !== project.domain;
  const { repository } = source;
  const request = {
    source,
    cacheFolder: join(deps.cachesFolder, project.id),
    addresses: await siteAddresses(deps, project, update.subdomain),
    editable: findEditable(deps, location, project, update),
    contentSignal: deps.contentSignal,
    fetchSpec: deps.fetchSpec,
    recallSpec: createRecallSpec(deps.objects, { namespace: project.id, site, signal }),
    fetchFile: deps.fetchFile,
    isStrict: project.isStrict,
    // A preview is published even with errors, so that its authors can see and fix them.
    failOnErrors: project.failOnErrors && !isPreview,
    findGoodPages:
      isPreview || project.failOnErrors
        ? undefined
        : createFindGoodPages(deps.objects, {
            namespace: project.id,
            site,
            repository,
            commitSha: source.commit.sha,
            directory: project.directory,
            signal,
          }),
    // Only people who may push to the project's repository can have a branch previewed: pull requests from forks are
    // ignored.
    withAuthorCode: deps.withAuthorCode && project.withAuthorCode,
    isPreview,
    signal,
  };
  const build = await measureStep("build-pages", () => buildPages(deps.pool, request, stepLog));
  const index = await measureStep("index-pages", () => indexPages(build, signal, stepLog));
  const bytesLeft = await readBytesLeft(deps, project.organizationId);
  const files = [...index, ...goodFiles(build)];
  const storing = { namespace: project.id, build, index: files, base: site?.artifact, bytesLeft, signal };
  try {
    const stored = await measureStep("publish-site", () => storeSite(deps.objects, storing, stepLog));
    return { build, stored };
  } catch (error) {
    if (error instanceof StorageLimit) {
      deps.log.warn(
        { organizationId: project.organizationId, updateId: update.id },
        "an organization is out of storage",
      );
      // Frees space for the next update, and measures the actual storage.
      await deps.database.transaction((tx) => enqueueCollection(deps, tx, project.id, update.id));
    }
    throw error;
  }
}

async function readBytesLeft({ database, organizationBytesMax }: BuildUpdateDeps, organizationId: string) {
  if (organizationBytesMax === 0) {
    return Number.POSITIVE_INFINITY;
  }
  const [stored, hosted] = await Promise.all([
    readStoredBytes(database.query, organizationId),
    hostedBytes(database.query, organizationId),
  ]);
  return organizationBytesMax - stored - hosted;
}

/** The site's canonical address is its first verified domain, if any. A preview also has an address of its own. */
async function siteAddresses({ database, siteUrl, domainUrl }: BuildUpdateDeps, project: Project, subdomain: string) {
  const domains = await listDomains(database.query, project.id);
  const main = domains.map(domainUrl).find((url) => url !== undefined) ?? siteUrl(project.domain);
  const own = subdomain === project.domain ? main : siteUrl(subdomain);
  return { own: own + project.basePath, main: main + project.basePath };
}

function summaryOf({ pages }: SiteBuild, counts: ProblemCounts, address: string): string {
  const problems = problemsIn(counts);
  const suffix = problems === 0 ? "" : `, with ${describeProblemCounts(counts)}`;
  return `Published ${count(pages.length, "page")} at ${address}${suffix}.`;
}

interface PublishedBuild extends StoredSite {
  commitSha: string;
  summary: string;
  problems: readonly ComparedProblem[];
}

async function publish(
  deps: BuildUpdateDeps,
  job: RunningJob,
  { project, update, batch }: BuildRequest,
  { digest: artifact, bytesNew, commitSha, summary, problems }: PublishedBuild,
): Promise<void> {
  const { clock } = deps;
  const { id, branch, subdomain } = update;
  await job.finish(async (tx) => {
    const running = await listStillRunning(tx, batch);
    const ids = running.map((each) => each.id);
    const isTooLate = await isOvertaken(tx, update, ids);
    await recordProblems(tx, ids, problems);
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
    const target = { artifact, commitSha, publishedAt: clock.now() };
    await pointSite(tx, { subdomain, projectId: project.id, branch, updateId: id, ...target });
    await enqueueAfterPublish(deps, tx, project.id, id, artifact);
    if (branch !== project.branch) {
      await enqueueAnnouncement(deps, tx, project.id, id);
    } else {
      await enqueueEvaluation(deps, tx, { projectId: project.id, artifact, updateId: id });
    }
  });
}
