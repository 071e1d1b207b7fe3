import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { removeTree } from "../../git/worktree.ts";
import { createFileFetcher, createSpecFetcher } from "../../site/api/read/fetch-spec.ts";
import { type PreviewPlan, planPreview } from "../../site/pipeline/preview/plan-preview.ts";
import type { RenderPool } from "../../site/pipeline/render/render-pool.ts";
import { BuildFailure, type BuildProblem } from "../../site/shared/build-problem.ts";
import type { ProjectFile } from "../../site/source/list-files.ts";
import { type DraftOverlay, overlayShape } from "./draft-overlay.ts";
import type { PreviewBase } from "./host-messages.ts";
import { makeOverlayFolder } from "./overlay-folder.ts";

interface FoundPlan {
  plan: PreviewPlan;
  /** Why the draft's own plan can't be used: the one of the base is shown instead. */
  problems: readonly BuildProblem[];
}

/** Texts may change without another plan, so those of the draft come with each render and the others are of the base. */
function forgetTexts({ project }: PreviewPlan, base: PreviewPlan, { texts }: DraftOverlay): void {
  for (const path of texts.keys()) {
    const text = base.project.snippets.get(path);
    const includes = base.project.includes.get(path);
    if (text !== undefined) project.snippets.set(path, text);
    if (includes !== undefined) project.includes.set(path, includes);
  }
}

interface KeptPlan {
  shape: string;
  plan: PreviewPlan | undefined;
  problems: readonly BuildProblem[];
}

/** In all plans together. A thousand take about 12 MB. */
const pagesMax = 20_000;
const planSecondsMax = 60;

/** Plans in memory: one for each base, which drafts share, and one for each draft that changes more than texts. */
export function createPreviewPlans(pool: RenderPool, allowedHosts: readonly string[]) {
  const [fetchSpec, fetchFile] = [createSpecFetcher(allowedHosts), createFileFetcher(allowedHosts)];
  const kept = new LRUCache<string, KeptPlan>({
    maxSize: pagesMax,
    dispose: ({ plan }, key) => {
      // A plan of a draft has a folder of its own, which only it refers to.
      if (key.includes("\n") && plan !== undefined) void removeTree(plan.folder);
    },
  });
  const running = new Map<string, Promise<KeptPlan>>();

  async function plan(base: PreviewBase, shape: string, overlay?: DraftOverlay): Promise<KeptPlan> {
    const files = JSON.parse(await readFile(join(base.folder, "files.json"), "utf8")) as ProjectFile[];
    const ownFolder = join(base.folder, "drafts", randomUUID());
    const folder = overlay === undefined ? join(base.folder, "files") : ownFolder;
    const { cacheFolder, siteUrl, withAuthorCode } = base;
    const settings = { cacheFolder, siteUrl, withAuthorCode, fetchSpec, fetchFile };
    const signal = AbortSignal.timeout(planSecondsMax * 1_000);
    try {
      const all =
        overlay && (await makeOverlayFolder(folder, { folder: join(base.folder, "files"), files }, overlay.files));
      return {
        shape,
        plan: await planPreview(pool, { ...settings, folder, files: all ?? files, signal }),
        problems: [],
      };
    } catch (error) {
      if (overlay !== undefined) await removeTree(ownFolder);
      if (error instanceof BuildFailure) return { shape, plan: undefined, problems: error.problems };
      throw error;
    }
  }

  /** Several renders that need the same plan wait for one. */
  async function findOrPlan(key: string, base: PreviewBase, shape: string, overlay?: DraftOverlay): Promise<KeptPlan> {
    const known = kept.get(key);
    if (known?.shape === shape) return known;
    const name = `${key}\n${shape}`;
    const planning = running.get(name) ?? plan(base, shape, overlay).finally(() => running.delete(name));
    running.set(name, planning);
    const made = await planning;
    if (kept.get(key) !== made) kept.set(key, made, { size: (made.plan?.pages.size ?? 0) + 1 });
    return made;
  }

  return {
    /** The plan for the files of a draft. Throws a BuildFailure if not even the base can be planned. */
    async find(base: PreviewBase, draftId: string, overlay: DraftOverlay): Promise<FoundPlan> {
      const { plan: shared, problems: faults } = await findOrPlan(base.key, base, "");
      if (shared === undefined) throw new BuildFailure([...faults]);
      const shape = overlayShape(shared, overlay);
      if (shape === "") return { plan: shared, problems: [] };
      const own = await findOrPlan(`${base.key}\n${draftId}`, base, shape, overlay);
      if (own.plan !== undefined) forgetTexts(own.plan, shared, overlay);
      return { plan: own.plan ?? shared, problems: own.problems };
    },
    /** Forgets everything about a base. */
    drop(baseKey: string): void {
      for (const key of [...kept.keys()]) if (key === baseKey || key.startsWith(`${baseKey}\n`)) kept.delete(key);
    },
  };
}
