import { type AnalyzedPage, analyzeSections, type BuiltIndex, buildIndex } from "../../search/indexing.ts";
import type { PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { Frontmatter } from "../source/frontmatter.ts";
import { type Division, homeBranch, isChoice } from "../source/navigation/navigation-tree.ts";
import type { RenderedSite } from "./render-site.ts";
import type { BuiltPage, SiteBuild } from "./site-build.ts";
import { getAnalysis } from "./stored-article.ts";

const emptyAnalysis = analyzeSections([]);

/** The pages of a finished build, as search, sitemap and assistant see them. */
export function listBuiltPages({ pages, tree }: SitePlan, site: RenderedSite, cache: BuildCache): BuiltPage[] {
  // An unlisted page belongs to every version, but only to the default language.
  const language = (homeBranch(tree)?.trail ?? []).filter(({ kind }) => kind === "language");
  return pages.map((page) => {
    const { file } = page.source;
    const state = { hasArticle: site.articles.has(file), hasFailed: site.failed.has(file), tree, cache };
    const before = known.get(page);
    // An unchanged page is the same object in the next build, so that its index entry can be reused.
    if (before !== undefined && stateNames.every((name) => before.state[name] === state[name])) return before.built;
    const built = builtPage(page, language, state);
    known.set(page, { state, built });
    return built;
  });
}

/** The index that search and the assistant use. Only segments with changed pages are built. */
export async function indexSite(build: SiteBuild, signal?: AbortSignal): Promise<BuiltIndex> {
  const index = await buildIndex(pagesToIndex(build), { signal, store: build.segments });
  await build.prune();
  return index;
}

export function pagesToIndex({ pages }: Pick<SiteBuild, "pages">): AnalyzedPage[] {
  return pages.filter((page) => !page.hasFailed);
}

/** The inputs of a built page besides its plan. */
interface PageState {
  hasArticle: boolean;
  hasFailed: boolean;
  tree: SitePlan["tree"];
  cache: BuildCache;
}

const stateNames = ["hasArticle", "hasFailed", "tree", "cache"] as const;
const known = new WeakMap<PlannedPage, { state: PageState; built: BuiltPage }>();

function builtPage(
  { source, place, articleKey }: PlannedPage,
  language: readonly Division[],
  { hasArticle, hasFailed, cache }: PageState,
): BuiltPage {
  const trail = place.branch?.trail ?? [];
  return {
    url: source.url,
    file: source.file,
    path: source.url,
    title: source.title,
    description: source.frontmatter.description,
    keywords: source.frontmatter.keywords,
    breadcrumb: [...trail, ...place.groups].map((part) => part.label),
    facets: facetsOf(source.frontmatter, place.branch?.trail ?? language),
    isDefault: trail.every((division) => division.isDefault || !isChoice(division)),
    boost: place.boost,
    audiences: { search: place.visibility.search, assistant: place.visibility.assistant },
    // Read on demand and not kept, because the analyses of all pages are as large as the project.
    get analysis() {
      return hasArticle ? getAnalysis(cache, articleKey) : emptyAnalysis;
    },
    analysisKey: hasArticle ? articleKey : "nothing",
    hasFailed,
  };
}

function facetsOf({ version, tag, ownKeys }: Frontmatter, trail: readonly Division[]): Record<string, string> {
  const facets = { ...ownKeys };
  for (const division of trail) if (isChoice(division)) facets[division.kind] = division.label;
  if (version !== undefined) facets.version = version;
  if (tag !== undefined) facets.tag = tag;
  return facets;
}
