import { hash } from "node:crypto";
import { BuildProblem } from "../build-problem.ts";
import { makeBranchFrame } from "../layout/make-branch-frame.ts";
import { makePageFrame } from "../layout/make-page-frame.ts";
import { makeSiteFrame } from "../layout/make-site-frame.ts";
import { type SiteAssets, siteAssets } from "../layout/site-assets.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../layout/site-frame.ts";
import { markdownHead } from "../machine/markdown-head.ts";
import type { NavigationBranch, NavigationTree } from "../navigation/navigation-tree.ts";
import { type PagePlace, placePages } from "../navigation/place-pages.ts";
import { readNavigation } from "../navigation/read-navigation.ts";
import { resolvePages } from "../navigation/resolve-pages.ts";
import { type RenderSettings, readRenderSettings } from "../page/render-settings.ts";
import type { SourcePage } from "../project/read-page.ts";
import type { SourceProject } from "../project/read-project.ts";
import { type Redirect, readRedirects } from "./redirects.ts";

export interface PlannedPage {
  source: SourcePage;
  place: PagePlace;
  frame: PageFrame;
  branch: number;
  /** The snippets it includes, directly or through others. */
  snippets: [string, string][];
  sourceHash: string;
  snippetsHash: string;
  articleKey: string;
  fileKey: string;
  /** What stands above the article in its Markdown, and the key of the whole. */
  markdown: { key: string; head: string };
}

/** Everything that is known before the first page is rendered. */
export interface SitePlan {
  site: SiteFrame;
  siteHash: string;
  settings: RenderSettings;
  branches: BranchFrame[];
  assets: SiteAssets;
  pages: PlannedPage[];
  redirects: Redirect[];
  notFound: { title?: string; description?: string } | undefined;
}

export type EditTimes = ReadonlyMap<string, string>;

export function planSite(project: SourceProject, rendererVersion: string, editTimes: EditTimes): SitePlan {
  const { config, problems, report } = project;
  const sources = uniquePages(project);
  const bySlug = new Map(sources.map((page) => [page.slug, page]));
  const draft = readNavigation(project.settings.navigation ?? null, report);
  const withheld = new Set(project.pages.map((page) => page.slug).filter((slug) => !bySlug.has(slug)));
  const tree = resolvePages(draft, { slugs: new Set(bySlug.keys()), withheld }, report);
  const places = placePages(tree, sources, config.seo?.indexing ?? "navigable");
  const assets = siteAssets(config);
  const site = makeSiteFrame(config, tree, assets);
  const settings = readRenderSettings(config);
  const articleVersion = hashOf(rendererVersion, JSON.stringify(settings));
  const instructions = config.markdown?.instructions ?? [];
  const siteHash = hashOf(rendererVersion, JSON.stringify(site));
  const shown = new Set([...places].filter(([, place]) => place.visibility.navigation).map(([slug]) => slug));
  const branches = planBranches(
    tree,
    bySlug,
    shown,
    sources.map((page) => places.get(page.slug)),
  );
  const pages = sources.flatMap((source): PlannedPage[] => {
    const place = places.get(source.slug);
    if (place === undefined) return [];
    const frame = makePageFrame(source, place, bySlug, config, editTimes.get(source.file));
    const branch = branches.indexOf(place.branch);
    const snippets = snippetsOf(source, project);
    const snippetsHash = snippets.length === 0 ? "" : hashOf(...snippets.flat());
    const sourceHash = hashOf(source.body, String(source.firstLine));
    const articleKey = hashOf(articleVersion, source.file, sourceHash, snippetsHash);
    const fileKey = hashOf(siteHash, branches.hashes[branch] ?? "", articleKey, JSON.stringify(frame));
    const head = markdownHead(source.title, source.frontmatter.description, instructions);
    const markdown = { key: hashOf(articleKey, "markdown", head), head };
    return [{ source, place, frame, branch, snippets, sourceHash, snippetsHash, articleKey, fileKey, markdown }];
  });
  const redirects = withHome(readRedirects(config.redirects, problems), pages);
  const notFound = config.errors?.["404"];
  return { site, siteHash, settings, branches: branches.frames, assets, pages, redirects, notFound };
}

/** The length before each part keeps ("ab", "c") and ("a", "bc") apart. */
export function hashOf(...parts: string[]): string {
  return hash("sha256", parts.map((part) => `${part.length}:${part}`).join(""));
}

/** `guides.mdx` and `guides/index.mdx` have one address; the first one keeps it. Restricted pages have none yet. */
function uniquePages({ pages, problems }: SourceProject): SourcePage[] {
  const taken = new Map<string, string>();
  return pages.filter(({ url, file, frontmatter }) => {
    const first = taken.get(url);
    if (first !== undefined) {
      problems.push(
        new BuildProblem(`has the same address as ${first} (${url}), so it is left out`, { severity: "warning", file }),
      );
      return false;
    }
    if (frontmatter.groups.length > 0) {
      // Publishing it would show it to everyone, since readers cannot sign in.
      problems.push(
        new BuildProblem("is restricted to groups, and readers cannot sign in yet, so it is left out", {
          severity: "warning",
          file,
          hint: 'take "groups" out of the frontmatter to publish it for everyone',
        }),
      );
      return false;
    }
    taken.set(url, file);
    return true;
  });
}

interface PlannedBranches {
  frames: BranchFrame[];
  hashes: string[];
  indexOf(branch: NavigationBranch | undefined): number;
}

/** A frame for each branch in use, and one for pages outside of the navigation, which show the first branch's tabs. */
function planBranches(
  tree: NavigationTree,
  bySlug: ReadonlyMap<string, SourcePage>,
  shown: ReadonlySet<string>,
  places: (PagePlace | undefined)[],
): PlannedBranches {
  const used = [...new Set(places.map((place) => place?.branch))];
  const frames = used.map((branch) => makeBranchFrame(tree, branch, bySlug, shown));
  return {
    frames,
    hashes: frames.map((frame) => hashOf(JSON.stringify(frame))),
    indexOf: (branch) => used.indexOf(branch),
  };
}

/** The snippets of a page, directly or through others, in the order of their paths. */
function snippetsOf(page: SourcePage, { includes, snippets }: SourceProject): [string, string][] {
  const found = new Set<string>();
  const waiting = [...(includes.get(page.file) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !snippets.has(file)) continue;
    found.add(file);
    waiting.push(...(includes.get(file) ?? []));
  }
  return [...found].toSorted().map((file) => [file, snippets.get(file) ?? ""]);
}

/** A site without an index page opens with the first page of its navigation. */
function withHome(redirects: Redirect[], pages: PlannedPage[]): Redirect[] {
  if (pages.some((page) => page.source.url === "/") || redirects.some((rule) => rule.source === "/")) return redirects;
  const first = pages.find((page) => page.place.visibility.navigation && page.place.previous === undefined) ?? pages[0];
  return first === undefined ? redirects : [...redirects, { source: "/", destination: first.source.url, status: 307 }];
}
