import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { FindProjectSite, ProjectSite, PublishedArtifact } from "../projects/sites/store.ts";
import { listDomains, type Project } from "../projects/store.ts";
import type { SearchIndex } from "../search/open-index.ts";
import { readPage } from "./read-page.ts";
import type { AskedSite } from "./reply-to.ts";
import { retrieveAgain } from "./retrieve.ts";
import type { Retrieve } from "./retrieved.ts";
import type { FindIndex } from "./site-indexes.ts";
import { answersOf } from "./whole-answer.ts";

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
  /** A page as Markdown, if the site has it. */
  readPage(path: string): Promise<string | undefined>;
}

const manifestSeconds = 30;
const nothing: Retrieve = async () => ({
  evidence: { passages: [], coverageOf: () => 0, fitOf: () => 0 },
  pages: [],
  passages: [],
});

/** The site that a question is about: that of the key's project, under its domain identifier or a custom domain. */
export async function openSite(deps: OpenSiteDeps, keyProjectId: string | null, domain: string): Promise<OpenedSite> {
  const { project, published, url } = await locateSite(deps, keyProjectId, domain);
  return openPublished(deps, project, published, url);
}

/** The same, not opened yet: all that the database tells of it. */
export async function locateSite(
  deps: Pick<OpenSiteDeps, "database" | "findProjectSite" | "siteUrl">,
  keyProjectId: string | null,
  domain: string,
): Promise<{ project: ProjectSite; published: PublishedArtifact | undefined; url: string }> {
  const project = keyProjectId === null ? undefined : await deps.findProjectSite(keyProjectId);
  const name = domain.toLowerCase();
  if (project === undefined || (name !== project.domain && !(await hasDomain(deps, project.id, name)))) {
    throw new AppError("not_found", "There is no project under this domain that the key belongs to.");
  }
  const { id: projectId, domain: subdomain, artifact } = project;
  const published = artifact === null ? undefined : { projectId, subdomain, artifact };
  return { project, published, url: deps.siteUrl(project.domain) };
}

/** What is published of a project, at the address that its links shall have. */
export async function openPublished(
  deps: Pick<OpenSiteDeps, "artifacts" | "findIndex">,
  project: Pick<Project, "id" | "name" | "model" | "budgets">,
  published: PublishedArtifact | undefined,
  url: string,
): Promise<OpenedSite> {
  // Before the first update there is nothing to find, and the answer says so.
  const index = published === undefined ? undefined : await deps.findIndex(published);
  return {
    projectId: project.id,
    name: project.name,
    url,
    model: project.model,
    budgets: project.budgets,
    readInstructions: async () => published && readInstructions(deps, published),
    retrieve:
      index === undefined
        ? nothing
        : async (query, options) => retrieveAgain(index, url, query, { ...options, near: await index.near?.(query) }),
    // What is near in meaning becomes known later, so there an answer may change.
    known: index === undefined || index.near !== undefined ? undefined : answersOf(index),
    index,
    readPage: async (path) => (published === undefined ? undefined : readPage(deps.artifacts, published, path)),
  };
}

async function hasDomain(
  { database }: Pick<OpenSiteDeps, "database">,
  projectId: string,
  domain: string,
): Promise<boolean> {
  return (await listDomains(database.query, projectId)).includes(domain);
}

async function readInstructions(
  { artifacts }: Pick<OpenSiteDeps, "artifacts">,
  { projectId, artifact }: PublishedArtifact,
): Promise<string | undefined> {
  const { extra } = await artifacts.getManifest(projectId, artifact, AbortSignal.timeout(manifestSeconds * 1_000));
  return (extra as { assistantInstructions?: string } | undefined)?.assistantInstructions;
}
