import { markdownGuide, markdownHead } from "../outputs/markdown-head.ts";
import { type EditTimes, ownFrame, type PlannedPage, type SitePlan } from "../outputs/site-plan.ts";
import { planCards } from "../outputs/social/plan-cards.ts";
import type { GrammarFile } from "../page/code/grammars/grammar-index.ts";
import { type RenderSettings, readRenderSettings } from "../page/markdown/render-settings.ts";
import { cacheKey } from "../shared/cache/cache-key.ts";
import type { FontMeasures } from "../shared/fonts/read-font.ts";
import { listReachable } from "../shared/list-reachable.ts";
import type { SiteRestrictions } from "../shared/reader-groups.ts";
import { findRoot } from "../shared/source-roots.ts";
import { forbidsIndexing } from "../source/config/seo.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import type { NavigationBranch, NavigationTree } from "../source/navigation/navigation-tree.ts";
import { homeBranch } from "../source/navigation/navigation-tree.ts";
import { pageAccess } from "../source/navigation/page-access.ts";
import { type PagePlace, placePages } from "../source/navigation/place-pages.ts";
import { resolvePages } from "../source/navigation/resolve-pages.ts";
import { pageSlug } from "../source/page-url.ts";
import { beginsWithTitle, hasOwnTitle, type SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { readRedirects } from "../source/read-redirects.ts";
import type { Redirect } from "../source/redirects.ts";
import { chooseServices, scriptsAround, serviceSettings } from "../source/services.ts";
import { basePathOf } from "../theme/base-path.ts";
import type { CardPicture } from "../theme/social-card.ts";
import type { FetchedFonts } from "../theme/templates/author-fonts.ts";
import { editLinks } from "../theme/templates/edit-links.ts";
import type { FrameContext } from "../theme/templates/frame-context.ts";
import { createIconSheet, noteMissingIcons } from "../theme/templates/icon-sheet.ts";
import { makeBranchFrame } from "../theme/templates/make-branch-frame.ts";
import { makeNotFoundPage } from "../theme/templates/make-not-found-page.ts";
import { makePageFrame } from "../theme/templates/make-page-frame.ts";
import { makeSiteFrame, withAssets } from "../theme/templates/make-site-frame.ts";
import { siteAssets } from "../theme/templates/site-assets.ts";
import type { BranchFrame, PageFrame } from "../theme/templates/site-frame.ts";
import { addRedirects, withoutWithheld } from "./add-redirects.ts";
import type { OneBuild } from "./build-request.ts";
import { leaveOutRepositoryFiles, noteOrphans, uniquePages } from "./unique-pages.ts";

/** Facts about the site that aren't in its files. */
interface PlanRequest
  extends Pick<
    OneBuild,
    "readerGroups" | "isStatic" | "withAuthorCode" | "isPreview" | "marksRefused" | "editable" | "sources"
  > {
  rendererVersion: string;
  editTimes: EditTimes;
  /** The main URL of the site, without a trailing slash. */
  address: string | undefined;
  /** A file of the author by path. */
  findFile(path: string): (CardPicture & { ratio?: number | undefined; font?: FontMeasures | undefined }) | undefined;
  grammars: GrammarFile[];
  fetchedFonts: FetchedFonts;
  /** Pages that can't be built and have no earlier version. */
  leftOut: ReadonlySet<string>;
  /** The groups that skills and parts of API descriptions are for. */
  otherGroups: readonly string[];
}

/**
 * Plans every page and file of the site. Both `draft` and `project` include the pages generated from API descriptions.
 */
export function planSite(project: SourceProject, draft: DraftTree, request: PlanRequest): SitePlan {
  const { config } = project;
  const { rendererVersion, grammars } = request;
  const { sources, tree, located, withheld, ...found } = locatePages(project, draft, request);
  const restrictions = restrictionsWithin(project, found.restrictions, request.otherGroups);
  const { groups } = restrictions;
  const frames = planFrames(project, tree, located, request);
  const shared: RenderSettings = {
    ...readRenderSettings(config, grammars, {
      islandVersion: request.withAuthorCode ? rendererVersion : undefined,
      marksRefused: request.marksRefused,
    }),
    ...(request.withAuthorCode && { withAuthorCode: true }),
    ...(request.readerGroups !== "open" && { hasReaders: true }),
  };
  const { surroundings } = frames.site;
  const own = { ...frames.site, surroundings: { ...surroundings, banner: undefined } };
  const siteHash = cacheKey(rendererVersion, JSON.stringify(own));
  const { readerGroups } = request;
  const userGroups = readerGroups === "all" ? groups : typeof readerGroups === "string" ? [] : [...readerGroups];
  // Only articles that depend on the reader's groups are rendered for each audience.
  const settings: RenderSettings = {
    ...shared,
    ...(project.roots.length > 0 && { sources: project.roots }),
    userGroups,
  };
  const article = cacheKey(rendererVersion, JSON.stringify(shared));
  const guide = markdownGuide(request.address, {
    hasList: !forbidsIndexing(config),
    hasAnswers: frames.site.reader.assistant,
  });
  const keys = { site: siteHash, address: request.address ?? "", article, groups: JSON.stringify(userGroups), guide };
  const pages = frames.pages.map((page) => planPage(page, frames.branches, keys, project));
  const home = homeBranch(tree);
  const writtenRedirects = readRedirects(
    config.redirects,
    new Set(sources.flatMap(({ url, slug }) => [url, `/${slug}`])),
    project.report,
  );
  const addedRedirects = addRedirects(
    writtenRedirects,
    pages.map(({ source: { url }, place: { visibility, order = 0, branch } }) => {
      // The default branch comes before other versions and languages, wherever docs.json lists it.
      return { url, order: visibility.navigation ? order - (branch === home ? sources.length : 0) : undefined };
    }),
    project.assets.map(({ path }) => path),
  );
  const { site, assets, cards, notFound, services } = frames;
  return {
    restrictions,
    withheld,
    site,
    siteHash,
    settings,
    grammars,
    assets,
    tree,
    pages,
    cards,
    notFound,
    services,
    branches: frames.branches.frames,
    writtenRedirects,
    addedRedirects,
    redirects: publishRedirects(withoutWithheld([...writtenRedirects, ...addedRedirects], withheld), config),
    replan: ({ place }, source, editedAt) =>
      planPage({ source, place, frame: frames.frameOf(source, place, editedAt) }, frames.branches, keys, project),
  };
}

interface LocatedPage {
  source: SourcePage;
  place: PagePlace;
}

/** The pages to publish, the navigation with only these pages, and the position of each page in the navigation. */
function locatePages(
  project: SourceProject,
  draft: DraftTree,
  { readerGroups, leftOut }: Pick<PlanRequest, "readerGroups" | "leftOut">,
) {
  const readable = uniquePages(project, readerGroups, pageAccess(draft));
  const sources = readable.pages.filter(({ file }) => !leftOut.has(file));
  const slugs = new Set(sources.map((page) => page.slug));
  const existing = [...project.pages.map((page) => page.slug), ...project.lost.map(pageSlug)];
  const withheld = new Set(existing.filter((slug) => !slugs.has(slug)));
  const tree = resolvePages(draft, { slugs, withheld, rules: project.rules, reader: readerGroups }, project.report);
  const places = placePages(tree, sources, project.config.seo?.indexing ?? "navigable");
  const { pages, problems } = leaveOutRepositoryFiles(sources, places);
  project.problems.push(...problems, ...noteOrphans(pages, places));
  const located = pages.flatMap((source): LocatedPage[] => {
    const place = places.get(source.slug);
    return place === undefined ? [] : [{ source, place }];
  });
  return { sources: pages, tree, located, restrictions: readable.restrictions, withheld: readable.withheld };
}

/** The restrictions of the site with those inside its pages: conditions, parts of API descriptions, and testers. */
function restrictionsWithin(
  { config, facts, pages }: SourceProject,
  found: SiteRestrictions,
  otherGroups: readonly string[],
): SiteRestrictions {
  const isForReaders = ({ api, frontmatter }: SourcePage) =>
    api !== undefined && (frontmatter.playground ?? config.api?.playground?.display) === "auth";
  const testers = pages.filter(isForReaders);
  const asked = [...facts.values()].flatMap(({ asksGroups = [] }) => asksGroups);
  const tested = testers.flatMap(({ frontmatter }) => frontmatter.groups);
  const groups = [...new Set([...found.groups, ...asked, ...otherGroups, ...tested])].toSorted();
  // Someone who hasn't signed in sees every page then, but not everything in it.
  const differ = groups.length > 0 || testers.length > 0;
  return { ...found, groups, publicPages: differ && found.publicPages === "all" ? "some" : found.publicPages };
}

/** Everything around the articles: the frames of the site, its branches and pages, and the assets they use. */
function planFrames(project: SourceProject, tree: NavigationTree, located: LocatedPage[], request: PlanRequest) {
  const { rendererVersion, editTimes, editable, sources = [], address, findFile, isStatic, fetchedFonts } = request;
  const { config, report } = project;
  const iconLibrary = config.icons?.library ?? "fontawesome";
  const icons = createIconSheet(iconLibrary);
  const { cards, pathFor } = planCards({ config, pages: located, address, version: rendererVersion, findFile, report });
  const services = chooseServices(config, request, report);
  const context: FrameContext = {
    config,
    pages: new Map(located.map(({ source }) => [source.slug, source])),
    shown: new Set(located.filter(({ place }) => place.isInSidebar).map(({ source }) => source.slug)),
    icons,
    editLinks: [
      { path: "", ...editLinks(config, editable) },
      ...sources.map(({ path, editable: own }) => ({ path, ...editLinks(config, own) })),
    ],
    address,
    imageFor: pathFor,
    ratioOf: (path) => findFile(path)?.ratio,
    isStatic,
    signedIn: request.readerGroups === "open" || isStatic ? undefined : request.readerGroups !== "public",
    earlyScripts: scriptsAround(services, "beforeInteractive"),
    authorScripts: [...scriptsAround(services, "afterInteractive"), ...project.authorScripts.scripts],
  };
  const serviceText = serviceSettings(services);
  const siteWithoutAssets = makeSiteFrame(tree, context);
  const branches = planBranches(tree, located, context);
  const frameOf = (source: SourcePage, place: PagePlace, editedAt: string | undefined) =>
    makePageFrame(source, place, editedAt, context);
  const pages = located.map(({ source, place }) => {
    return { source, place, frame: frameOf(source, place, editTimes.get(source.file)) };
  });
  project.problems.push(...noteMissingIcons(icons, iconLibrary));
  // The stylesheet contains the icons that the frames use, so it is made after the frames.
  const assets = siteAssets({
    config,
    icons,
    banners: [siteWithoutAssets, ...branches.frames].flatMap(({ surroundings }) => surroundings.banner ?? []),
    authorCss: project.css,
    authorScripts: project.authorScripts.files,
    languages: [...new Set(branches.frames.flatMap(({ language }) => language ?? []))],
    hasServices: serviceText !== undefined,
    hasOwnSearch: isStatic && siteWithoutAssets.reader.search,
    measuresOf: (path) => findFile(path)?.font,
    fetchedFonts,
    basePath: basePathOf(address),
  });
  const notFound = makeNotFoundPage(config, makeBranchFrame(tree, undefined, context));
  const site = withAssets(siteWithoutAssets, assets, serviceText);
  return { site, branches, pages, frameOf, assets, cards, notFound, services };
}

interface PlannedBranches {
  frames: BranchFrame[];
  hashes: string[];
  indexOf(branch: NavigationBranch | undefined): number;
}

/** A frame for each branch in use, and a frame for pages outside the navigation. */
function planBranches(tree: NavigationTree, located: readonly LocatedPage[], context: FrameContext): PlannedBranches {
  const used = [...new Set(located.map(({ place }) => place.branch))];
  const frames = used.map((branch) => makeBranchFrame(tree, branch, context));
  return {
    frames,
    hashes: frames.map((frame) => cacheKey(JSON.stringify(ownFrame(frame)))),
    indexOf: (branch) => used.indexOf(branch),
  };
}

/** Cache keys depend on everything that determines the content of the article, the page and its Markdown. */
function planPage(
  { source, place, frame }: LocatedPage & { frame: PageFrame },
  branches: PlannedBranches,
  keys: { site: string; address: string; article: string; groups: string; guide: string | undefined },
  project: SourceProject,
): PlannedPage {
  const branch = branches.indexOf(place.branch);
  const snippets = snippetsOf(source, project);
  const snippetsHash = snippets.length === 0 ? "" : cacheKey(...snippets.flat());
  const apart = [source.api?.hash ?? "", beginsWithTitle(source) ? "titled" : hasOwnTitle(source) ? "own title" : ""];
  const sourceHash = apart.every((part) => part === "") ? source.bodyHash : cacheKey(source.bodyHash, ...apart);
  const language = branches.frames[branch]?.language ?? "";
  const texts = [source.file, ...snippets.map(([file]) => file)];
  const asksGroups = texts.some((file) => project.facts.get(file)?.asksGroups !== undefined);
  const forGroups = asksGroups ? [keys.groups] : [];
  const root = findRoot(source.file, project.roots);
  const forRoot = root === undefined ? [] : [JSON.stringify(root)];
  const articleKey = cacheKey(
    ...[keys.article, language, source.file, sourceHash, snippetsHash],
    ...forRoot,
    ...forGroups,
  );
  const fileKey = cacheKey(keys.site, branches.hashes[branch] ?? "", articleKey, JSON.stringify(frame));
  // If the article shows the description itself, the head must not repeat it.
  const description = source.api?.describes ? undefined : source.frontmatter.description;
  const head = markdownHead(source.title, description, project.config.markdown?.instructions ?? [], keys.guide);
  const markdown = {
    key: cacheKey(articleKey, "markdown", head, keys.address),
    head,
    address: keys.address,
  };
  return { source, place, frame, branch, snippets, sourceHash, snippetsHash, language, articleKey, fileKey, markdown };
}

/** The snippets of a page, direct or indirect, in path order. */
export function snippetsOf(
  page: SourcePage,
  { includes, snippets }: Pick<SourceProject, "includes" | "snippets">,
): [string, string][] {
  if (page.snippets !== undefined) return page.snippets;
  const next = (file: string) => (includes.get(file) ?? []).filter((target) => snippets.has(target));
  return listReachable(next(page.file), next).map((file) => [file, snippets.get(file) ?? ""]);
}

/** The redirects for the server. With `errors.404.redirect`, the last redirect matches all unknown paths. */
function publishRedirects(known: readonly Redirect[], { errors }: SiteConfig): Redirect[] {
  const redirects = known.map(({ source, destination, status }): Redirect => ({ source, destination, status }));
  if (errors?.["404"]?.redirect === true) redirects.push({ source: "/:path*", destination: "/", status: 307 });
  return redirects;
}
