import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { removeTree } from "../../git/worktree.ts";
import { type PreviewPlan, planPreview } from "../../site/previewing.ts";
import { BuildFailure, type BuildProblem, type ProjectFile } from "../../site/project.ts";
import { createFileFetcher, createSpecFetcher, type RenderPool } from "../../site/rendering.ts";
import { type DraftOverlay, overlayShape } from "./draft-overlay.ts";
import type { PreviewBase } from "./host-messages.ts";
import { makeOverlayFolder } from "./overlay-folder.ts";

interface FoundPlan {
  plan: PreviewPlan;
  /** Problems that prevent the use of the draft's own plan. The plan of the base is used instead. */
  problems: readonly BuildProblem[];
}

/**
 * Texts can change without a new plan, so each render sends the draft's texts, and the plan has only the texts of the
 * base.
 */
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

/** The maximum number of pages in all plans together. A thousand pages take about 12 MB. */
const pagesMax = 20_000;
const planSecondsMax = 60;

/** Caches plans: one for each base, shared by its drafts, and one for each draft that changes more than texts. */
export function createPreviewPlans(pool: RenderPool, allowedHosts: readonly string[]) {
  const [fetchSpec, fetchFile] = [createSpecFetcher(allowedHosts), createFileFetcher(allowedHosts)];
  const kept = new LRUCache<string, KeptPlan>({
    maxSize: pagesMax,
    dispose: ({ plan }, key) => {
      // The plan of a draft has a folder that nothing else uses.
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

  /** Renders that need the same plan at the same time share the work of planning. */
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
    /** The plan for the files of a draft. Throws a BuildFailure if even the base can't be planned. */
    async find(base: PreviewBase, draftId: string, overlay: DraftOverlay): Promise<FoundPlan> {
      const { plan: shared, problems: faults } = await findOrPlan(base.key, base, "");
      if (shared === undefined) throw new BuildFailure([...faults]);
      const shape = overlayShape(shared, overlay);
      if (shape === "") return { plan: shared, problems: [] };
      const own = await findOrPlan(`${base.key}\n${draftId}`, base, shape, overlay);
      if (own.plan !== undefined) forgetTexts(own.plan, shared, overlay);
      return { plan: own.plan ?? shared, problems: own.problems };
    },
    /** Removes everything about a base from the cache. */
    drop(baseKey: string): void {
      for (const key of [...kept.keys()]) if (key === baseKey || key.startsWith(`${baseKey}\n`)) kept.delete(key);
    },
  };
}
