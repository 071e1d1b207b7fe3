import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { fetchRemoteSpecs, type RemoteRequest, type RemoteSpec } from "../api/read/remote-specs.ts";
import type { EditTimes, PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { SiteFile } from "../shared/site-file.ts";
import type { ProjectFile } from "../source/list-files.ts";
import type { SourceProject } from "../source/read-project.ts";
import { readSource } from "../source/read-sources.ts";
import { type AssetPlan, moveAssets } from "./asset-files.ts";
import type { OneBuild } from "./build-request.ts";
import type { PageFaults } from "./check-links.ts";
import type { RenderedSite } from "./render-site.ts";

/** A build in memory. If only the text of a few pages changes, the next build of the site starts from it. */
interface KeptBuild {
  /** When all files were last read. */
  readAt: number;
  files: readonly ProjectFile[];
  editTimes: EditTimes;
  project: SourceProject;
  assets: AssetPlan;
  plan: SitePlan;
  cache: BuildCache;
  site: RenderedSite;
  siteFiles: readonly SiteFile[];
  faults: PageFaults;
  remoteSpecs: ReadonlyMap<string, RemoteSpec>;
}

export interface ChangedBuild extends KeptBuild {
  /** The pages as they were planned before. */
  planned: readonly PlannedPage[];
}

type KeptRequest = RemoteRequest & Pick<OneBuild, "folder" | "files" | "editTimes" | "limits">;

/** The number of pages in all kept builds together. A thousand pages take about 12 MB. */
const pagesMax = 30_000;
const changesMax = 200;
/** After this time everything is read again, because files on other servers may have changed. */
const keptSeconds = 3_600;

const kept = new LRUCache<string, KeptBuild>({ maxSize: pagesMax });

/** Builds with other options, such as those of a preview, are kept separately. */
function nameOf({ folder: _folder, files: _files, editTimes: _times, ...options }: KeptRequest): string {
  return JSON.stringify(options, (key, value: unknown) =>
    key === "signal" ? undefined : typeof value === "function" ? "function" : value,
  );
}

export function keepBuild(request: KeptRequest, build: Omit<KeptBuild, "files" | "editTimes">): void {
  const { files, editTimes = new Map() } = request;
  if (files === undefined || files.some(({ stamp }) => stamp === undefined)) return;
  const size = build.plan.pages.length + 1;
  kept.set(nameOf(request), { ...build, files, editTimes }, { size });
}

/**
 * The kept build with the new text of changed pages in its plan, or undefined if anything else changed: a title, the
 * navigation, a snippet, or the list of files. The build is no longer kept; the caller keeps the new build if it
 * succeeds.
 */
export async function findKeptBuild(request: KeptRequest): Promise<ChangedBuild | undefined> {
  const name = nameOf(request);
  const before = kept.get(name);
  kept.delete(name);
  const changed = before && listChanged(before.files, request.files ?? []);
  if (before === undefined || changed === undefined) return undefined;
  if (Date.now() - before.readAt > keptSeconds * 1_000) return undefined;
  if (!(await haveSameSpecs(before, request))) return undefined;
  const { project, plan } = before;
  for (const file of changed) if (!(await readChanged(file, project, request))) return undefined;
  const pages = replanPages(before, new Set(changed.map(({ path }) => path)), request.editTimes ?? new Map());
  if (pages === undefined) return undefined;
  before.cache.reopen();
  return {
    ...before,
    project: { ...project, folder: request.folder },
    assets: moveAssets(before.assets, request.folder),
    plan: { ...plan, pages },
    planned: plan.pages,
  };
}

/** Whether the descriptions on other servers are what they were, and can be fetched or not as before. */
async function haveSameSpecs({ remoteSpecs }: KeptBuild, request: KeptRequest): Promise<boolean> {
  const now = await fetchRemoteSpecs(new Set(remoteSpecs.keys()), request);
  return [...remoteSpecs].every(([address, { text, problem }]) => {
    const spec = now.get(address);
    return spec?.text === text && spec?.problem === problem;
  });
}

/** Undefined if files were added or removed. */
function listChanged(before: readonly ProjectFile[], now: readonly ProjectFile[]): ProjectFile[] | undefined {
  if (before.length !== now.length) return undefined;
  const stamps = new Map(before.map(({ path, stamp }) => [path, stamp]));
  if (!now.every(({ path, stamp }) => stamps.has(path) && stamp !== undefined)) return undefined;
  const changed = now.filter(({ path, stamp }) => stamps.get(path) !== stamp);
  return changed.length > changesMax ? undefined : changed;
}

/** Reads a changed page. False if more than its text changed, or if its text is used elsewhere. */
async function readChanged(
  { path, size }: ProjectFile,
  { facts, snippets, roots }: SourceProject,
  { folder, limits }: KeptRequest,
): Promise<boolean> {
  const known = facts.get(path);
  const isOtherwiseUsed = snippets.has(path) || path.toLowerCase().endsWith("skill.md");
  if (known === undefined || isOtherwiseUsed || size > limits.pageBytesMax) return false;
  const now = readSource(path, await readFile(join(folder, path), "utf8"), limits, roots);
  // Compared as JSON, because facts from the cache lack undefined properties.
  if (JSON.stringify({ ...now, bodyHash: "" }) !== JSON.stringify({ ...known, bodyHash: "" })) return false;
  facts.set(path, now);
  return true;
}

/** Undefined if one of the changed pages isn't in the plan or shows an API. */
function replanPages(
  { plan, project, editTimes }: KeptBuild,
  changed: Set<string>,
  timesNow: EditTimes,
): PlannedPage[] | undefined {
  let isKnown = true;
  const pages = plan.pages.map((page) => {
    const { file } = page.source;
    const editedAt = timesNow.get(file);
    const hasChanged = changed.delete(file);
    if (!hasChanged && editTimes.get(file) === editedAt) return page;
    isKnown &&= page.source.api === undefined;
    const bodyHash = project.facts.get(file)?.bodyHash ?? page.source.bodyHash;
    return plan.replan(page, { ...page.source, bodyHash }, editedAt);
  });
  return isKnown && changed.size === 0 ? pages : undefined;
}

/** The results of earlier link checks that still hold. Links to headings of changed pages are checked again. */
export function validFaults(before: KeptBuild | undefined, site: RenderedSite, files: readonly SiteFile[]): PageFaults {
  if (before === undefined || !haveSamePaths(before.siteFiles, files)) return new Map();
  const failed = new Set([...before.site.failed.keys(), ...site.failed.keys()]);
  if (failed.size !== before.site.failed.size || failed.size !== site.failed.size) return new Map();
  const hasSameAnchors = [...site.articles].every(([file, article]) => {
    const known = before.site.articles.get(file);
    return known === article || (known !== undefined && `${known.facts.anchors}` === `${article.facts.anchors}`);
  });
  if (before.site.articles.size !== site.articles.size) return new Map();
  const articles = [...site.articles.values()].filter(
    ({ facts }) => hasSameAnchors || !facts.links.some(({ url }) => url.includes("#")),
  );
  return new Map(
    articles.flatMap((article) => {
      const found = before.faults.get(article);
      return found === undefined ? [] : [[article, found] as const];
    }),
  );
}

function haveSamePaths(one: readonly SiteFile[], other: readonly SiteFile[]): boolean {
  return one.length === other.length && one.every(({ path }, place) => path === other[place]?.path);
}
