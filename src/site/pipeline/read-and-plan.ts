import { count } from "../../contract/count.ts";
import type { EditTimes } from "../outputs/site-plan.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import { readRendererVersion } from "../shared/cache/renderer-version.ts";
import { openSourceCache } from "../shared/cache/source-cache.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { readNavigation } from "../source/navigation/read-navigation.ts";
import { readProject } from "../source/read-project.ts";
import { addApiPages } from "./add-api-pages.ts";
import { planAssets } from "./asset-files.ts";
import type { BuildRequest } from "./build-request.ts";
import { fetchFonts } from "./fetch-fonts.ts";
import { type Replacements, withGoodPages } from "./keep-good-pages.ts";
import { planSite } from "./plan-site.ts";
import { readGrammars } from "./read-grammars.ts";
import type { RenderPool } from "./render/render-pool.ts";

/** A request for a single attempt to build a site. */
export type OneBuild = BuildRequest & { limits: SiteLimits };

const rendererVersion = readRendererVersion();

export interface PlanDeps {
  pool: RenderPool;
  cache: BuildCache;
}

/** Reads a project with everything that it refers to, and plans its site. */
export async function readAndPlan({ pool, cache }: PlanDeps, request: OneBuild, replacements: Replacements) {
  const { cacheFolder, limits, signal } = request;
  const sourceCache = openSourceCache(cacheFolder, rendererVersion);
  const reading = startStep(request.onLine);
  // With an empty cache everything must be rendered, so the processes can start while the pages are read.
  if (cache.isEmpty()) pool.prepare();
  const written = withGoodPages(await readProject({ ...request, cache: sourceCache, signal }), replacements, limits);
  reading(
    `Read ${count(written.pages.length, "page")}, ${count(written.snippets.size, "snippet")} and ${count(written.assets.length, "asset")}`,
  );
  const named = readNavigation(written.settings.navigation ?? null, written.report);
  const fetchedFonts = await fetchFonts({
    project: written,
    draft: named,
    cacheFolder,
    fetchFile: request.fetchFile,
    signal,
  });
  const { project, draft, remoteSpecs } = await addApiPages(
    { pool, cache },
    {
      project: written,
      draft: named,
      cacheFolder,
      rendererVersion,
      limits,
      signal,
      fetchSpec: request.fetchSpec,
      recallSpec: request.recallSpec,
      remoteFreshSeconds: request.remoteFreshSeconds ?? 0,
      withoutSpecs: request.withoutSpecs ?? false,
    },
  );
  const assets = await planAssets(project, { cache: sourceCache, version: rendererVersion, signal });
  const grammars = await readGrammars({ pool, cache: sourceCache }, { project, cacheFolder, limits, signal });
  const plan = planSite(project, draft, {
    rendererVersion,
    editTimes: withoutReplaced(request.editTimes, replacements),
    editable: request.editable,
    address: request.addresses?.main,
    findFile: assets.findFile,
    isStatic: request.isStatic ?? false,
    withAuthorCode: request.withAuthorCode ?? true,
    isPreview: request.isPreview ?? false,
    grammars,
    fetchedFonts,
    readerGroups: request.readerGroups ?? [],
    marksRefused: request.marksRefused ?? false,
    leftOut: replacements.leftOut,
  });
  sourceCache.save();
  return { project, assets, plan, remoteSpecs, readAt: remoteSpecs.size > 0 ? undefined : Date.now() };
}

/** Removes the edit times of replaced pages, because an older version of them is shown. */
export function withoutReplaced(editTimes: EditTimes = new Map(), { good }: Replacements): EditTimes {
  return good.size === 0 ? editTimes : new Map([...editTimes].filter(([file]) => !good.has(file)));
}

export function startStep(onLine: (line: string) => void): (what: string) => void {
  const start = performance.now();
  return (what) => onLine(`${what} (${Math.round(performance.now() - start)} ms)`);
}
