import { join } from "node:path";
import { isStored } from "../platform/artifacts/read-artifact.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import type { SiteView } from "../projects/access/access.ts";
import { hostedBytes } from "../projects/repositories/store.ts";
import { readersOf } from "../projects/sites/audience.ts";
import type { SourceLocation } from "../projects/source/find-tip.ts";
import { listDomains, type Project } from "../projects/store.ts";
import type { BuildRequest, EditableSource, SiteBuild } from "../site/building.ts";
import type { FetchFile, FetchSpec, RenderPool } from "../site/rendering.ts";
import { createFindGoodPages, createRecallSpec, goodFiles, type PublishedSource } from "./good-pages.ts";
import type { ComposedSource } from "./steps/add-sources.ts";
import { buildPages } from "./steps/build-pages.ts";
import { editableSource } from "./steps/editable-source.ts";
import { indexPages } from "./steps/index-pages.ts";
import { measureStep } from "./steps/measure-step.ts";
import { type StoredSite, storeSite } from "./steps/publish-site.ts";
import type { StepLog } from "./steps/step-log.ts";
import { readStoredBytes } from "./storage-store.ts";

/** More would slow down every update of a large site. */
const checkedBlobsMax = 100;

export interface BuildDeps extends Omit<Services, "secrets"> {
  pool: RenderPool;
  /** Work trees of running updates. */
  treesFolder: string;
  /** One folder per project, shared by its updates. */
  cachesFolder: string;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The public address of a subdomain. */
  siteUrl(subdomain: string): string;
  /** Where a project's "Edit this page" links lead, without the page's path. */
  editLinkBase(projectId: string): string;
  /** The public address of a custom domain. */
  domainUrl(domain: string): string | undefined;
  /** The content signal in every site's robots.txt. */
  contentSignal: string;
  /** Whether the server lets projects run scripts of their own. */
  withAuthorCode: boolean;
  /** How much an organization may store in all its projects; 0 for no limit. */
  organizationBytesMax: number;
  /** Fetches API descriptions from other servers. */
  fetchSpec?: FetchSpec;
  /** Fetches the fonts of projects from other servers. */
  fetchFile?: FetchFile;
  /** Reads the automations that the files of a project's own branch define. */
  readAutomations?(source: Pick<ComposedSource, "folder" | "files">): Promise<DefinedAutomations>;
}

export interface DefinedAutomations {
  /** Problems, for the log of the update. */
  lines: readonly string[];
  /** Stores them in the transaction that publishes the files. */
  save(tx: Connection, projectId: string): Promise<void>;
}

export interface ArtifactRequest {
  project: Project;
  /** What is built: the project's own site or a preview. */
  target: { subdomain: string; branch: string };
  location: SourceLocation;
  source: ComposedSource;
  view: SiteView;
  /** Whether it is the site's own artifact. */
  isBase: boolean;
  /** The artifact that this one replaces. */
  before: PublishedSource | undefined;
  budget?: BuildRequest["budget"];
  signal: AbortSignal;
}

/** Builds, indexes and stores the artifact with what a view shows. */
export async function buildArtifact(
  deps: BuildDeps,
  { project, target, location, source, view, isBase, before: published, budget, signal }: ArtifactRequest,
  stepLog: StepLog,
): Promise<{ build: SiteBuild; stored: StoredSite }> {
  const isPreview = target.subdomain !== project.domain;
  const { repository } = source;
  const last = published && { namespace: project.id, digest: published.artifact, blobsMax: checkedBlobsMax };
  const before = last && (await isStored(deps.objects, last, signal)) ? published : undefined;
  const request = {
    source,
    budget,
    readerGroups: readersOf(view),
    cacheFolder: join(deps.cachesFolder, project.id),
    addresses: await siteAddresses(deps, project, target.subdomain),
    editable: findEditable(deps, location, project, target),
    contentSignal: deps.contentSignal,
    fetchSpec: deps.fetchSpec,
    recallSpec: createRecallSpec(deps.objects, { namespace: project.id, site: before, signal }),
    fetchFile: deps.fetchFile,
    // Problems fail an update, but not the views that are built next to it.
    isStrict: project.isStrict && isBase,
    // A preview is published even with errors, so that its authors can see and fix them.
    failOnErrors: project.failOnErrors && !isPreview && isBase,
    sources: source.sources.map(({ path, name, editable }) => ({ path, name, editable })),
    findGoodPages:
      isPreview || project.failOnErrors
        ? undefined
        : createFindGoodPages(deps.objects, {
            namespace: project.id,
            site: before,
            parts: [{ path: "", repository, directory: project.directory, commit: source.commit }, ...source.sources],
            signal,
          }),
    // Only people who may push to the project's repository can have a branch previewed: pull requests from forks are
    // ignored.
    withAuthorCode: deps.withAuthorCode && project.withAuthorCode,
    isPreview,
    signal,
  };
  const build = await measureStep("build-pages", () => buildPages(deps.pool, request, stepLog));
  const index = await measureStep("index-pages", () => indexPages(build, signal, stepLog));
  const bytesLeft = await readBytesLeft(deps, project.organizationId);
  const files = [...index, ...goodFiles(build)];
  const storing = { namespace: project.id, build, view, index: files, base: before?.artifact, bytesLeft, signal };
  const stored = await measureStep("publish-site", () => storeSite(deps.objects, storing, stepLog));
  return { build, stored };
}

/** Where "Edit this page" leads: on the site to the editor, on a branch preview to the branch on the git host. */
function findEditable(
  { editLinkBase }: Pick<BuildDeps, "editLinkBase">,
  location: SourceLocation,
  project: Project,
  { branch }: { branch: string },
): EditableSource | undefined {
  const onHost = editableSource(location, branch, project.directory);
  if (branch !== project.branch) return onHost;
  return { base: editLinkBase(project.id), issueBase: onHost?.issueBase, isPublic: onHost?.isPublic ?? false };
}

async function readBytesLeft({ database, organizationBytesMax }: BuildDeps, organizationId: string) {
  if (organizationBytesMax === 0) {
    return Number.POSITIVE_INFINITY;
  }
  const [stored, hosted] = await Promise.all([
    readStoredBytes(database.query, organizationId),
    hostedBytes(database.query, organizationId),
  ]);
  return organizationBytesMax - stored - hosted;
}

/** The site's canonical address is its first verified domain, if any. A preview also has an address of its own. */
async function siteAddresses({ database, siteUrl, domainUrl }: BuildDeps, project: Project, subdomain: string) {
  const domains = await listDomains(database.query, project.id);
  const main = domains.map(domainUrl).find((url) => url !== undefined) ?? siteUrl(project.domain);
  const own = subdomain === project.domain ? main : siteUrl(subdomain);
  return { own: own + project.basePath, main: main + project.basePath };
}
