import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { resolveBranch } from "../../src/git/branches.ts";
import { commitChanges } from "../../src/git/commit-changes.ts";
import { importFolder } from "../../src/git/import-folder.ts";
import { initBare } from "../../src/git/init-bare.ts";
import { defaultRepositoryLimits } from "../../src/git/repository.ts";
import { runGit } from "../../src/git/run-git.ts";
import { createArtifactCache } from "../../src/platform/artifacts/artifact-cache.ts";
import { createFolderStore } from "../../src/platform/artifacts/folder.ts";
import type { ObjectStore } from "../../src/platform/artifacts/object-store.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { buildPages } from "../../src/updates/steps/build-pages.ts";
import { fetchSource } from "../../src/updates/steps/fetch-source.ts";
import { indexPages } from "../../src/updates/steps/index-pages.ts";
import { storeSite } from "../../src/updates/steps/publish-site.ts";
import { createStepLog } from "../../src/updates/steps/step-log.ts";

const branch = "main";
const author = { name: "Bench", email: "bench@example.org" };
const namespace = "bench";

/** A repository, and the store its site is published to. */
export interface PushedSite {
  gitDir: string;
  objects: ObjectStore;
  work: string;
  artifact: string | undefined;
  commit: string | undefined;
  pushes: number;
}

export async function openPushedSite(work: string, project: string): Promise<PushedSite> {
  mkdirSync(work, { recursive: true });
  const gitDir = join(work, "repository.git");
  await initBare(gitDir, branch);
  const limits = defaultRepositoryLimits;
  await importFolder({ gitDir }, { folder: project, branch, author, message: "First", at: Date.now(), limits });
  return {
    gitDir,
    objects: await createFolderStore(join(work, "store")),
    work,
    artifact: undefined,
    commit: undefined,
    pushes: 0,
  };
}

/** Commits one changed page. */
export async function changePage(site: PushedSite, path: string, content: string): Promise<void> {
  const repository = { gitDir: site.gitDir };
  const use = { limits: defaultRepositoryLimits };
  const parent = await resolveBranch(repository, branch, use);
  const changes = [{ path, content }];
  const sha = await commitChanges(repository, { parent, changes, author, message: "Edit", at: Date.now(), ...use });
  await runGit({
    gitDir: site.gitDir,
    args: ["update-ref", `refs/heads/${branch}`, sha],
    secondsMax: 30,
    stdoutBytesMax: 1000,
  });
}

/** The same steps as an update, from the fetched branch to the first served page. */
export async function publishPush(
  pool: RenderPool,
  site: PushedSite,
  served: string,
  onLine: (line: string) => void,
): Promise<void> {
  const { signal } = new AbortController();
  const stepLog = createStepLog(onLine);
  site.pushes += 1;
  const folder = join(site.work, `tree-${site.pushes}`);
  const location = { kind: "hosted", gitDir: site.gitDir } as const;
  const source = await stepLog.timed("fetch", () =>
    fetchSource(
      {
        location,
        branch,
        directory: "",
        folder,
        keptFolder: join(site.work, "checkout"),
        publishedSha: site.commit,
        signal,
      },
      stepLog,
    ),
  );
  const build = await stepLog.timed("build", () =>
    buildPages(
      pool,
      {
        source,
        cacheFolder: join(site.work, "cache"),
        addresses: { own: "https://docs.example.org", main: "https://docs.example.org" },
        editable: undefined,
        contentSignal: "search=yes",
        fetchSpec: undefined,
        isStrict: false,
        withAuthorCode: true,
        isPreview: false,
        signal,
      },
      stepLog,
    ),
  );
  const index = await indexPages(build, signal, stepLog);
  const { digest } = await storeSite(
    site.objects,
    { namespace, build, index, base: site.artifact, bytesLeft: Number.POSITIVE_INFINITY, signal },
    stepLog,
  );
  await stepLog.timed("keep checkout", () => source.keep());
  await stepLog.timed("serve", async () => {
    const cache = createArtifactCache(site.objects);
    const file = await cache.findFile({ namespace, digest, path: served, accepted: ["brotli"] }, signal);
    await file?.open(undefined, signal);
  });
  site.artifact = digest;
  site.commit = source.commit.sha;
}
