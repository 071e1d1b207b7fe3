import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { analyzeSections } from "../../search/analyze-sections.ts";
import type { FetchSpec } from "../api/read/remote-specs.ts";
import { BuildFailure, BuildProblem } from "../ground/build-problem.ts";
import { openAtomicFile } from "../ground/cache/atomic-file.ts";
import { BuildCache } from "../ground/cache/build-cache.ts";
import { pruneCache } from "../ground/cache/prune-cache.ts";
import { readRendererVersion } from "../ground/cache/renderer-version.ts";
import { openSourceCache } from "../ground/cache/source-cache.ts";
import { CacheDamaged } from "../ground/cache/stored-file.ts";
import type { SiteFile } from "../ground/site-file.ts";
import { defaultSiteLimits, type SiteLimits } from "../ground/site-limits.ts";
import { mayBeListed } from "../outputs/indexing.ts";
import { machineFiles } from "../outputs/machine-files.ts";
import type { EditTimes, PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import { skillRedirects } from "../outputs/skill-files.ts";
import type { Frontmatter } from "../source/frontmatter.ts";
import type { ProjectFile } from "../source/list-files.ts";
import { homeBranch } from "../source/navigation/home-branch.ts";
import type { Division, NavigationTree } from "../source/navigation/navigation-tree.ts";
import { readNavigation } from "../source/navigation/read-navigation.ts";
import { readInstructions } from "../source/read-instructions.ts";
import { readProject } from "../source/read-project.ts";
import type { SiteAddresses } from "../theme/site-address.ts";
import type { EditableSource } from "../theme/templates/edit-links.ts";
import { listAccessProblems } from "./access-problems.ts";
import { addApiPages } from "./add-api-pages.ts";
import { planAssets } from "./asset-files.ts";
import { describeCounts, readRenderReasons, writeHistory } from "./build-history.ts";
import { collectFiles, markdownFilePath } from "./collect-files.ts";
import { collectProblems } from "./collect-problems.ts";
import { listExternalLinks } from "./list-external-links.ts";
import { listConnections } from "./page-connections.ts";
import { planSite } from "./plan-site.ts";
import { readGrammars } from "./read-grammars.ts";
import type { RenderPool } from "./render/render-pool.ts";
import { SourceChanged } from "./render/source-changed.ts";
import { notFoundName, type RenderedSite, renderSite } from "./render-site.ts";
import type { BuildCounts, BuiltPage, SiteBuild } from "./site-build.ts";
import { getAnalysis } from "./stored-article.ts";

export interface BuildRequest {
  /** A clean checkout with docs.json in it. It is only read. */
  folder: string;
  /** Shared by all builds of a project, also by those that run at the same time. */
  cacheFolder: string;
  signal: AbortSignal;
  /** A line for a person who watches the build. */
  onLine(line: string): void;
  /** How many of the pages and files that had to be made are made. */
  onProgress?(done: number, total: number): void;
  limits?: Partial<SiteLimits>;
  /** When each page was last edited, by its path, as git knows it. */
  editTimes?: EditTimes;
  /** Where the files of the project can be edited, when that is known. */
  editable?: EditableSource;
  /** Where readers will find the site. Without it nothing names a page in full, and there is no sitemap. */
  addresses?: SiteAddresses;
  /** What robots.txt allows crawlers to do with what they read. */
  contentSignal?: string;
  /** The site will be files and no more: nothing behind it answers searches or questions. */
  isStatic?: boolean;
  /** Brings API descriptions that stand elsewhere. Without it no connection is opened. */
  fetchSpec?: FetchSpec;
  /** A description that was brought less than so long ago is not asked for again. */
  remoteFreshSeconds?: number;
  /** Whom a preview shows the site to: pages that are restricted to one of these groups are shown as well. */
  readerGroups?: readonly string[];
  /** API descriptions are not read: their pages, and their parts of other pages, are left out. */
  withoutSpecs?: boolean;
  /** Snippets are pages as well, so that what they link to is checked also where no page includes them. */
  withSnippetPages?: boolean;
  /** What is in the folder, when the caller knows it; else it is walked. */
  files?: readonly ProjectFile[];
}

const rendererVersion = readRendererVersion();

/** Builds a site: read, plan, render, check, collect. Throws a BuildFailure when the author must mend something first. */
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

export interface BuildDeps {
  pool: RenderPool;
}

/** Somebody who saves files while they are built is done after a moment, and a damaged cache is forgotten. */
const attemptsMax = 5;

async function buildOnce({ pool }: BuildDeps, request: BuildRequest & { limits: SiteLimits }): Promise<SiteBuild> {
  const { folder, cacheFolder, onLine, limits, signal } = request;
  await mkdir(cacheFolder, { recursive: true });
  const cache = new BuildCache(cacheFolder);
  // Everything will have to be rendered: what reads the pages now need not be waited for.
  if (cache.isEmpty()) pool.prepare();
  const sourceCache = openSourceCache(cacheFolder, rendererVersion);

  const reading = startStep(onLine);
  const written = await readProject({ ...request, cache: sourceCache, signal });
  reading(
    `Read ${count(written.pages.length, "page")}, ${count(written.snippets.size, "snippet")} and ${count(written.assets.length, "asset")}`,
  );

  const { readerGroups = [], withoutSpecs = false } = request;
  const { project, draft } = await addApiPages(
    { pool, cache },
    {
      project: written,
      draft: readNavigation(written.settings.navigation ?? null, written.report),
      cacheFolder,
      rendererVersion,
      limits,
      signal,
      fetchSpec: request.fetchSpec,
      remoteFreshSeconds: request.remoteFreshSeconds ?? 0,
      withoutSpecs,
    },
  );
  const { addresses, contentSignal, editTimes = new Map(), editable } = request;
  const assets = await planAssets(project, { cache: sourceCache, version: rendererVersion, signal });
  const { findFile } = assets;
  const { isStatic = false } = request;
  const grammars = await readGrammars({ pool, cache: sourceCache }, { project, cacheFolder, limits, signal });
  const outside = { editTimes, editable, address: addresses?.main, findFile, isStatic };
  const plan = planSite(project, draft, {
    rendererVersion,
    ...outside,
    grammars,
    readerGroups,
  });
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
      onProgress: request.onProgress,
    },
  );
  const counts = countPages(plan, site, cacheFolder);
  rendering(describeCounts(counts));

  const checking = startStep(onLine);
  const files = collectFiles(plan, assets, site, cache);
  const built = { project, plan, site, cache, files };
  files.push(...machineFiles(built, { addresses, contentSignal, editTimes }));
  refuseTooLarge(files, limits);
  const { problems, brokenLinks } = collectProblems({ project, plan, site, files, isPartial: withoutSpecs }, limits);
  checking(
    `Checked pages and links: ${count(problems.filter((problem) => problem.severity === "warning").length, "warning")}`,
  );

  writeHistory(cacheFolder, rendererVersion, plan.pages);
  sourceCache.save();
  await pruneCache(cacheFolder, limits.cacheBytesMax, cache);
  const language = defaultLanguage(plan.tree);
  return {
    readBatch: (read) => cache.whileOpen(read),
    keptIndex: openAtomicFile(join(cacheFolder, "search-index")),
    files,
    pages: plan.pages.map((page) => builtPage(page, language, site, cache)),
    redirects: [...plan.redirects, ...skillRedirects(project.skills)],
    notFoundPath: `${notFoundName}.html`,
    assistantInstructions: await readInstructions(folder),
    reader: plan.site.reader,
    unlistedPaths: plan.pages
      .filter((page) => !mayBeListed(page, project.config))
      .map(({ source }) => markdownFilePath(source.url)),
    trailingSlash: project.config.seo?.trailingSlash === true,
    connections: listConnections(plan.pages),
    problems,
    brokenLinks,
    listExternalLinks: () => listExternalLinks(project, site),
    accessProblems: listAccessProblems(project, site),
    counts,
    summary: describeCounts(counts),
  };
}

function countPages(plan: SitePlan, site: RenderedSite, cacheFolder: string): BuildCounts {
  const reasonFor = readRenderReasons(cacheFolder, rendererVersion);
  const rendered: Record<string, number> = {};
  for (const page of site.rendered) {
    const reason = reasonFor(page);
    rendered[reason] = (rendered[reason] ?? 0) + 1;
  }
  const laidOut = site.laidOut.size;
  const reused = plan.pages.length - site.rendered.size - laidOut;
  return { pages: plan.pages.length, rendered, laidOut, reused, failed: site.failed.size };
}

const nothingAnalysed = analyzeSections([]);

function builtPage(
  { source, place, articleKey }: PlannedPage,
  language: readonly Division[],
  site: RenderedSite,
  cache: BuildCache,
): BuiltPage {
  const trail = place.branch?.trail ?? [];
  return {
    url: source.url,
    file: source.file,
    title: source.title,
    description: source.frontmatter.description,
    keywords: source.frontmatter.keywords,
    breadcrumb: [...trail, ...place.groups].map((part) => part.label),
    facets: facetsOf(source.frontmatter, place.branch?.trail ?? language),
    isDefault: trail.every(({ kind, isDefault }) => isDefault || (kind !== "version" && kind !== "language")),
    boost: place.boost,
    visibility: place.visibility,
    // Read when they are asked for, and not kept: together they are as large as the project.
    get analysis() {
      return site.articles.has(source.file) ? getAnalysis(cache, articleKey) : nothingAnalysed;
    },
    analysisKey: site.articles.has(source.file) ? articleKey : "nothing",
    hasFailed: site.failed.has(source.file),
  };
}

/** A page that stands nowhere may be for every version, but it is written in one language. */
function defaultLanguage(tree: NavigationTree): Division[] {
  return (homeBranch(tree)?.trail ?? []).filter(({ kind }) => kind === "language");
}

function facetsOf({ version, tag, ownKeys }: Frontmatter, trail: readonly Division[]): Record<string, string> {
  const facets = { ...ownKeys };
  for (const { kind, label } of trail) if (kind === "version" || kind === "language") facets[kind] = label;
  if (version !== undefined) facets.version = version;
  if (tag !== undefined) facets.tag = tag;
  return facets;
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
