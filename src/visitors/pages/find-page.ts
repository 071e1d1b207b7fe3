import type { ArtifactCache, Encoding, ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import { ownFilesPath, privateFilesPath } from "../../projects/sites/site-headers.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import type { PageConnections } from "../../site/pipeline/page-connections.ts";
import type { VisitorSettings } from "../../site/source/config/visitor-settings.ts";
import { createRedirectMatcher, type Redirect, type RedirectMatcher } from "../../site/source/redirects.ts";
import { machineHeaders } from "./machine-headers.ts";
import { connectionsOf } from "./page-connections.ts";
import type { WantedForm } from "./wanted-form.ts";

/** What the publisher tells the server about a site, in the artifact's `extra`. */
export interface SiteExtra {
  redirects: Redirect[];
  /** The path of the page for what is not there. */
  notFound: string;
  /** Paths of files that engines may not list and that cannot say so themselves, as a page can. */
  unlisted: string[];
  /** The servers that request testers call; sites of an older Lectern have no such list. */
  connections?: PageConnections[];
  /** Pages answer with a slash at their end too, because engines are told to ask for them so. */
  trailingSlash?: boolean;
  /** What the owners tell the assistant. */
  assistantInstructions?: string;
  /** What readers are offered; sites of an older Lectern do not say it. */
  reader?: VisitorSettings;
}

export type Found =
  | {
      kind: "file";
      path: string;
      file: ServedFile;
      status: 200 | 404;
      machine: Record<string, string>;
      /** Other servers that the page may talk to. */
      origins: readonly string[];
    }
  | { kind: "redirect"; location: string; status: number }
  | { kind: "none" };

export interface FindPageDeps {
  artifacts: ArtifactCache;
  /** Artifacts that were published before, the newest first: pages that readers still have open load from them. */
  listEarlier(published: PublishedArtifact): Promise<string[]>;
}

const matchers = new WeakMap<Manifest, RedirectMatcher>();

export interface PageRequest {
  /** Decoded; it begins with a slash. */
  path: string;
  accepted: readonly Encoding[];
  wanted: WantedForm;
}

/** What a path of a site shows. */
export async function findPage(
  { artifacts, listEarlier }: FindPageDeps,
  published: PublishedArtifact,
  { path: asked, accepted, wanted }: PageRequest,
  signal: AbortSignal,
): Promise<Found> {
  const { projectId: namespace, artifact } = published;
  const find = (key: string, digest = artifact) =>
    artifacts.findFile({ namespace, digest, path: key, accepted }, signal);
  const manifest = await artifacts.getManifest(namespace, artifact, signal);
  const show = (key: string, file: ServedFile, status: 200 | 404): Found => {
    const machine = machineHeaders(key, manifest, isPreview(published));
    return { kind: "file", path: key, file, status, machine, origins: connectionsOf(manifest, key) };
  };
  const path = withoutWantedSlash(asked, manifest);
  const name = path.slice(1);
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
      for (const digest of await listEarlier(published)) {
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
    return { kind: "redirect", location: ownOrAbsolute(redirect.destination), status: redirect.status };
  }
  const { notFound } = manifest.extra as unknown as SiteExtra;
  const file = await find(notFound);
  return file === undefined ? { kind: "none" } : show(notFound, file, 404);
}

// Where the project names its pages with a slash, that form is no detour.
function withoutWantedSlash(path: string, { extra, files }: Manifest): string {
  if (!/[^/]\/$/.test(path) || (extra as unknown as SiteExtra).trailingSlash !== true) {
    return path;
  }
  const page = path.slice(0, -1);
  return files.has(pageFile(page.slice(1))) ? page : path;
}

// A page has one address: without `.html`, without a slash at its end, and without `index`.
function cleanPath(path: string): string {
  const clean = path
    .replace(/(?<=.)\/+$/, "")
    .replace(/\.html$/, "")
    .replace(/\/index$/, "")
    .replace(/(?<=.)\/index\.md$/, ".md");
  return clean === "" ? "/" : clean;
}

// A page of that address before a file of that name: `/guides` is a page where the folder `guides` has an index.
function fileNames(name: string, wanted: WantedForm): string[] {
  const markdown = wanted === "page" ? [] : [pageFile(name).replace(/html$/, "md")];
  return [...markdown, pageFile(name), ...(name === "" ? [] : [name, `${name}/index.html`])];
}

function pageFile(name: string): string {
  return `${name === "" ? "index" : name}.html`;
}

function redirectMatcher(manifest: Manifest): RedirectMatcher {
  const known = matchers.get(manifest);
  if (known !== undefined) {
    return known;
  }
  const matcher = createRedirectMatcher((manifest.extra as unknown as SiteExtra).redirects);
  matchers.set(manifest, matcher);
  return matcher;
}

// What a reader's path adds must not turn an address of this site into one of another: //host is one.
function ownOrAbsolute(location: string): string {
  return /^[a-z]+:/i.test(location) ? location : location.replace(/^[/\\]{2,}/, "/");
}
