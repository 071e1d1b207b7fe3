import { mkdir } from "node:fs/promises";
import { planAssets } from "./build/asset-files.ts";
import { describeCounts, readRenderReasons, writeHistory } from "./build/build-history.ts";
import { checkLinks } from "./build/check-links.ts";
import { collectFiles } from "./build/collect-files.ts";
import { type EditTimes, type PlannedPage, planSite, type SitePlan } from "./build/plan-site.ts";
import { createRedirectMatcher } from "./build/redirects.ts";
import { notFoundName, type RenderedSite, renderSite } from "./build/render-site.ts";
import type { BuildCounts, BuiltPage, SiteBuild, SiteFile } from "./build/site-build.ts";
import { BuildFailure, BuildProblem, problemFromRecord } from "./build-problem.ts";
import { openBuildCache } from "./cache/build-cache.ts";
import { pruneCache } from "./cache/prune-cache.ts";
import { readRendererVersion } from "./cache/renderer-version.ts";
import { readProject, type SourceProject } from "./project/read-project.ts";
import type { RenderPool } from "./render/render-pool.ts";
import { defaultSiteLimits, type SiteLimits } from "./site-limits.ts";

export interface BuildRequest {
  /** A clean checkout with docs.json in it. It is only read. */
  folder: string;
  /** Shared by all builds of a project, also by those that run at the same time. */
  cacheFolder: string;
  signal: AbortSignal;
  /** A line for a person who watches the build. */
  onLine(line: string): void;
  limits?: Partial<SiteLimits>;
  /** When each page was last edited, by its path, as git knows it. */
  editTimes?: EditTimes;
}

const rendererVersion = readRendererVersion();

/** Builds a site: read, plan, render, check, collect. Throws a BuildFailure when the author must mend something first. */
export async function buildSite({ pool }: { pool: RenderPool }, request: BuildRequest): Promise<SiteBuild> {
  const limits = { ...defaultSiteLimits, ...request.limits };
  const { folder, cacheFolder, onLine } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.buildSecondsMax * 1000)]);
  await mkdir(cacheFolder, { recursive: true });
  const cache = openBuildCache(cacheFolder);

  const reading = startStep(onLine);
  const project = await readProject(folder, limits, signal);
  reading(
    `Read ${count(project.pages.length, "page")}, ${count(project.snippets.size, "snippet")} and ${count(project.assets.length, "asset")}`,
  );

  const plan = planSite(project, rendererVersion, request.editTimes ?? new Map());
  const assets = await planAssets(project, rendererVersion, signal);
  const rendering = startStep(onLine);
  const site = await renderSite({ pool, cache }, { plan, cacheFolder, limits, signal, assetTasks: assets.tasks });
  const counts = countPages(plan, site, cacheFolder);
  rendering(describeCounts(counts));

  const checking = startStep(onLine);
  const files = collectFiles(plan, assets, site, cache);
  refuseTooLarge(files, limits);
  const problems = collectProblems(project, plan, site, limits);
  checking(`Checked links: ${count(problems.filter((problem) => problem.severity === "warning").length, "warning")}`);

  writeHistory(cacheFolder, rendererVersion, plan.pages);
  await pruneCache(cacheFolder, limits.cacheBytesMax);
  return {
    files,
    pages: plan.pages.map((page) => builtPage(page, site)),
    redirects: plan.redirects,
    notFoundPath: `${notFoundName}.html`,
    problems,
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

/** Warnings of the project, of each page and of its links, with a bound: a thousand are as good as ten thousand. */
function collectProblems(
  project: SourceProject,
  plan: SitePlan,
  site: RenderedSite,
  limits: SiteLimits,
): BuildProblem[] {
  const linked = plan.pages.flatMap(({ source: { file, url } }) => {
    const facts = site.articles.get(file)?.facts ?? { headings: [], sections: [], anchors: [], links: [], images: [] };
    return [{ file, url, facts }];
  });
  const records = [...site.articles.values()].flatMap((article) => article.problems);
  const links = checkLinks(
    {
      pages: linked,
      failedFiles: site.failed,
      assets: new Set(project.assets.map((asset) => asset.path)),
      findRedirect: createRedirectMatcher(plan.redirects),
    },
    limits.problemsMax,
  );
  // What stops a page comes first, then the settings, then links; the rest fills up what is left.
  const problems = [...site.problems, ...project.problems, ...links];
  const room = Math.max(limits.problemsMax - problems.length, 0);
  problems.push(...records.slice(0, room).map(problemFromRecord));
  const dropped = problems.length - limits.problemsMax + records.length - Math.min(room, records.length);
  if (dropped <= 0) return problems;
  const note = new BuildProblem(`${dropped} more problems are not shown`, { severity: "warning" });
  return [...problems.slice(0, limits.problemsMax), note];
}

function builtPage({ source, place }: PlannedPage, site: RenderedSite): BuiltPage {
  const labels = [...(place.branch?.trail ?? []), ...place.groups].map((part) => part.label);
  return {
    url: source.url,
    file: source.file,
    title: source.title,
    description: source.frontmatter.description,
    keywords: source.frontmatter.keywords,
    breadcrumb: labels,
    boost: place.boost,
    visibility: place.visibility,
    sections: site.articles.get(source.file)?.facts.sections ?? [],
    hasFailed: site.failed.has(source.file),
  };
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
