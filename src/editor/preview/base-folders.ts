import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultRepositoryLimits as limits } from "../../git/repository.ts";
import { checkOut, removeTree } from "../../git/worktree.ts";
import type { ProjectFile } from "../../site/project.ts";
import type { DraftRequest } from "../draft.ts";
import { type DraftSourceDeps, openBase } from "../draft-source.ts";
import type { PreviewBase } from "./host-messages.ts";

interface BaseFolderDeps extends DraftSourceDeps {
  /** The folder for preview files. */
  folder: string;
  /** Called before the checkout of a base commit is removed. */
  onDrop(key: string): Promise<void>;
}

type BaseFolder = Pick<PreviewBase, "key" | "folder" | "cacheFolder">;

/** The maximum number of checkouts on disk. The least recently used one is removed first. */
const basesMax = 16;
/** Older folders were left by servers that were killed, and are removed. */
const leftoverHours = 24;

/** Checks out the base commits of drafts, each commit only once. */
export function createBaseFolders(deps: BaseFolderDeps) {
  const own = join(deps.folder, `bases-${randomUUID()}`);
  const bases = new Map<string, Promise<BaseFolder>>();
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    for (const name of await readdir(deps.folder)) {
      const path = join(deps.folder, name);
      if (!name.startsWith("bases-") || path === own) continue;
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > leftoverHours * 3_600_000) await removeTree(path);
    }
  }

  async function make(key: string, { project, draft }: DraftRequest): Promise<BaseFolder> {
    await mkdir(own, { recursive: true });
    prepared ??= prepare();
    await prepared;
    // Mark this server's folder as in use, because old folders are removed as leftovers.
    await utimes(own, new Date(), new Date());
    // Doesn't use the request's own signal, because other requests may be waiting for the same checkout.
    const signal = AbortSignal.timeout(checkOutSecondsMax * 1_000);
    const repository = await openBase(deps, { project, draft, signal });
    const folder = join(own, `${project.id}-${draft.baseSha}-${randomUUID()}`);
    const files = join(folder, "files");
    const what = { sha: draft.baseSha, directory: project.directory, folder: files };
    const tree = await checkOut(repository, { ...what, limits, signal });
    const list = tree.files.map(({ path, bytes, blob }): ProjectFile => ({ path, size: bytes, stamp: blob }));
    await writeFile(join(folder, "files.json"), JSON.stringify(list));
    const cacheFolder = join(deps.folder, "caches", project.id);
    await mkdir(cacheFolder, { recursive: true });
    return { key, folder, cacheFolder };
  }

  async function drop(key: string): Promise<void> {
    const base = bases.get(key);
    bases.delete(key);
    const { folder } = (await base?.catch(() => undefined)) ?? {};
    if (folder === undefined) return;
    await deps.onDrop(key);
    // The folder is renamed first, so that a render that is still reading it never finds it half deleted.
    const gone = `${folder}-gone`;
    await rename(folder, gone);
    await removeTree(gone);
  }

  function findOrMake(key: string, request: DraftRequest): Promise<BaseFolder> {
    const known = bases.get(key) ?? make(key, request);
    bases.delete(key);
    bases.set(key, known);
    known.catch(() => bases.get(key) === known && bases.delete(key));
    for (const old of bases.keys()) {
      if (bases.size <= basesMax) break;
      void drop(old).catch(() => undefined);
    }
    return known;
  }

  return {
    /** Removed when the server stops. */
    folder: own,
    /** The checkout of a draft's base commit. */
    async find(request: DraftRequest): Promise<BaseFolder> {
      const { project, draft } = request;
      // The content directory is part of the key, because it can change in the settings.
      const key = `${project.id}:${draft.baseSha}:${project.directory}`;
      const known = findOrMake(key, request);
      if (await stat(join((await known).folder, "files.json")).catch(() => false)) return known;
      // Someone has deleted the data folder.
      if (bases.get(key) === known) await drop(key).catch(() => undefined);
      return findOrMake(key, request);
    },
    /** Called when the server stops. */
    async close(): Promise<void> {
      bases.clear();
      await removeTree(own);
    },
  };
}

const checkOutSecondsMax = 120;
