import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { resolveBranch } from "../../src/git/branches.ts";
import { commitChanges } from "../../src/git/commit-changes.ts";
import { importFolder } from "../../src/git/import-folder.ts";
import { initBare } from "../../src/git/mirror.ts";
import { defaultRepositoryLimits } from "../../src/git/repository.ts";
import { runGit } from "../../src/git/run-git.ts";
import { createArtifactCache } from "../../src/platform/artifacts/artifact-cache.ts";
import { createFolderStore } from "../../src/platform/artifacts/folder.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { buildPages } from "../../src/updates/steps/build-pages.ts";
import { fetchSource } from "../../src/updates/steps/fetch-source.ts";
import { indexPages } from "../../src/updates/steps/index-pages.ts";
import { storeSite } from "../../src/updates/steps/publish-site.ts";
import { createStepLog } from "../../src/updates/steps/step-log.ts";

/** A hosted repository and the store to which its site is published, all in one folder. */
export interface PushedSite {
  folder: string;
  /** The published site; undefined before the first push. */
  artifact?: string | undefined;
  commit?: string | undefined;
  pushes: number;
  /** The number of pages of the published site. */
  pages: number;
}

const branch = "main";
const author = { name: "Bench", email: "bench@example.org" };
const namespace = "bench";
const use = { limits: defaultRepositoryLimits };
const gitSecondsMax = 60;
/** One store for all pushes, as in a worker. Here a process measures only one site. */
let store: ReturnType<typeof createFolderStore> | undefined;

export async function createPushedSite(folder: string, project: string): Promise<PushedSite> {
  mkdirSync(folder, { recursive: true });
  const site = { folder, pushes: 0, pages: 0 };
  await initBare(gitDirOf(site), branch);
  const request = { folder: project, branch, author, message: "First", at: Date.now(), ...use };
  await importFolder({ gitDir: gitDirOf(site) }, request);
  return site;
}

export async function changePage(site: PushedSite, path: string, content: string): Promise<void> {
  const gitDir = gitDirOf(site);
  const parent = await resolveBranch({ gitDir }, branch, use);
  const request = { parent, changes: [{ path, content }], author, message: "Edit", at: Date.now(), ...use };
  const sha = await commitChanges({ gitDir }, request);
  const args = ["update-ref", `refs/heads/${branch}`, sha];
  await runGit({ gitDir, args, secondsMax: gitSecondsMax, stdoutBytesMax: 0 });
}

/** Runs the steps of an update, from the branch to a page that a serving node reads. */
export async function publishPush(
  pool: RenderPool,
  site: PushedSite,
  served: string,
  onLine: (line: string) => void,
): Promise<PushedSite> {
  const { signal } = new AbortController();
  const stepLog = createStepLog(onLine);
  const pushes = site.pushes + 1;
  const location = { kind: "hosted", gitDir: gitDirOf(site) } as const;
  const folder = join(site.folder, `tree-${pushes}-${process.pid}`);
  const keptFolder = join(site.folder, "checkout");
  const source = await fetchSource(
    {
      location,
      branch,
      directory: "",
      folder,
      keptFolder,
      publishedSha: site.commit,
      signal,
      updates: [{ id: "", pushed: null }],
      baseBranch: branch,
    },
    stepLog,
  );
  const address = "https://docs.example.org";
  const build = await buildPages(
    pool,
    {
      source,
      cacheFolder: join(site.folder, "cache"),
      // If an address is set, the build also writes a sitemap, feeds and social cards.
      addresses: { own: address, main: address },
      editable: undefined,
      contentSignal: "search=yes",
      fetchSpec: undefined,
      fetchFile: undefined,
      readerGroups: "open",
      isStrict: false,
      failOnErrors: false,
      withAuthorCode: true,
      isPreview: false,
      signal,
    },
    stepLog,
  );
  const index = await indexPages(build, signal, stepLog);
  store ??= createFolderStore(join(site.folder, "store"));
  const objects = await store;
  const bytesLeft = Number.POSITIVE_INFINITY;
  const request = { namespace, build, view: "open" as const, index, base: site.artifact, bytesLeft, signal };
  const { digest } = await storeSite(objects, request, stepLog);
  await source.keep();
  await stepLog.timed("serve", async () => {
    const artifacts = createArtifactCache(objects);
    const file = await artifacts.findFile({ namespace, digest, path: served, accepted: ["brotli"] }, signal);
    if (file === undefined) throw new Error(`${served} was not published.`);
    await file.open(undefined, signal);
  });
  return { folder: site.folder, artifact: digest, commit: source.commit.sha, pushes, pages: build.pages.length };
}

function gitDirOf({ folder }: Pick<PushedSite, "folder">): string {
  return join(folder, "repository.git");
}
