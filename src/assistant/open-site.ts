import { buffer, text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { searchIndexPath } from "../projects/sites/site-headers.ts";
import type { FindProjectSite, PublishedArtifact } from "../projects/sites/store.ts";
import { listDomains, type Project } from "../projects/store.ts";
import { SearchIndexDamaged } from "../search/index-format.ts";
import { openIndex, type SearchIndex } from "../search/open-index.ts";
import { cleanPath } from "../search/page-lift.ts";
import type { AskedSite } from "./answer.ts";
import { type Retrieve, retrieve } from "./retrieve.ts";
import type { FindNear } from "./site-vectors.ts";

export interface OpenSiteDeps {
  database: Database;
  findProjectSite: FindProjectSite;
  artifacts: ArtifactCache;
  findIndex: FindIndex;
  siteUrl(subdomain: string): string;
}

export interface OpenedSite extends AskedSite {
  /** Undefined before the first update. */
  index: SearchIndex | undefined;
  /** The page as Markdown, if the site has it. */
  readPage(path: string): Promise<string | undefined>;
}

const readSeconds = 30;
const openIndexBytesMax = 256 * 1024 * 1024;
const retrieveNothing: Retrieve = async () => ({
  evidence: { passages: [], coverageOf: () => 0, fitOf: () => 0 },
  pages: [],
  passages: [],
});

/** The site of the key's project, addressed by its subdomain or a custom domain. */
export async function openSite(deps: OpenSiteDeps, keyProjectId: string | null, domain: string): Promise<OpenedSite> {
  const project = keyProjectId === null ? undefined : await deps.findProjectSite(keyProjectId);
  const name = domain.toLowerCase();
  if (
    project === undefined ||
    (name !== project.domain && !(await listDomains(deps.database.query, project.id)).includes(name))
  ) {
    throw new AppError("not_found", "There is no project under this domain that the key belongs to.");
  }
  const { id: projectId, domain: subdomain, artifact } = project;
  const published = artifact === null ? undefined : { projectId, subdomain, artifact };
  return openPublished(deps, project, published, deps.siteUrl(subdomain));
}

/** What a project has published, linked under the given address. */
export async function openPublished(
  { artifacts, findIndex }: Pick<OpenSiteDeps, "artifacts" | "findIndex">,
  project: Pick<Project, "id" | "name" | "model" | "budgets">,
  published: PublishedArtifact | undefined,
  url: string,
): Promise<OpenedSite> {
  // Before the first update there is nothing to find, and the answer says so.
  const index = published && (await findIndex(published));
  return {
    projectId: project.id,
    name: project.name,
    url,
    model: project.model,
    budgets: project.budgets,
    readInstructions: async () => published && readInstructions(artifacts, published),
    retrieve:
      index === undefined
        ? retrieveNothing
        : async (query, options) => retrieve(index, url, query, { ...options, near: await index.near?.(query) }),
    index,
    readPage: async (path) => published && readPage(artifacts, published, path),
  };
}

async function readInstructions(
  artifacts: ArtifactCache,
  { projectId, artifact }: PublishedArtifact,
): Promise<string | undefined> {
  const { extra } = await artifacts.getManifest(projectId, artifact, AbortSignal.timeout(readSeconds * 1_000));
  return (extra as { assistantInstructions?: string } | undefined)?.assistantInstructions;
}

/** Reads the Markdown file that is published next to the page's HTML. */
async function readPage(
  artifacts: ArtifactCache,
  published: PublishedArtifact,
  path: string,
): Promise<string | undefined> {
  const clean = cleanPath(path).replace(/\.mdx?$/, "");
  const body = await openFile(artifacts, published, clean === "/" ? "index.md" : `${clean.slice(1)}.md`);
  if (body === undefined) return undefined;
  return Buffer.isBuffer(body) ? body.toString("utf8") : text(body);
}

async function openFile(artifacts: ArtifactCache, { projectId, artifact }: PublishedArtifact, path: string) {
  const signal = AbortSignal.timeout(readSeconds * 1_000);
  const request = { namespace: projectId, digest: artifact, path, accepted: [] };
  return (await artifacts.findFile(request, signal))?.open(undefined, signal);
}

interface SiteIndex extends SearchIndex {
  /** The semantic similarity of each passage to a query; undefined until known. Missing if there is no embedding model. */
  near?(query: string): Promise<Float32Array | undefined>;
}

/** The search index of a published site; undefined if it was published without one. */
export type FindIndex = (published: PublishedArtifact) => Promise<SiteIndex | undefined>;

/** Keeps the most used indexes open. An artifact never changes, so neither does its index. */
export function openIndexes(
  artifacts: ArtifactCache,
  { bytesMax = openIndexBytesMax, findNear }: { bytesMax?: number; findNear?: FindNear | undefined } = {},
): FindIndex {
  const opened = new LRUCache<string, SiteIndex>({
    maxSize: bytesMax,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const opening = new Map<string, Promise<SiteIndex | undefined>>();
  const readSite = async (published: PublishedArtifact): Promise<SiteIndex | undefined> => {
    const index = await readIndex(artifacts, published);
    if (index === undefined || findNear === undefined) return index;
    return Object.assign(index, { near: (query: string) => findNear(published.projectId, index, query) });
  };
  return (published) => {
    const name = `${published.projectId}/${published.artifact}`;
    const known = opened.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const reading = opening.get(name) ?? readSite(published).finally(() => opening.delete(name));
    opening.set(name, reading);
    return reading.then((index) => {
      if (index !== undefined) opened.set(name, index);
      return index;
    });
  };
}

async function readIndex(artifacts: ArtifactCache, published: PublishedArtifact): Promise<SearchIndex | undefined> {
  const body = await openFile(artifacts, published, searchIndexPath);
  if (body === undefined) return undefined;
  try {
    return openIndex(Buffer.isBuffer(body) ? body : await buffer(body));
  } catch (error) {
    if (!(error instanceof SearchIndexDamaged)) throw error;
    // Also thrown for indexes of another Lectern version; the next update writes a new one.
    throw new AppError(
      "unavailable",
      "The pages cannot be searched right now; update the project to index them again.",
      { cause: error },
    );
  }
}
