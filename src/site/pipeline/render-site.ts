import { ownFrame, type PlannedPage, type SitePlan } from "../outputs/site-plan.ts";
import type { ImageSizes } from "../page/markdown/size-images.ts";
import { BuildProblem, describeProblem, problemFromRecord } from "../shared/build-problem.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import { cacheKey } from "../shared/cache/cache-key.ts";
import type { StoredEntry } from "../shared/cache/stored-file.ts";
import { findStoredHeader } from "../shared/cache/stored-file.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { beginsWithTitle, hasOwnTitle, type SourcePage } from "../source/read-page.ts";
import type { Banner } from "../theme/templates/site-frame.ts";
import type { BuildDeps, OneBuild } from "./build-request.ts";
import { SourceChanged } from "./render/read-for-task.ts";
import {
  type CardTask,
  createSetup,
  type PageTask,
  type RenderJob,
  type RenderSetup,
  type RenderTask,
  type TaskOutcome,
} from "./render/render-messages.ts";
import type { RenderPool } from "./render/render-pool.ts";
import type { ArticleRecord } from "./stored-article.ts";
import { findArticleRecord, isArticleWhole } from "./stored-article.ts";

interface RenderRequest
  extends Pick<OneBuild, "folder" | "cacheFolder" | "limits" | "signal" | "onProgress" | "describesCards"> {
  plan: SitePlan;
  /** Text files of the author that are stored compressed. */
  assetTasks: RenderTask[];
  imageSizes: ImageSizes;
  /** Finds the article of a page that hasn't changed since an earlier build of this process. */
  findKnown(page: PlannedPage): ArticleRecord | undefined;
}

export interface RenderedSite {
  /** The cache entry of each finished file, by task name. */
  stored: Map<string, StoredEntry>;
  /** The cache entry of each page's Markdown, by task name. */
  markdown: Map<string, StoredEntry>;
  articles: Map<string, ArticleRecord>;
  /** Pages whose article was rendered in this build, and pages that were only laid out again. */
  rendered: Set<PlannedPage>;
  laidOut: Set<PlannedPage>;
  /** The reasons why pages could not be rendered, by file. */
  failed: Map<string, BuildProblem>;
  problems: BuildProblem[];
}

/** Renders the pages that aren't in the cache. A page that crashes its process doesn't affect other pages. */
export async function renderSite({ pool, cache }: BuildDeps, request: RenderRequest): Promise<RenderedSite> {
  const { plan } = request;
  const site: RenderedSite = {
    stored: new Map(),
    markdown: new Map(),
    articles: new Map(),
    rendered: new Set(),
    laidOut: new Set(),
    failed: new Map(),
    problems: [],
  };
  const tasks = [
    ...planTasks(request, cache, site),
    ...[...bannerTasks(plan), ...request.assetTasks].filter((task) => !isStored(task, cache, site)),
    ...(request.describesCards ? [] : plan.cards)
      .map((card): RenderTask => ({ kind: "card", ...card }))
      .filter((task) => !isStored(task, cache, site)),
  ];
  const { site: frame, settings, grammars } = plan;
  const { imageSizes } = request;
  const branches = usedBranches(plan, tasks);
  const setup = createSetup(request, { site: frame, settings, grammars, imageSizes, branches });
  let waiting = tasks;
  for (let round = 1; round <= roundsMax && (round === 1 || waiting.length > 0); round += 1) {
    waiting = await runTasks(pool, setup, waiting, request, site);
  }
  return site;
}

/** The content of banners is rendered like pages, because the parser doesn't run in the server. */
function bannerTasks({ site, branches, settings, siteHash }: SitePlan): RenderTask[] {
  const banners = [site, ...branches].flatMap(({ surroundings: { banner } }) => banner ?? []);
  // Many branches have the same banner.
  return [...new Map(banners.map((banner) => [bannerName(banner), banner.content]))].map(([name, content]) => {
    const fileKey = cacheKey(siteHash, JSON.stringify(settings), content);
    return { kind: "banner", name, fileKey, content };
  });
}

export function bannerName({ mark }: Banner): string {
  return `docs.json (banner ${mark})`;
}

/** Only the branches that the tasks need. */
function usedBranches({ branches }: SitePlan, tasks: readonly RenderTask[]): RenderSetup["branches"] {
  const used = new Set(tasks.flatMap((task) => (task.kind === "page" ? [task.branch] : [])));
  return branches.map((branch, number) => (used.has(number) ? ownFrame(branch) : undefined));
}

/** A page is first rendered as written. If that fails, it is rendered without the grammars, then as an error page. */
const roundsMax = 3;

/** Results in the cache are used directly; the rest become tasks. */
function planTasks(request: RenderRequest, cache: BuildCache, site: RenderedSite): RenderTask[] {
  const { plan } = request;
  const tasks: RenderTask[] = [];
  for (const page of plan.pages) {
    const record = findRecord(page, cache, request, site);
    if (record !== undefined) site.articles.set(page.source.file, record);
    const hasMarkdown = isMarkdownStored(page, cache, site);
    const isComplete = record !== undefined && isStored({ name: page.source.file, fileKey: page.fileKey }, cache, site);
    if (isComplete && hasMarkdown) continue;
    (record === undefined ? site.rendered : site.laidOut).add(page);
    tasks.push(pageTask(page, record !== undefined, hasMarkdown));
  }
  const branch = ownFrame(plan.notFound.branch);
  const fileKey = cacheKey(plan.siteHash, JSON.stringify({ ...plan.notFound, branch }));
  const notFound: RenderTask = { kind: "notFound", name: notFoundName, fileKey, ...plan.notFound, branch };
  return isStored(notFound, cache, site) ? tasks : [...tasks, notFound];
}

/**
 * An article changes if the size of one of its images or a grammar for its code changes. The images and grammars it
 * uses are only known after it is rendered. If they have changed since, the article and the page get other keys.
 */
function findRecord(
  page: PlannedPage,
  cache: BuildCache,
  { plan, imageSizes, findKnown }: Pick<RenderRequest, "plan" | "imageSizes" | "findKnown">,
  site: RenderedSite,
): ArticleRecord | undefined {
  const known = findKnown(page);
  if (known !== undefined && isArticleWhole(cache, page.articleKey) && hasIslands(known, cache)) {
    if (page.withoutGrammars) site.problems.push(endlessGrammars(page.source.file));
    return known;
  }
  const first = findWholeRecord(page, cache) ?? recallPlain(page, cache, plan, site);
  if (first === undefined || (first.imageSizes.length === 0 && first.grammars === undefined)) return first;
  const { grammars = [] } = first;
  const versions = new Map(plan.grammars.map(({ path, version }) => [path, version]));
  const now = JSON.stringify([
    first.imageSizes.map(([path]) => [path, imageSizes.get(path) ?? null]),
    grammars.map(([path]) => [path, versions.get(path) ?? null]),
  ]);
  if (now === JSON.stringify([first.imageSizes, grammars])) return first;
  page.articleKey = cacheKey(page.articleKey, now);
  page.fileKey = cacheKey(page.fileKey, now);
  page.hasOtherParts = true;
  return findWholeRecord(page, cache);
}

/** Undefined if the module of one of its components, which is stored separately, is no longer in the cache. */
function findWholeRecord({ articleKey }: PlannedPage, cache: BuildCache): ArticleRecord | undefined {
  const record = findArticleRecord(cache, articleKey);
  return record !== undefined && hasIslands(record, cache) ? record : undefined;
}

function hasIslands({ islands = [] }: ArticleRecord, cache: BuildCache): boolean {
  return islands.every(({ stored }) => findStoredHeader(cache, stored.key) !== undefined);
}

/** Finds the article without the grammars, if an earlier build already timed out on this page with these grammars. */
function recallPlain(
  page: PlannedPage,
  cache: BuildCache,
  plan: SitePlan,
  site: RenderedSite,
): ArticleRecord | undefined {
  if (plan.grammars.length === 0) return undefined;
  const keys = keysWithoutGrammars(page, plan);
  const record = findArticleRecord(cache, keys.articleKey);
  if (record === undefined) return undefined;
  Object.assign(page, keys);
  site.problems.push(endlessGrammars(page.source.file));
  return record;
}

function keysWithoutGrammars({ articleKey, fileKey }: PlannedPage, { grammars }: SitePlan) {
  const parts = ["without grammars", ...grammars.map(({ version }) => version)];
  return { articleKey: cacheKey(articleKey, ...parts), fileKey: cacheKey(fileKey, ...parts), withoutGrammars: true };
}

function endlessGrammars(file: string): BuildProblem {
  const message = "did not finish rendering with the project's code grammars, so its code is highlighted without them";
  const hint = "look at styling.codeblocks.languages.custom in docs.json";
  return new BuildProblem(message, { severity: "warning", file, hint });
}

export const notFoundName = "_lectern/404";

function pageTask(page: PlannedPage, hasArticle: boolean, hasMarkdown: boolean): PageTask {
  return {
    kind: "page",
    name: page.source.file,
    articleKey: page.articleKey,
    fileKey: page.fileKey,
    markdown: hasMarkdown ? undefined : page.markdown,
    hasArticle,
    source: taskSource(page.source),
    snippets: page.snippets,
    page: page.frame,
    branch: page.branch,
    ...(page.withoutGrammars && { withoutGrammars: true }),
  };
}

export function taskSource(page: SourcePage): PageTask["source"] {
  const { file, format, body, bodyHash, firstLine, api } = page;
  return {
    file,
    format,
    body,
    bodyHash,
    firstLine,
    ...(api && { api: api.part }),
    ...(beginsWithTitle(page) && { beginsWithTitle: true }),
    ...(hasOwnTitle(page) && { hasOwnTitle: true }),
  };
}

function isStored(task: Pick<RenderTask, "name" | "fileKey">, cache: BuildCache, site: RenderedSite): boolean {
  const header = findStoredHeader(cache, task.fileKey);
  if (header !== undefined) site.stored.set(task.name, { key: task.fileKey, header });
  return header !== undefined;
}

function isMarkdownStored({ source, markdown }: PlannedPage, cache: BuildCache, site: RenderedSite): boolean {
  const { key } = markdown;
  const header = findStoredHeader(cache, key);
  if (header !== undefined) site.markdown.set(source.file, { key, header });
  return header !== undefined;
}

/** Returns the tasks that crashed or blocked their process, changed so that they can be tried again. */
async function runTasks(
  pool: RenderPool,
  setup: RenderSetup,
  tasks: RenderTask[],
  request: RenderRequest,
  site: RenderedSite,
): Promise<RenderTask[]> {
  const broken: RenderTask[] = [];
  const failures: string[] = [];
  const changed: string[] = [];
  let done = 0;
  const job: RenderJob = {
    setup,
    tasks,
    taskSecondsMax: request.limits.pageSecondsMax,
    signal: request.signal,
    onOutcome(task, outcome) {
      done += 1;
      request.onProgress?.(done, tasks.length);
      if (outcome.ok) keepResult(task, outcome, site);
      else if (outcome.reason === "internal" && task.kind === "card") broken.push(...withoutPictures(task, site));
      else if (outcome.reason === "internal") failures.push(`${task.name}: ${outcome.message}`);
      else if (outcome.reason === "changed") changed.push(task.name);
      else
        broken.push(
          ...(withoutGrammars(task, request.plan, site) ?? withoutArticle(task, outcome.reason, request.limits, site)),
        );
    },
  };
  if (tasks.length > 0) await pool.render(job);
  if (changed[0] !== undefined) throw new SourceChanged(changed[0]);
  if (failures.length > 0) throw new Error(`rendering failed: ${failures[0]}`);
  return broken;
}

function keepResult(task: RenderTask, { result }: Extract<TaskOutcome, { ok: true }>, site: RenderedSite): void {
  if (result.file !== undefined) site.stored.set(task.name, { key: task.fileKey, header: result.file });
  if (task.kind === "page" && task.markdown !== undefined && result.markdown !== undefined) {
    site.markdown.set(task.name, { key: task.markdown.key, header: result.markdown });
  }
  if (result.article !== undefined) site.articles.set(task.name, result.article);
  if (result.failure !== undefined) site.failed.set(task.name, problemFromRecord(result.failure));
}

/** A logo or font that can't be painted is left out of the card; a card that still fails is left out of the site. */
function withoutPictures(task: CardTask, site: RenderedSite): RenderTask[] {
  const { title, logo, background, font } = task.card;
  if (logo !== undefined || background !== undefined || font !== undefined) {
    return [{ ...task, card: { ...task.card, logo: undefined, background: undefined, font: undefined } }];
  }
  const message = `the link preview image of "${title}" could not be painted, so links to the page show no image`;
  site.problems.push(new BuildProblem(message, { severity: "warning" }));
  return [];
}

/** The regular expressions of a grammar can run forever. Without the grammars, the page lacks only highlighting. */
function withoutGrammars(task: RenderTask, plan: SitePlan, site: RenderedSite): RenderTask[] | undefined {
  const page = task.kind === "page" ? plan.pages.find(({ source }) => source.file === task.name) : undefined;
  if (task.kind !== "page" || page === undefined || plan.grammars.length === 0) return undefined;
  if (task.withoutGrammars || task.failure !== undefined) return undefined;
  site.problems.push(endlessGrammars(task.name));
  const keys = keysWithoutGrammars(page, plan);
  Object.assign(page, keys);
  return [{ ...task, ...keys }];
}

/** A page is replaced by an error page; an SVG image that crashes its process is left out. */
function withoutArticle(
  task: RenderTask,
  reason: "timeout" | "crash",
  limits: SiteLimits,
  site: RenderedSite,
): RenderTask[] {
  const message = describeEnd(reason, limits.pageSecondsMax);
  const problem = new BuildProblem(message, { file: task.name, hint: "split the page, or remove unusual parts of it" });
  if (task.kind === "notFound" || (task.kind === "page" && task.failure !== undefined)) {
    throw new Error(`a page of Lectern could not be laid out: ${message}`);
  }
  if (task.kind === "card") return withoutPictures(task, site);
  if (task.kind !== "page") {
    site.problems.push(problem);
    return [];
  }
  site.failed.set(task.name, problem);
  return [{ ...task, fileKey: cacheKey(task.fileKey, "failed"), failure: describeProblem(problem) }];
}

/** Why a process ended while it rendered a page. */
export function describeEnd(reason: "timeout" | "crash", secondsMax: number): string {
  return reason === "timeout"
    ? `rendering took more than ${secondsMax} seconds of processor time and was stopped`
    : "rendering used too much memory or broke the parser";
}
