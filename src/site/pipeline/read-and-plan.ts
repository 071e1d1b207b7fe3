import { count } from "../../contract/count.ts";
import type { EditTimes } from "../outputs/site-plan.ts";
import { readRendererVersion } from "../shared/cache/renderer-version.ts";
import { openSourceCache } from "../shared/cache/source-cache.ts";
import { mayRead } from "../shared/reader-groups.ts";
import { readNavigation } from "../source/navigation/read-navigation.ts";
import { readProject } from "../source/read-project.ts";
import { addApiPages } from "./add-api-pages.ts";
import { planAssets } from "./asset-files.ts";
import type { BuildDeps, OneBuild } from "./build-request.ts";
import { fetchFonts } from "./fetch-fonts.ts";
import { type Replacements, withGoodPages } from "./keep-good-pages.ts";
import { planSite } from "./plan-site.ts";
import { readGrammars } from "./read-grammars.ts";
import { readerAssets } from "./reader-assets.ts";
import { accessOf, groupsNamedBy } from "./unique-pages.ts";

const rendererVersion = readRendererVersion();

/** Reads a project with everything that it refers to, and plans its site. */
export async function readAndPlan({ pool, cache }: BuildDeps, request: OneBuild, replacements: Replacements) {
  const { limits, signal } = request;
  const sourceCache = openSourceCache(cache, rendererVersion);
  const reading = startStep(request.onLine);
  // With an empty cache everything must be rendered, so the processes can start while the pages are read.
  if (cache.isEmpty()) pool.prepare();
  const written = withGoodPages(await readProject({ ...request, cache: sourceCache }), replacements, limits);
  reading(
    `Read ${count(written.pages.length, "page")}, ${count(written.snippets.size, "snippet")} and ${count(written.assets.length, "asset")}`,
  );
  const { navigation = null, public: isPublic } = written.settings;
  const named = readNavigation(navigation, written.report, isPublic);
  const fetchedFonts = await fetchFonts({ ...request, project: written, draft: named });
  const {
    project: whole,
    draft,
    remoteSpecs,
    groups: specGroups,
    hiddenFiles,
  } = await addApiPages({ pool, cache }, { ...request, project: written, draft: named, rendererVersion });
  const skills = whole.skills.map((skill) => ({ skill, access: accessOf(skill, { groups: [] }) }));
  const project = {
    ...whole,
    assets: await readerAssets(whole, draft, request.readerGroups, hiddenFiles),
    skills: skills.filter(({ access }) => mayRead(access, request.readerGroups)).map(({ skill }) => skill),
  };
  const assets = await planAssets(project, { cache: sourceCache, version: rendererVersion, signal });
  const grammars = await readGrammars({ pool, cache: sourceCache }, { ...request, project });
  const plan = planSite(project, draft, {
    ...request,
    rendererVersion,
    editTimes: withoutReplaced(request.editTimes, replacements),
    address: request.addresses?.main,
    findFile: assets.findFile,
    grammars,
    fetchedFonts,
    leftOut: replacements.leftOut,
    otherGroups: [...specGroups, ...groupsNamedBy(skills.map(({ access }) => access))],
  });
  cache.flush();
  return { project, assets, plan, remoteSpecs, readAt: Date.now() };
}

/** Removes the edit times of pages that are replaced by an older version. */
export function withoutReplaced(editTimes: EditTimes = new Map(), { good }: Replacements): EditTimes {
  return good.size === 0 ? editTimes : new Map([...editTimes].filter(([file]) => !good.has(file)));
}

export function startStep(onLine: (line: string) => void): (what: string) => void {
  const start = performance.now();
  return (what) => onLine(`${what} (${Math.round(performance.now() - start)} ms)`);
}
