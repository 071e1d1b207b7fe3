import { hash } from "node:crypto";
import type { FontMeasures } from "../ground/fonts/read-font.ts";
import { markdownHead } from "../outputs/markdown-head.ts";
import type { EditTimes, PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import { planCards } from "../outputs/social/plan-cards.ts";
import type { GrammarFile } from "../page/code/grammars/grammar-index.ts";
import { readRenderSettings } from "../page/markdown/render-settings.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import { homeBranch } from "../source/navigation/home-branch.ts";
import type { NavigationBranch, NavigationTree } from "../source/navigation/navigation-tree.ts";
import { type PagePlace, placePages } from "../source/navigation/place-pages.ts";
import { resolvePages } from "../source/navigation/resolve-pages.ts";
import { beginsWithTitle, type SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { readRedirects } from "../source/read-redirects.ts";
import type { Redirect } from "../source/redirects.ts";
import type { CardPicture } from "../theme/social-card.ts";
import { type EditableSource, editLinks } from "../theme/templates/edit-links.ts";
import type { FrameContext } from "../theme/templates/frame-context.ts";
import { createIconSheet } from "../theme/templates/icon-sheet.ts";
import { makeBranchFrame } from "../theme/templates/make-branch-frame.ts";
import { makeNotFoundPage } from "../theme/templates/make-not-found-page.ts";
import { makePageFrame } from "../theme/templates/make-page-frame.ts";
import { makeSiteFrame, withAssets } from "../theme/templates/make-site-frame.ts";
import { noteMissingIcons } from "../theme/templates/note-missing-icons.ts";
import { siteAssets } from "../theme/templates/site-assets.ts";
import type { BranchFrame } from "../theme/templates/site-frame.ts";
import { addRedirects } from "./add-redirects.ts";
import { noteOrphans } from "./note-orphans.ts";
import { uniquePages } from "./unique-pages.ts";

/** What is known of the site from outside of its files. */
export interface PlanRequest {
  rendererVersion: string;
  editTimes: EditTimes;
  editable: EditableSource | undefined;
  /** The one address of the site, without a slash at the end. */
  address: string | undefined;
  /** A file of the author by its path. */
  findFile(path: string): (CardPicture & { ratio?: number | undefined; font?: FontMeasures | undefined }) | undefined;
  /** Groups whose pages are shown: a preview has a reader whose groups are known. */
  readerGroups: readonly string[];
  /** The site will be files and no more: nothing behind it answers searches or questions. */
  isStatic: boolean;
  grammars: GrammarFile[];
}

/** The draft is the navigation with the pages that are made from API descriptions; the project has these pages too. */
export function planSite(
  project: SourceProject,
  draft: DraftTree,
  { rendererVersion, editTimes, editable, address, findFile, isStatic, readerGroups, grammars }: PlanRequest,
): SitePlan {
  const { config, report } = project;
  const sources = uniquePages(project, readerGroups);
  const bySlug = new Map(sources.map((page) => [page.slug, page]));
  const withheld = new Set(project.pages.map((page) => page.slug).filter((slug) => !bySlug.has(slug)));
  const tree = resolvePages(draft, { slugs: new Set(bySlug.keys()), withheld, rules: project.rules }, report);
  const places = placePages(tree, sources, config.seo?.indexing ?? "navigable");
  project.problems.push(...noteOrphans(sources, places));
  const shown = new Set([...places].filter(([, place]) => place.isBeside).map(([slug]) => slug));
  const iconLibrary = config.icons?.library ?? "fontawesome";
  const icons = createIconSheet(iconLibrary);
  const located = sources.flatMap((source) => {
    const place = places.get(source.slug);
    return place === undefined ? [] : [{ source, place }];
  });
  const { cards, pathFor } = planCards({ config, pages: located, address, version: rendererVersion, findFile, report });
  const context: FrameContext = {
    config,
    pages: bySlug,
    shown,
    icons,
    ...editLinks(config, editable),
    address,
    imageFor: pathFor,
    ratioOf: (path) => findFile(path)?.ratio,
    isStatic,
  };
  const siteWithoutAssets = makeSiteFrame(tree, context);
  const branches = planBranches(
    tree,
    sources.map((page) => places.get(page.slug)),
    context,
  );
  const placed = located.map(({ source, place }) => {
    return { source, place, frame: makePageFrame(source, place, editTimes.get(source.file), context) };
  });
  project.problems.push(...noteMissingIcons(icons, iconLibrary));
  // The stylesheet comes after the frames: it holds the icons that they have asked for.
  const banners = [siteWithoutAssets, ...branches.frames].flatMap(({ surroundings }) => surroundings.banner ?? []);
  const languages = [...new Set(branches.frames.flatMap(({ language }) => language ?? []))];
  const assets = siteAssets({
    config,
    icons,
    banners,
    authorCss: project.css,
    languages,
    measuresOf: (path) => findFile(path)?.font,
  });
  const site = withAssets(siteWithoutAssets, assets);
  const siteHash = hashOf(rendererVersion, JSON.stringify(site));
  const settings = readRenderSettings(config, grammars);
  const articleVersion = hashOf(rendererVersion, JSON.stringify(settings));
  const instructions = config.markdown?.instructions ?? [];
  const pages = placed.map(({ source, place, frame }): PlannedPage => {
    const branch = branches.indexOf(place.branch);
    const snippets = snippetsOf(source, project);
    const snippetsHash = snippets.length === 0 ? "" : hashOf(...snippets.flat());
    const apart = [source.api?.hash ?? "", beginsWithTitle(source) ? "titled" : ""];
    const sourceHash = apart.every((part) => part === "") ? source.bodyHash : hashOf(source.bodyHash, ...apart);
    const language = branches.frames[branch]?.language ?? "";
    const articleKey = hashOf(articleVersion, language, source.file, sourceHash, snippetsHash);
    const fileKey = hashOf(siteHash, branches.hashes[branch] ?? "", articleKey, JSON.stringify(frame));
    // Where the article tells the description itself, the head would only say it twice.
    const description = source.api?.describes ? undefined : source.frontmatter.description;
    const head = markdownHead(source.title, description, instructions);
    const markdown = { key: hashOf(articleKey, "markdown", head), head };
    return {
      source,
      place,
      frame,
      branch,
      snippets,
      sourceHash,
      snippetsHash,
      language,
      articleKey,
      fileKey,
      markdown,
    };
  });
  const writtenRedirects = readRedirects(
    config.redirects,
    new Set(sources.flatMap(({ url, slug }) => [url, `/${slug}`])),
    report,
  );
  const home = homeBranch(tree);
  const addresses = pages.map(({ source: { url }, place: { visibility, order = 0, branch } }) => {
    // What readers see first comes before other versions and languages, wherever docs.json has it.
    return { url, order: visibility.navigation ? order - (branch === home ? sources.length : 0) : undefined };
  });
  const addedRedirects = addRedirects(
    writtenRedirects,
    addresses,
    project.assets.map(({ path }) => path),
  );
  const notFound = makeNotFoundPage(config, makeBranchFrame(tree, undefined, context));
  return {
    site,
    siteHash,
    settings,
    grammars,
    branches: branches.frames,
    assets,
    tree,
    pages,
    cards,
    writtenRedirects,
    addedRedirects,
    redirects: publishRedirects([...writtenRedirects, ...addedRedirects], config),
    notFound,
  };
}

/** The length before each part keeps ("ab", "c") and ("a", "bc") apart. */
export function hashOf(...parts: string[]): string {
  return hash("sha256", parts.map((part) => `${part.length}:${part}`).join(""));
}

interface PlannedBranches {
  frames: BranchFrame[];
  hashes: string[];
  indexOf(branch: NavigationBranch | undefined): number;
}

/** A frame for each branch in use, and one for pages outside of the navigation. */
function planBranches(tree: NavigationTree, places: (PagePlace | undefined)[], context: FrameContext): PlannedBranches {
  const used = [...new Set(places.map((place) => place?.branch))];
  const frames = used.map((branch) => makeBranchFrame(tree, branch, context));
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

/** What the server gets. The last rule catches what no page and no other rule knows, if the author wants that. */
function publishRedirects(known: readonly Redirect[], { errors }: SiteConfig): Redirect[] {
  const redirects = known.map(({ source, destination, status }): Redirect => ({ source, destination, status }));
  if (errors?.["404"]?.redirect === true) redirects.push({ source: "/:path*", destination: "/", status: 307 });
  return redirects;
}
