import { mkdir } from "node:fs/promises";
import { count } from "../../contract/count.ts";
import type { FetchSpec } from "../api/read/remote-specs.ts";
import { mayBeListed } from "../outputs/list-pages.ts";
import { outputFiles } from "../outputs/output-files.ts";
import type { PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import { skillRedirects } from "../outputs/skill-files.ts";
import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import { BuildCache } from "../shared/cache/build-cache.ts";
import { pruneCache } from "../shared/cache/prune-cache.ts";
import { readRendererVersion } from "../shared/cache/renderer-version.ts";
import { CacheDamaged, fileStore } from "../shared/cache/stored-file.ts";
import { computeOnce } from "../shared/compute-once.ts";
import { markdownFilePath, type SiteFile } from "../shared/site-file.ts";
import { defaultSiteLimits, type SiteLimits } from "../shared/site-limits.ts";
import { homeBranch } from "../source/navigation/navigation-tree.ts";
import { readAssistantFiles } from "../source/read-assistant-files.ts";
import { countPages, describeCounts, readRenderReasons, renderReasonsSince, writeHistory } from "./build-history.ts";
import { type BuildBudget, type BuildDeps, type BuildRequest, buildDefaults, type OneBuild } from "./build-request.ts";
import { listBuiltPages } from "./built-pages.ts";
import { collectFiles } from "./collect-files.ts";
import { collectProblems, listAccessProblems, listExternalLinks } from "./collect-problems.ts";
import {
  areSame,
  hasReplacements,
  listErrors,
  noReplacements,
  type Replacements,
  replaceFaulty,
} from "./keep-good-pages.ts";
import { type ChangedBuild, findKeptBuild, keepBuild, validFaults } from "./kept-build.ts";
import { readAndPlan, startStep, withoutReplaced } from "./read-and-plan.ts";
import { SourceChanged } from "./render/read-for-task.ts";
import type { RenderJob, RenderTask } from "./render/render-messages.ts";
import type { RenderPool } from "./render/render-pool.ts";
import { notFoundName, type RenderedSite, renderSite } from "./render-site.ts";
import type { SiteBuild } from "./site-build.ts";
import { listConnections, sitePolicy } from "./site-policy.ts";

const rendererVersion = readRendererVersion();

/** Builds a site: read, plan, render, check, collect. Throws a BuildFailure if the author must fix something first. */
export async function buildSite(deps: Pick<BuildDeps, "pool">, request: BuildRequest): Promise<SiteBuild> {
  const limits = { ...defaultSiteLimits, ...request.limits };
  const { pool, late } = limitPool(deps.pool, limits, request.budget ?? { usedSeconds: 0, moreSeconds: 0 });
  const signal = AbortSignal.any([request.signal, late]);
  // A project may be planned several times, but each remote description is fetched only once.
  const fetchOnce = request.fetchSpec === undefined ? {} : { fetchSpec: rememberReplies(request.fetchSpec) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await buildOnce({ pool }, { ...buildDefaults, ...request, ...fetchOnce, limits, signal });
    } catch (error) {
      const isOver = attempt >= attemptsMax;
      if (!(error instanceof SourceChanged || error instanceof CacheDamaged) || isOver) throw error;
    }
  }
}

/** A pool for one build. `late` is aborted when the builds of the update have used their processor time. */
function limitPool(pool: RenderPool, limits: SiteLimits, budget: BuildBudget): { pool: RenderPool; late: AbortSignal } {
  const controller = new AbortController();
  let slowest = { name: "", seconds: 0 };
  const onSeconds: RenderJob["onSeconds"] = (seconds, { name }) => {
    budget.usedSeconds += seconds;
    if (seconds > slowest.seconds) slowest = { name, seconds };
    const allowed = limits.buildSecondsMin + budget.moreSeconds;
    if (budget.usedSeconds <= allowed) return;
    const message = `the build needs more than ${Math.floor(allowed).toLocaleString("en")} seconds of processor time, which is the limit for an update of this size`;
    const hint = `simplify ${slowest.name}, which took ${Math.ceil(slowest.seconds)} seconds, or publish parts of the project as projects of their own; \`lectern build\` has no limit`;
    controller.abort(new BuildFailure([new BuildProblem(message, { hint })]));
  };
  const render: RenderPool["render"] = (job) => {
    for (const task of job.tasks) budget.moreSeconds += moreSeconds(task, limits);
    return pool.render({ ...job, onSeconds });
  };
  return { pool: { ...pool, render }, late: controller.signal };
}

function moreSeconds(task: RenderTask, { buildSecondsPerFile, buildSecondsPerSpecMillion }: SiteLimits): number {
  const characters = task.kind === "spec" ? task.text.length : 0;
  return buildSecondsPerFile + (characters / 1_000_000) * buildSecondsPerSpecMillion;
}

function rememberReplies(fetchSpec: FetchSpec): FetchSpec {
  const replies = new Map<string, ReturnType<FetchSpec>>();
  return (address, signal) => computeOnce(replies, address, () => fetchSpec(address, signal));
}

/** A build is retried if files change while it runs, or if it finds a damaged cache entry and removes it. */
const attemptsMax = 5;

async function buildOnce(deps: Pick<BuildDeps, "pool">, request: OneBuild): Promise<SiteBuild> {
  const { folder, cacheFolder, onLine, limits, addresses, contentSignal, describesCards } = request;
  await mkdir(cacheFolder, { recursive: true });
  const reading = startStep(onLine);
  const before = await findKeptBuild(request);
  if (before !== undefined) {
    const known = new Set(before.planned);
    reading(`Read ${count(before.plan.pages.filter((page) => !known.has(page)).length, "changed page")}`);
  }
  const cache = before?.cache ?? new BuildCache(cacheFolder);
  const { project, assets, plan, remoteSpecs, readAt, site, replacements, failed, missing, isKept, rendering } =
    await renderPages({ ...deps, cache }, request, before);
  const editTimes = withoutReplaced(request.editTimes, replacements);
  const reasonFor = before ? renderReasonsSince(before.planned) : readRenderReasons(cacheFolder, rendererVersion);
  const missingPages = missing + project.lost.length;
  const counts = { ...countPages(plan, site, { reasonFor, failed, replacements }), missing: missingPages };
  rendering(describeCounts(counts));

  const checking = startStep(onLine);
  const files = collectFiles(plan, assets, site, { cache, describesCards });
  const built = { project, plan, site, cache, files };
  files.push(...outputFiles(built, { addresses, contentSignal, editTimes }));
  refuseTooLarge(files, limits);
  const faults = isKept ? validFaults(before, site, files) : new Map();
  const { problems, brokenLinks } = collectProblems(
    { project, plan, site, files, isPartial: request.withoutSpecs, faults, failed, replacements },
    limits,
  );
  const assistant = await readAssistantFiles(folder);
  problems.push(...assistant.problems);
  checking(
    `Checked pages and links: ${count(problems.filter((problem) => problem.severity === "warning").length, "warning")}`,
  );

  const { failures } = project.report;
  if (failures.length > 0) throw new BuildFailure([...failures, ...problems], plan.pages.length);
  if (!isKept) writeHistory(cacheFolder, rendererVersion, plan.pages);
  // The last good version of a page depends on the published site, so the next build has to look it up again.
  if (!hasReplacements(replacements)) {
    keepBuild(request, { project, assets, plan, cache, site, siteFiles: files, faults, remoteSpecs, readAt });
  }
  return {
    name: plan.site.name,
    colors: project.config.colors,
    logo: project.config.logo,
    language: homeBranch(plan.tree)?.trail.find(({ kind }) => kind === "language")?.label,
    address: addresses?.own,
    segments: fileStore(cache),
    prune: () => pruneCache(cacheFolder, limits.cacheBytesMax, cache),
    files,
    pages: listBuiltPages(plan, site, cache),
    redirects: [...plan.redirects, ...skillRedirects(project.skills)],
    languages: plan.site.languages,
    notFoundPath: `${notFoundName}.html`,
    assistant: {
      instructions: assistant.instructions,
      ...(assistant.skills.length === 0 ? {} : { skills: assistant.skills }),
      uncited: project.config.lectern?.uncitedAnswers,
    },
    reader: plan.site.reader,
    restrictions: plan.restrictions,
    unlistedPaths: plan.pages
      .filter((page) => !mayBeListed(page, project.config))
      .map(({ source }) => markdownFilePath(source.url)),
    trailingSlash: project.config.seo?.trailingSlash === true,
    connections: listConnections(plan.pages),
    policy: sitePolicy(project, plan, site, limits),
    problems,
    brokenLinks,
    listExternalLinks: () => listExternalLinks(project, site),
    accessProblems: listAccessProblems(project, site),
    goodPages: replacements.good,
    remoteSpecs: new Map([...remoteSpecs].map(([address, { text = "" }]) => [address, text])),
    counts,
    summary: describeCounts(counts),
  };
}

/** More rounds are only needed if pages fail at random, for example because memory runs out. */
const replacingRoundsMax = 6;

/** Plans and renders the pages. If pages fail, does so again with the last good versions of these pages. */
async function renderPages(deps: BuildDeps, request: OneBuild, before: ChangedBuild | undefined) {
  const { findGoodPages } = request;
  let replacements = noReplacements;
  const failed = new Map<string, readonly BuildProblem[]>();
  const errors = new Map<string, readonly BuildProblem[]>();
  const earlier: RenderedSite[] = [];
  let missing = 0;
  for (let round = 1; round <= replacingRoundsMax; round += 1) {
    const isKept = before !== undefined && round === 1;
    const planned = isKept ? before : await readAndPlan(deps, request, replacements);
    const rendering = startStep(request.onLine);
    const { plan, assets } = planned;
    const known = new Set(isKept ? before.planned : []);
    const findKnown = (page: PlannedPage) =>
      known.has(page) ? before?.site.articles.get(page.source.file) : undefined;
    const { tasks: assetTasks, imageSizes } = assets;
    const site = await renderSite(deps, { ...request, plan, assetTasks, imageSizes, findKnown });
    for (const [file, problem] of site.failed) if (!failed.has(file)) failed.set(file, [problem]);
    const withErrors = listErrors(planned.project, site, replacements);
    for (const [file, problems] of withErrors) if (!errors.has(file)) errors.set(file, problems);
    const next =
      findGoodPages === undefined
        ? replacements
        : await replaceFaulty({ failed, failedNow: site.failed, withErrors }, replacements, findGoodPages);
    if (areSame(next, replacements)) {
      addEarlier(site, plan, earlier, replacements);
      for (const [file, problems] of errors) if (replacements.good.has(file)) failed.set(file, problems);
      return { ...planned, site, replacements, failed, missing, isKept, rendering };
    }
    earlier.push(site);
    // Once a page is left out, the plan no longer contains it.
    missing += plan.pages.filter(
      ({ source, place }) => next.leftOut.has(source.file) && place.order !== undefined,
    ).length;
    replacements = next;
  }
  throw new BuildFailure([...failed.values()].flat());
}

/** Pages that an earlier round rendered still count as rendered, although they come from the cache now. */
function addEarlier(
  site: RenderedSite,
  { pages }: SitePlan,
  earlier: readonly RenderedSite[],
  { good }: Replacements,
): void {
  const rendered = new Set(earlier.flatMap((round) => [...round.rendered].map(({ articleKey }) => articleKey)));
  const laidOut = new Set(earlier.flatMap((round) => [...round.laidOut].map(({ fileKey }) => fileKey)));
  for (const page of pages) {
    if (good.has(page.source.file)) continue;
    if (rendered.has(page.articleKey)) {
      site.rendered.add(page);
      site.laidOut.delete(page);
    } else if (laidOut.has(page.fileKey) && !site.rendered.has(page)) site.laidOut.add(page);
  }
}

function refuseTooLarge(files: SiteFile[], limits: SiteLimits): void {
  const bytes = files.reduce((sum, file) => sum + file.byteLength, 0);
  if (bytes <= limits.siteBytesMax) return;
  throw new BuildFailure([new BuildProblem(`the finished site is larger than ${limits.siteBytesMax} bytes`)]);
}
