import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openIndexFolder } from "../../search/index-folder.ts";
import type { FetchFile } from "../api/read/kept-copy.ts";
import type { FetchSpec } from "../api/read/remote-specs.ts";
import { BuildFailure, BuildProblem } from "../ground/build-problem.ts";
import { BuildCache } from "../ground/cache/build-cache.ts";
import { pruneCache } from "../ground/cache/prune-cache.ts";
import { readRendererVersion } from "../ground/cache/renderer-version.ts";
import { openSourceCache } from "../ground/cache/source-cache.ts";
import { CacheDamaged } from "../ground/cache/stored-file.ts";
import { markdownFilePath, type SiteFile } from "../ground/site-file.ts";
import { defaultSiteLimits, type SiteLimits } from "../ground/site-limits.ts";
import { mayBeListed } from "../outputs/list-pages.ts";
import { outputFiles } from "../outputs/output-files.ts";
import type { EditTimes } from "../outputs/site-plan.ts";
import { skillRedirects } from "../outputs/skill-files.ts";
import type { ProjectFile } from "../source/list-files.ts";
import { readNavigation } from "../source/navigation/read-navigation.ts";
import { readInstructions, readProject } from "../source/read-project.ts";
import type { SiteAddresses } from "../theme/site-address.ts";
import type { EditableSource } from "../theme/templates/edit-links.ts";
import { addApiPages } from "./add-api-pages.ts";
import { planAssets } from "./asset-files.ts";
import { countPages, describeCounts, readRenderReasons, renderReasonsSince, writeHistory } from "./build-history.ts";
import { listBuiltPages } from "./built-pages.ts";
import { collectFiles } from "./collect-files.ts";
import { collectProblems, listAccessProblems, listExternalLinks } from "./collect-problems.ts";
import { fetchFonts } from "./fetch-fonts.ts";
import { findKeptBuild, keepBuild, validFaults } from "./kept-build.ts";
import { listConnections } from "./page-connections.ts";
import { planSite } from "./plan-site.ts";
import { readGrammars } from "./read-grammars.ts";
import { SourceChanged } from "./render/read-for-task.ts";
import type { RenderPool } from "./render/render-pool.ts";
import { notFoundName, type RenderedSite, renderSite } from "./render-site.ts";
import type { SiteBuild } from "./site-build.ts";
import { sitePolicy } from "./site-policy.ts";

export interface BuildRequest {
  /** A clean checkout with docs.json in it. It is only read. */
  folder: string;
  /** Shared by all builds of a project, even concurrent ones. */
  cacheFolder: string;
  signal: AbortSignal;
  /** A line for someone watching the build. */
  onLine(line: string): void;
  /** How many of the pages and files to be rendered are done. */
  onProgress?(done: number, total: number): void;
  limits?: Partial<SiteLimits>;
  /** When each page was last edited according to git, by path. */
  editTimes?: EditTimes;
  /** Where the files of the project can be edited, if known. */
  editable?: EditableSource;
  /** The public URLs of the site. Without them there are no absolute URLs and no sitemap. */
  addresses?: SiteAddresses;
  /** What robots.txt allows crawlers to do with the content. */
  contentSignal?: string;
  /** The site is served as static files, so search and the assistant have no server. */
  isStatic?: boolean;
  /** Fetches API descriptions from other servers. Without it, no connection is opened. */
  fetchSpec?: FetchSpec;
  /** Fetches fonts that docs.json gives by name. Without it, no connection is opened. */
  fetchFile?: FetchFile;
  /** A remote description newer than this isn't fetched again. */
  remoteFreshSeconds?: number;
  /** The groups of a preview's visitor: pages restricted to one of these are shown as well. */
  readerGroups?: readonly string[];
  /** Skips API descriptions, so their pages and parts of other pages are missing. */
  withoutSpecs?: boolean;
  /** Whether scripts, interactive components and integrations of the project run. On by default. */
  withAuthorCode?: boolean;
  /** The site is a preview, which sends no analytics. */
  isPreview?: boolean;
  /** Marks in the page what can't be shown, for its writer. */
  marksRefused?: boolean;
  /** Renders snippets as pages too, so their links are checked even if no page includes them. */
  withSnippetPages?: boolean;
  /** The files of the folder, if the caller knows them; otherwise it is walked. */
  files?: readonly ProjectFile[];
}

const rendererVersion = readRendererVersion();

/** Builds a site: read, plan, render, check, collect. Throws a BuildFailure if the author must fix something first. */
export async function buildSite(deps: BuildDeps, request: BuildRequest): Promise<SiteBuild> {
  const limits = { ...defaultSiteLimits, ...request.limits };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.buildSecondsMax * 1000)]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await buildOnce(deps, { ...request, limits, signal });
    } catch (error) {
      const isOver = attempt >= attemptsMax;
      if (!(error instanceof SourceChanged || error instanceof CacheDamaged) || isOver) throw error;
    }
  }
}

interface BuildDeps {
  pool: RenderPool;
}

/** Someone saving files during a build is done after a moment, and damaged cache entries are dropped. */
const attemptsMax = 5;

type OneBuild = BuildRequest & { limits: SiteLimits };

async function buildOnce({ pool }: BuildDeps, request: OneBuild): Promise<SiteBuild> {
  const { folder, cacheFolder, onLine, limits, signal, addresses, contentSignal, editTimes = new Map() } = request;
  await mkdir(cacheFolder, { recursive: true });
  const reading = startStep(onLine);
  const before = await findKeptBuild(request);
  const cache = before?.cache ?? new BuildCache(cacheFolder);
  // Everything must be rendered, so the processes can start while the pages are read.
  if (before === undefined && cache.isEmpty()) pool.prepare();
  const { project, assets, plan, readAt } = before ?? (await readAndPlan({ pool, cache }, request));
  const planned = new Set(before?.planned);
  if (before !== undefined) {
    reading(`Read ${count(plan.pages.filter((page) => !planned.has(page)).length, "changed page")}`);
  }

  const rendering = startStep(onLine);
  const site = await renderSite(
    { pool, cache },
    {
      plan,
      folder,
      cacheFolder,
      limits,
      signal,
      assetTasks: assets.tasks,
      imageSizes: assets.imageSizes,
      findKnown: (page) => (planned.has(page) ? before?.site.articles.get(page.source.file) : undefined),
      onProgress: request.onProgress,
    },
  );
  const reasonFor = before ? renderReasonsSince(before.planned) : readRenderReasons(cacheFolder, rendererVersion);
  const counts = countPages(plan, site, reasonFor);
  rendering(describeCounts(counts));

  const checking = startStep(onLine);
  const files = collectFiles(plan, assets, site, cache);
  const built = { project, plan, site, cache, files };
  files.push(...outputFiles(built, { addresses, contentSignal, editTimes }));
  refuseTooLarge(files, limits);
  const faults = validFaults(before, site, files);
  const { problems, brokenLinks } = collectProblems(
    { project, plan, site, files, isPartial: request.withoutSpecs ?? false, faults },
    limits,
  );
  checking(
    `Checked pages and links: ${count(problems.filter((problem) => problem.severity === "warning").length, "warning")}`,
  );

  const { failures } = project.report;
  if (failures.length > 0) throw new BuildFailure([...failures, ...problems], plan.pages.length);
  if (before === undefined) writeHistory(cacheFolder, rendererVersion, plan.pages);
  keepBuild(request, { project, assets, plan, cache, site, siteFiles: files, faults, readAt });
  await pruneCache(cacheFolder, limits.cacheBytesMax, cache);
  return {
    readBatch: (read) => cache.whileOpen(read),
    keptIndex: openIndexFolder(join(cacheFolder, "search")),
    files,
    pages: listBuiltPages(plan, site, cache),
    redirects: [...plan.redirects, ...skillRedirects(project.skills)],
    notFoundPath: `${notFoundName}.html`,
    assistantInstructions: await readInstructions(folder),
    reader: plan.site.reader,
    unlistedPaths: plan.pages
      .filter((page) => !mayBeListed(page, project.config))
      .map(({ source }) => markdownFilePath(source.url)),
    trailingSlash: project.config.seo?.trailingSlash === true,
    connections: listConnections(plan.pages),
    islandOrigins: listIslandOrigins(site, limits.islandOriginsMax),
    policy: sitePolicy(project, plan, site),
    problems,
    brokenLinks,
    listExternalLinks: () => listExternalLinks(project, site),
    accessProblems: listAccessProblems(project, site),
    counts,
    summary: describeCounts(counts),
  };
}

interface PlanDeps {
  pool: RenderPool;
  cache: BuildCache;
}

async function readAndPlan({ pool, cache }: PlanDeps, request: OneBuild) {
  const { cacheFolder, limits, signal } = request;
  const sourceCache = openSourceCache(cacheFolder, rendererVersion);
  const reading = startStep(request.onLine);
  const written = await readProject({ ...request, cache: sourceCache, signal });
  reading(
    `Read ${count(written.pages.length, "page")}, ${count(written.snippets.size, "snippet")} and ${count(written.assets.length, "asset")}`,
  );
  const named = readNavigation(written.settings.navigation ?? null, written.report);
  const fetchedFonts = await fetchFonts({
    project: written,
    draft: named,
    cacheFolder,
    fetchFile: request.fetchFile,
    signal,
  });
  const { project, draft, hasRemote } = await addApiPages(
    { pool, cache },
    {
      project: written,
      draft: named,
      cacheFolder,
      rendererVersion,
      limits,
      signal,
      fetchSpec: request.fetchSpec,
      remoteFreshSeconds: request.remoteFreshSeconds ?? 0,
      withoutSpecs: request.withoutSpecs ?? false,
    },
  );
  const assets = await planAssets(project, { cache: sourceCache, version: rendererVersion, signal });
  const grammars = await readGrammars({ pool, cache: sourceCache }, { project, cacheFolder, limits, signal });
  const plan = planSite(project, draft, {
    rendererVersion,
    editTimes: request.editTimes ?? new Map(),
    editable: request.editable,
    address: request.addresses?.main,
    findFile: assets.findFile,
    isStatic: request.isStatic ?? false,
    withAuthorCode: request.withAuthorCode ?? true,
    isPreview: request.isPreview ?? false,
    grammars,
    fetchedFonts,
    readerGroups: request.readerGroups ?? [],
    marksRefused: request.marksRefused ?? false,
  });
  sourceCache.save();
  return { project, assets, plan, readAt: hasRemote ? undefined : Date.now() };
}

function listIslandOrigins({ articles }: RenderedSite, originsMax: number): string[] {
  const islands = [...articles.values()].flatMap((article) => article.islands ?? []);
  return [...new Set(islands.flatMap(({ origins }) => origins))].toSorted().slice(0, originsMax);
}

function refuseTooLarge(files: SiteFile[], limits: SiteLimits): void {
  const bytes = files.reduce((sum, file) => sum + file.byteLength, 0);
  if (bytes <= limits.siteBytesMax) return;
  throw new BuildFailure([new BuildProblem(`the finished site is larger than ${limits.siteBytesMax} bytes`)]);
}

function startStep(onLine: (line: string) => void): (what: string) => void {
  const start = performance.now();
  return (what) => onLine(`${what} (${Math.round(performance.now() - start)} ms)`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
