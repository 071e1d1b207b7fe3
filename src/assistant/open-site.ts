import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { ArtifactCache, ServedFile } from "../platform/artifacts/artifact-cache.ts";
import { AppError } from "../platform/errors.ts";
import { forEachParallel } from "../platform/for-each-parallel.ts";
import type { Services } from "../platform/services.ts";
import type { SiteExtra } from "../projects/sites/site-extra.ts";
import { searchIndexPath, searchSegmentPath } from "../projects/sites/site-headers.ts";
import type { FindProjectSite, PublishedArtifact } from "../projects/sites/store.ts";
import { listDomains, type Project } from "../projects/store.ts";
import type { Gate } from "../readers/gate.ts";
import {
  type ByteSource,
  bufferSource,
  cleanPath,
  decodeIndexList,
  fileSource,
  openIndex,
  type SearchIndex,
  SearchIndexDamaged,
} from "../search/querying.ts";
import type { AssistantGuidance } from "../site/serving.ts";
import type { AskedSite } from "./answer.ts";
import { readSiteIndex } from "./read-site-index.ts";
import { forgetPageWords } from "./reply/read-page-words.ts";
import { type Retrieve, retrieve } from "./retrieve.ts";
import type { FindNear } from "./site-vectors.ts";

export interface OpenSiteDeps extends Pick<Services, "database"> {
  findProjectSite: FindProjectSite;
  artifacts: ArtifactCache;
  findIndex: FindIndex;
  siteUrl(subdomain: string): string;
  gate: Pick<Gate, "findPublic">;
}

export type OpenedSite = AskedSite;

const readSeconds = 30;
const openIndexBytesMax = 256 * 1024 * 1024;
const retrieveNothing: Retrieve = async () => ({ pages: [], passages: [] });

/**
 * The site of the key's project, addressed by its subdomain or a custom domain. Keys are in public pages, so they reach
 * only what everyone may read; members of the organization reach the whole site.
 */
export async function openSite(
  deps: OpenSiteDeps,
  keyProjectId: string | null,
  { domain, isMember }: { domain: string; isMember: boolean },
): Promise<OpenedSite> {
  const project = keyProjectId === null ? undefined : await deps.findProjectSite(keyProjectId);
  const name = domain.toLowerCase();
  if (
    project === undefined ||
    (name !== project.domain && !(await listDomains(deps.database.query, project.id)).includes(name))
  ) {
    throw new AppError("not_found", "Project not found: the key doesn't belong to a project with this subdomain.");
  }
  const { id: projectId, domain: subdomain, base } = project;
  const site = base === null ? undefined : { ...project, projectId, subdomain, base };
  const published =
    site && (isMember ? { projectId, subdomain, artifact: site.base } : await deps.gate.findPublic(site));
  if (site !== undefined && published === undefined) {
    throw new AppError("forbidden", "This site is private. Keys only reach pages that everyone may read.");
  }
  return openPublished(deps, project, published, deps.siteUrl(subdomain));
}

/** A project's published site, with links under the given origin. */
export async function openPublished(
  { artifacts, findIndex }: Pick<OpenSiteDeps, "artifacts" | "findIndex">,
  project: Pick<Project, "id" | "name" | "model" | "budgets">,
  published: PublishedArtifact | undefined,
  origin: string,
): Promise<OpenedSite> {
  // Before the first update there is no index, so nothing is found, and the reply says that nothing is published yet.
  const index = published && (await findIndex(published));
  const { basePath = "" } = published === undefined ? {} : await readExtra(artifacts, published);
  const url = origin + basePath;
  return {
    projectId: project.id,
    ...(published?.audience !== undefined && { audience: published.audience }),
    name: project.name,
    url,
    model: project.model,
    budgets: project.budgets,
    readGuidance: async () => (published === undefined ? {} : readGuidance(artifacts, published)),
    retrieve:
      index === undefined
        ? retrieveNothing
        : async (query, options) => retrieve(index, url, query, { ...options, near: await index.near?.(query) }),
    index,
    readPage: async (path) => published && readPage(artifacts, published, path),
  };
}

async function readGuidance(artifacts: ArtifactCache, published: PublishedArtifact): Promise<AssistantGuidance> {
  const { assistant, assistantInstructions } = await readExtra(artifacts, published);
  return { instructions: assistantInstructions, ...assistant };
}

async function readExtra(
  artifacts: ArtifactCache,
  { projectId, artifact }: PublishedArtifact,
): Promise<Partial<SiteExtra>> {
  const { extra } = await artifacts.getManifest(projectId, artifact, AbortSignal.timeout(readSeconds * 1_000));
  return (extra ?? {}) as Partial<SiteExtra>;
}

/** Reads the Markdown file that is published next to the page's HTML. */
async function readPage(
  artifacts: ArtifactCache,
  published: PublishedArtifact,
  path: string,
): Promise<string | undefined> {
  const clean = cleanPath(path).replace(/\.mdx?$/, "");
  const file = await findFile(artifacts, published, clean === "/" ? "index.md" : `${clean.slice(1)}.md`);
  return file && (await readFile(file)).toString("utf8");
}

function findFile(artifacts: ArtifactCache, { projectId, artifact }: PublishedArtifact, path: string) {
  const request = { namespace: projectId, digest: artifact, path, accepted: [] };
  return artifacts.findFile(request, AbortSignal.timeout(readSeconds * 1_000));
}

async function readFile(file: ServedFile): Promise<Buffer> {
  const body = await file.open(undefined, AbortSignal.timeout(readSeconds * 1_000));
  return Buffer.isBuffer(body) ? body : buffer(body);
}

interface SiteIndex extends SearchIndex {
  /**
   * The semantic similarity of each passage to a query; undefined until known. Missing if there is no embedding model.
   */
  near?(query: string): Promise<Float32Array | undefined>;
}

/** The search index of a published site; undefined if it was published without one. */
export type FindIndex = (published: PublishedArtifact) => Promise<SiteIndex | undefined>;

/**
 * Keeps the most used indexes open, one for each site and audience: the index of a new artifact replaces the old one. Segments are
 * shared with earlier artifacts: a folder store's segments are read in place, and those of other stores are fetched
 * once.
 */
export function openIndexes(
  artifacts: ArtifactCache,
  { bytesMax = openIndexBytesMax, findNear }: { bytesMax?: number; findNear?: FindNear | undefined } = {},
): FindIndex {
  const opened = new LRUCache<string, { artifact: string; index: SiteIndex }>({
    maxSize: bytesMax,
    sizeCalculation: ({ index }) => index.byteLength,
    dispose: ({ index }) => forgetPageWords(index),
  });
  const fetched: FetchedSegments = new LRUCache({ max: segmentsMax });
  const opening = new Map<string, Promise<SiteIndex | undefined>>();
  const readSite = async (published: PublishedArtifact): Promise<SiteIndex | undefined> => {
    const index = await readIndex(artifacts, fetched, published);
    if (index === undefined || findNear === undefined) return index;
    return Object.assign(index, { near: (query: string) => findNear(published.projectId, index, query) });
  };
  return (published) => {
    const { projectId, subdomain, artifact, audience = "" } = published;
    const name = `${projectId}/${artifact}`;
    const key = `${projectId}/${subdomain}/${audience}`;
    const known = opened.get(key);
    if (known?.artifact === artifact) return Promise.resolve(known.index);
    const reading = opening.get(name) ?? readSite(published).finally(() => opening.delete(name));
    opening.set(name, reading);
    return reading.then((index) => {
      // Several callers may have waited for the same index.
      if (index !== undefined && opened.peek(key)?.index !== index) opened.set(key, { artifact, index });
      return index;
    });
  };
}

/** Segments that open indexes hold in memory, by hash. */
type FetchedSegments = LRUCache<string, WeakRef<Buffer>>;

const segmentsMax = 10_000;
const segmentsAtOnce = 8;

async function readIndex(
  artifacts: ArtifactCache,
  fetched: FetchedSegments,
  published: PublishedArtifact,
): Promise<SearchIndex | undefined> {
  const file = await findFile(artifacts, published, searchIndexPath);
  if (file === undefined) return undefined;
  const list = await readFile(file);
  const names = readSiteIndex(() => decodeIndexList(list) ?? []).map(({ name }) => name);
  const sources = new Map<string, ByteSource | undefined>();
  const signal = AbortSignal.timeout(readSeconds * 1_000);
  await forEachParallel(names, segmentsAtOnce, signal, async (name) => {
    const segment = await findFile(artifacts, published, searchSegmentPath(name));
    sources.set(name, segment && (await openSegment(fetched, segment)));
  });
  return readSiteIndex(() =>
    openIndex(list, ({ name }) => {
      const source = sources.get(name);
      if (source === undefined) throw new SearchIndexDamaged("a segment is missing");
      return source;
    }),
  );
}

async function openSegment(fetched: FetchedSegments, file: ServedFile): Promise<ByteSource> {
  if (file.filePath !== undefined) return fileSource(file.filePath, file.size);
  const bytes = fetched.get(file.hash)?.deref() ?? (await readFile(file));
  fetched.set(file.hash, new WeakRef(bytes));
  return bufferSource(file.hash, bytes);
}
