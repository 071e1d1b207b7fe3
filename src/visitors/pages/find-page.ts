import type { IncomingHttpHeaders } from "node:http";
import type { ArtifactCache, ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { Encoding } from "../../platform/compress.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { ownFilesPath, privateFilesPath } from "../../projects/sites/site-headers.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import {
  authorCodePath,
  createRedirectMatcher,
  joinSources,
  noSources,
  type PolicySources,
} from "../../site/serving.ts";
import { askPath } from "./ask-path.ts";
import { chooseLanguage } from "./choose-language.ts";
import { crawlerHeaders } from "./crawler-headers.ts";
import { mcpPath } from "./mcp-page.ts";
import { oncePerSite } from "./once-per-site.ts";
import type { WantedForm } from "./wanted-form.ts";
import { withClosestPages } from "./with-closest-pages.ts";

export type Found =
  | {
      kind: "file";
      path: string;
      file: ServedFile;
      status: 200 | 404;
      headers: Record<string, string>;
      /** Other servers that the page may call. */
      origins: readonly string[];
      /** The servers and files that the site's pages may load from and contact, besides the site itself. */
      sources: PolicySources | undefined;
      /** True if readers of another language get another reply. */
      byLanguage?: boolean;
    }
  /** The address of the MCP server, opened in a browser. */
  | { kind: "mcp" }
  /** The address for questions, opened without one. */
  | { kind: "ask" }
  | { kind: "redirect"; location: string; status: number; byLanguage?: boolean }
  | { kind: "none" };

export interface FindPageDeps {
  artifacts: ArtifactCache;
  /** Whether projects may run scripts of their own. Also applies to sites that are already published. */
  withAuthorCode: boolean;
  /** Earlier artifacts of the site, newest first: pages that are still open in a browser load their files from them. */
  listEarlier(published: PublishedArtifact): Promise<string[]>;
}

interface PageRequest {
  /** The decoded path, with a leading slash. */
  path: string;
  accepted: readonly Encoding[];
  wanted: WantedForm;
  /** Decides the language at the root. */
  headers?: IncomingHttpHeaders;
}

/** Origins that are safe in a content security policy, because they can't add another rule. */
const originPattern = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

export async function findPage(
  deps: FindPageDeps,
  published: PublishedArtifact,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Found> {
  if (request.path !== "/" || request.wanted !== "page") return findFile(deps, published, request, signal);
  const { extra } = await deps.artifacts.getManifest(published.projectId, published.artifact, signal);
  const { languages } = extra as unknown as SiteExtra;
  if (languages === undefined) return findFile(deps, published, request, signal);
  const home = chooseLanguage(languages, request.headers ?? {})?.home ?? "/";
  if (home !== "/")
    return { kind: "redirect", location: home.replaceAll(/[%?#]/g, encodeURIComponent), status: 307, byLanguage: true };
  const found = await findFile(deps, published, request, signal);
  return found.kind === "file" || found.kind === "redirect" ? { ...found, byLanguage: true } : found;
}

async function findFile(
  { artifacts, listEarlier, ...deps }: FindPageDeps,
  published: PublishedArtifact,
  { path: asked, accepted, wanted }: PageRequest,
  signal: AbortSignal,
): Promise<Found> {
  const { projectId: namespace, artifact } = published;
  const withAuthorCode = deps.withAuthorCode && published.authorCode !== 0;
  const find = (key: string, digest = artifact) =>
    artifacts.findFile({ namespace, digest, path: key, accepted }, signal);
  const manifest = await artifacts.getManifest(namespace, artifact, signal);
  const show = (key: string, file: ServedFile, status: 200 | 404): Found => {
    const headers = crawlerHeaders(key, manifest, isHidden(published));
    const sources = sourcesOf(manifest, withAuthorCode);
    return { kind: "file", path: key, file, status, headers, origins: connectionsOf(manifest, key), sources };
  };
  const path = withoutTrailingSlash(asked, manifest);
  const name = path.slice(1);
  if (!withAuthorCode && name.startsWith(authorCodePath)) return { kind: "none" };
  if (published.isUnlisted && name === "sitemap.xml") return { kind: "none" };
  if (!name.startsWith(privateFilesPath)) {
    const clean = cleanPath(path);
    for (const key of clean === path ? fileNames(name, wanted) : []) {
      const file = await find(key);
      if (file !== undefined) {
        return show(key, file, 200);
      }
    }
    if (clean !== path && manifest.files.has(clean.endsWith(".md") ? clean.slice(1) : pageFile(clean.slice(1)))) {
      return { kind: "redirect", location: clean.replaceAll(/[%?#]/g, encodeURIComponent), status: 308 };
    }
    if (name.startsWith(ownFilesPath)) {
      // Earlier artifacts may have files that this site's public pages don't have.
      const earlier = published.audience === "public" ? [] : await listEarlier(published);
      for (const digest of earlier) {
        const file = await find(name, digest);
        if (file !== undefined) {
          return show(name, file, 200);
        }
      }
      return { kind: "none" };
    }
  }
  const redirect = redirectMatcher(manifest)(path);
  if (redirect !== undefined) {
    return { kind: "redirect", location: withoutForeignHost(redirect.destination), status: redirect.status };
  }
  const { notFound, reader } = manifest.extra as unknown as SiteExtra;
  if (path === mcpPath && reader?.mcp !== false) return { kind: "mcp" };
  if (path === askPath && reader?.assistant !== false) return { kind: "ask" };
  const file = await find(notFound);
  if (file === undefined) return { kind: "none" };
  const findPlain = (key: string) =>
    artifacts.findFile({ namespace, digest: artifact, path: key, accepted: [] }, signal);
  const helpful = wanted === "page" ? await withClosestPages(manifest, path, findPlain, signal) : undefined;
  return show(notFound, helpful ?? file, 404);
}

/** Whether search engines must not list the page: in previews, unlisted sites, and behind a sign-in. */
function isHidden(published: PublishedArtifact): boolean {
  const { audience = "public", isUnlisted = false } = published;
  return isPreview(published) || isUnlisted || audience !== "public";
}

function sourcesOf(manifest: Manifest, withAuthorCode: boolean): PolicySources | undefined {
  const sources = checkedPolicy(manifest);
  return withAuthorCode || sources === undefined ? sources : { ...noSources, frame: sources.frame };
}

/** The published policy is checked again, because a header must never contain unchecked text from an author. */
const checkedPolicy = oncePerSite(({ policy }) => policy && joinSources([policy]));

/** The servers that the request tester on a page may call. */
export function connectionsOf(manifest: Manifest, path: string): readonly string[] {
  return originsByPath(manifest).get(path) ?? [];
}

const originsByPath = oncePerSite(({ connections = [] }) => {
  const safe = (origins: readonly string[]) => origins.filter((address) => originPattern.test(address));
  return new Map(connections.flatMap(({ origins, paths }) => paths.map((page) => [page, safe(origins)] as const)));
});

// In a project with trailing slashes, addresses with a slash are served without a redirect.
function withoutTrailingSlash(path: string, { extra, files }: Manifest): string {
  if (!/[^/]\/$/.test(path) || (extra as unknown as SiteExtra).trailingSlash !== true) {
    return path;
  }
  const page = path.slice(0, -1);
  return files.has(pageFile(page.slice(1))) ? page : path;
}

// A page has one address: without `.html`, a trailing slash or `index`.
function cleanPath(path: string): string {
  const clean = path
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.html$/, "")
    .replace(/\/index$/, "")
    .replace(/(?<=.)\/index\.md$/, ".md");
  return clean === "" ? "/" : clean;
}

// Pages take precedence over files of the same name, and `/guides` is also the index of the folder `guides`.
function fileNames(name: string, wanted: WantedForm): string[] {
  const markdown = wanted === "page" ? [] : [pageFile(name).replace(/html$/, "md")];
  return [...markdown, pageFile(name), ...(name === "" ? [] : [name, `${name}/index.html`])];
}

function pageFile(name: string): string {
  return `${name === "" ? "index" : name}.html`;
}

const redirectMatcher = oncePerSite(({ redirects }) => createRedirectMatcher(redirects));

// A reader's path must not turn a redirect within this site into one to another site, such as //host.
function withoutForeignHost(location: string): string {
  return /^[a-z]+:/i.test(location) ? location : location.replace(/^[/\\]{2,}/, "/");
}
