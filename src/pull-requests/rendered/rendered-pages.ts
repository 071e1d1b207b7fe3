import { buffer } from "node:stream/consumers";
import type { RenderedPages } from "../../contract/pull-request-page-operations.ts";
import type { ArtifactCache } from "../../platform/artifacts/artifact-cache.ts";
import type { ArtifactFiles } from "../../platform/artifacts/manifest.ts";
import type { CallPool } from "../../platform/calls/call-pool.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { previewSubdomain, subdomainOf } from "../../projects/sites/site-address.ts";
import { ownFilesPath } from "../../projects/sites/site-headers.ts";
import { findSite, type Site } from "../../projects/sites/store.ts";
import { articleDocument, decodeUrl, inlineFonts, pageFilePath, urlWithin } from "../../site/serving.ts";
import { findLatestUpdate } from "../../updates/store.ts";
import { isEnded } from "../../updates/update.ts";
import type { PullRequestRequest } from "../pull-request.ts";
import type { ComparedArticle, renderedCalls } from "./rendered-calls.ts";

export interface RenderedDeps extends Pick<Services, "database"> {
  artifacts: ArtifactCache;
  texts: CallPool<typeof renderedCalls>;
  siteUrl(subdomain: string): string;
}

const pagesMax = 300;
const fileBytesMax = 2_000_000;

/**
 * The pages that differ between the site of the base and the branch preview. The Markdown of the pages is compared,
 * because their HTML also contains the navigation.
 */
export async function listRenderedPages(
  deps: RenderedDeps,
  request: PullRequestRequest,
  { path }: { path?: string | undefined },
): Promise<RenderedPages> {
  const { pullRequest, signal } = request;
  const preview = await findPreview(deps, request);
  const { base, head } = await findSites(deps, request);
  if (preview.state !== "ready" || head === undefined || base === undefined) {
    return {
      ...preview,
      state: preview.state === "ready" ? "none" : preview.state,
      message: preview.message === "" ? "There is no published site to compare with." : preview.message,
      pages: [],
      isCut: false,
    };
  }
  const all = comparePages(await filesOf(deps, base, signal), await filesOf(deps, head, signal));
  const isBehind = base.commitSha !== pullRequest.baseSha;
  const message = isBehind ? "There have been other changes since these were started. Those are marked, too." : "";
  if (path !== undefined) {
    const page = all.find((each) => each.path === path);
    const changes = page && (await readSides(deps, request, { base, head }, page.path)).changes;
    return { ...preview, message, pages: page ? [{ ...page, ...(changes && { changes }) }] : [], isCut: false };
  }
  return { ...preview, message, pages: all.slice(0, pagesMax), isCut: all.length > pagesMax };
}

interface RenderRequest {
  path: string;
  side: "old" | "new";
  theme?: "light" | "dark" | undefined;
}

/** One version of a page, with the changed blocks marked. */
export async function renderPage(
  deps: RenderedDeps,
  request: PullRequestRequest,
  { path, side, theme }: RenderRequest,
): Promise<string> {
  const { signal } = request;
  const sites = await findSites(deps, request);
  const site = side === "old" ? sites.base : sites.head;
  const { [side]: article } = await readSides(deps, request, sites, path);
  if (site === undefined || article === undefined) {
    throw new AppError(
      "not_found",
      "This version of the site doesn't have the page, or the page is too large to compare.",
    );
  }
  return articleDocument({ article: article.html, css: await readStyles(deps, site, article, signal), theme });
}

type PreviewState = Pick<RenderedPages, "state" | "message" | "updateId">;

async function findPreview(
  { database }: RenderedDeps,
  { project, pullRequest: { head, headSha, status } }: PullRequestRequest,
): Promise<PreviewState> {
  if (status !== "open") {
    return {
      state: "none",
      message: `The preview was removed when the pull request was ${status}.`,
      updateId: null,
    };
  }
  const subdomain = previewSubdomain(head, project.domain);
  const site = await findSite(database.query, subdomain);
  if (site?.branch === head && site.commitSha === headSha) {
    return { state: "ready", message: "", updateId: site.updateId };
  }
  const latest = await findLatestUpdate(database.query, project.id, subdomain);
  if (latest !== undefined && latest.branch === head && !isEnded(latest.status)) {
    return { state: "building", message: "The preview is being built.", updateId: latest.id };
  }
  if (latest?.branch === head && latest.status === "failure") {
    return { state: "failed", message: `The preview failed: ${latest.summary}`, updateId: latest.id };
  }
  return { state: "none", message: "There is no preview of the newest changes yet.", updateId: null };
}

interface ComparedSites {
  base: Site | undefined;
  head: Site | undefined;
}

async function findSites(
  { database }: RenderedDeps,
  { project, pullRequest }: PullRequestRequest,
): Promise<ComparedSites> {
  const find = async (branch: string) => {
    const subdomain = subdomainOf(project, branch);
    const site = await findSite(database.query, subdomain);
    return site?.branch === branch && site.projectId === project.id ? site : undefined;
  };
  return { base: await find(pullRequest.base), head: await find(pullRequest.head) };
}

async function filesOf({ artifacts }: RenderedDeps, site: Site, signal: AbortSignal): Promise<ArtifactFiles> {
  return (await artifacts.getManifest(site.projectId, site.artifact, signal)).files;
}

function comparePages(before: ArtifactFiles, after: ArtifactFiles): RenderedPages["pages"] {
  const pages: RenderedPages["pages"] = [];
  const pathOf = (file: string) => {
    if (!file.endsWith(".md") || file.startsWith(ownFilesPath)) return undefined;
    return file === "index.md" ? "/" : `/${file.slice(0, -".md".length)}`;
  };
  for (const [file, { hash }] of after) {
    const path = pathOf(file);
    if (path === undefined || !after.has(pageFilePath(path))) continue;
    const old = before.get(file);
    if (old?.hash !== hash) pages.push({ path, status: old === undefined ? "added" : "modified" });
  }
  for (const file of before.keys()) {
    const path = pathOf(file);
    if (path !== undefined && before.has(pageFilePath(path)) && !after.has(file))
      pages.push({ path, status: "removed" });
  }
  return pages.sort((one, other) => one.path.localeCompare(other.path));
}

async function readSides(
  deps: RenderedDeps,
  { project, signal }: PullRequestRequest,
  { base, head }: ComparedSites,
  path: string,
) {
  const read = async (site: Site | undefined) => {
    const html = site && (await readText(deps, site, pageFilePath(path), signal));
    return site && html ? { html, siteUrl: deps.siteUrl(site.subdomain) } : undefined;
  };
  const pages = { old: await read(base), new: await read(head) };
  return deps.texts.call(project.organizationId, "compareArticles", pages, signal);
}

async function readStyles(
  deps: RenderedDeps,
  site: Site,
  { stylesheets }: ComparedArticle,
  signal: AbortSignal,
): Promise<string> {
  const { origin } = new URL(deps.siteUrl(site.subdomain));
  const own = stylesheets.map((address) => new URL(address, origin)).filter((url) => url.origin === origin);
  // The site may be below a path.
  const isBelow = ({ pathname }: URL) => pathname.includes(`/${ownFilesPath}`);
  const basePath = own.find(isBelow)?.pathname.split(`/${ownFilesPath}`)[0] ?? "";
  const read = (path: string) => {
    const within = urlWithin(basePath, decodeUrl(path));
    return within === undefined ? undefined : readBytes(deps, site, within.slice(1), signal);
  };
  const sheets = own.map(async ({ pathname }) => ({ path: pathname, css: (await read(pathname))?.toString() ?? "" }));
  return inlineFonts(await Promise.all(sheets), origin, async (path) => read(path));
}

async function readText(
  deps: RenderedDeps,
  site: Site,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return (await readBytes(deps, site, path, signal))?.toString();
}

async function readBytes(
  { artifacts }: RenderedDeps,
  { projectId: namespace, artifact: digest }: Site,
  path: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const file = await artifacts.findFile({ namespace, digest, path, accepted: [] }, signal);
  if (file === undefined || file.size > fileBytesMax) return undefined;
  const body = await file.open(undefined, signal);
  return Buffer.isBuffer(body) ? body : buffer(body);
}
