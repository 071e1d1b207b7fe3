import { isExternalUrl } from "../../shared/html/safe-url.ts";
import type { NavigationEntry } from "../../source/navigation/navigation-tree.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import { normalizeSlug } from "../../source/page-url.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { makePageHead } from "../make-page-head.ts";
import { editUrl, issueUrl } from "./edit-links.ts";
import { divisionUrl, type FrameContext } from "./frame-context.ts";
import { pageMenuOptions } from "./make-page-menu.ts";
import { makeSidebar } from "./make-sidebar.ts";
import type { Directory, DirectoryEntry, FrameLink, PageFrame, SidebarEntry } from "./site-frame.ts";

export function makePageFrame(
  page: SourcePage,
  place: PagePlace,
  editedAt: string | undefined,
  context: FrameContext,
): PageFrame {
  const { frontmatter } = page;
  const hasNeighbors = frontmatter.hideFooterPagination !== true;
  const hasDate = frontmatter.timestamp ?? context.config.metadata?.timestamp === true;
  const { options: ownMenu, display: menuPlace } = frontmatter.contextual ?? {};
  return {
    head: makePageHead(page, place, editedAt, context),
    url: page.url,
    title: page.title,
    description: frontmatter.description,
    isDescribedBelow: page.api?.describes === true,
    eyebrow: eyebrow(place, context),
    mode: frontmatter.mode ?? "default",
    tag: frontmatter.tag,
    deprecated: frontmatter.deprecated === true,
    previous: hasNeighbors ? pageLink(place.previous, context) : undefined,
    next: hasNeighbors ? pageLink(place.next, context) : undefined,
    editedAt: hasDate ? (frontmatter.lastUpdatedDate ?? editedAt) : undefined,
    editUrl: editUrl(page, context),
    issueUrl: issueUrl(page, context),
    isIndexed: place.visibility.engines,
    counterparts: counterpartUrls(place, context),
    menu: ownMenu === undefined ? undefined : pageMenuOptions(ownMenu, context.icons),
    isMenuInOutline: menuPlace === undefined ? undefined : menuPlace === "toc",
    specUrl: specUrl(page),
    showsFeed: frontmatter.rss === true,
    directory: makeDirectory(place, context),
    related: relatedLinks(page, context),
  };
}

/** The line above the title: the page's group, or the breadcrumbs. */
function eyebrow({ groups, rootOf }: PagePlace, { pages, config }: FrameContext): PageFrame["eyebrow"] {
  if (config.styling?.eyebrows !== "breadcrumbs") return groups.slice(-1).map(({ label }) => ({ label }));
  return groups.map((group) => {
    const url = group.root === undefined || group === rootOf ? undefined : pages.get(group.root)?.url;
    return { label: group.label, href: url };
  });
}

/** The same page in other versions and languages, if it differs from the switcher's default target. */
function counterpartUrls({ counterparts }: PagePlace, context: FrameContext): Record<string, string> {
  const urls: [string, string][] = counterparts.flatMap(({ division, slug, isSamePage }) => {
    const usual = divisionUrl(division, context);
    const url = context.pages.get(slug)?.url;
    return isSamePage && usual !== undefined && url !== undefined && url !== usual ? [[usual, url]] : [];
  });
  return Object.fromEntries(urls);
}

/** A description on another server is downloaded from there. */
function specUrl({ api }: SourcePage): string | undefined {
  if (api === undefined || !("file" in api.part)) return undefined;
  const { file } = api.part;
  return /^https?:/.test(file) ? file : `/${encodeURI(file)}`;
}

function relatedLinks({ frontmatter }: SourcePage, { pages }: FrameContext): FrameLink[] {
  return (frontmatter.related || []).flatMap(({ title, href }) => {
    const page = pages.get(normalizeSlug(href)) ?? pages.get(`${normalizeSlug(href)}/index`);
    if (page === undefined && !isExternalUrl(href)) return [];
    return [
      {
        label: title ?? page?.title ?? URL.parse(href)?.hostname ?? href,
        href: page?.url ?? href,
        description: page?.frontmatter.description,
      },
    ];
  });
}

function pageLink(slug: string | undefined, { pages }: FrameContext): FrameLink | undefined {
  const page = slug === undefined ? undefined : pages.get(slug);
  return page === undefined ? undefined : { label: page.frontmatter.sidebarTitle ?? page.title, href: page.url };
}

/** The list of a group's pages on the group's own page, if the author enables it. */
function makeDirectory({ rootOf }: PagePlace, context: FrameContext): Directory | undefined {
  if (rootOf === undefined || rootOf.directory === "none") return undefined;
  const others = rootOf.entries.filter((entry) => !isPage(entry, rootOf.root));
  const entries = makeSidebar(others, context).map((entry) => directoryEntry(entry, context));
  return entries.length === 0 ? undefined : { style: rootOf.directory, entries };
}

/** Whether the entry is the group's own page. A group may list its own page too. */
function isPage(entry: NavigationEntry, slug: string | undefined): boolean {
  return entry.kind === "page" && entry.slug === slug;
}

function directoryEntry(entry: SidebarEntry, context: FrameContext): DirectoryEntry {
  if (entry.kind === "page") {
    const { title, url, icon, tag, isDeprecated } = entry;
    const description = descriptionAt(url, context);
    return { label: title, href: url, icon, tag, description, pages: [], ...(isDeprecated && { isDeprecated }) };
  }
  const { label, icon, tag } = entry;
  const pages = pagesIn(entry.entries);
  const href = entry.url ?? pages[0]?.href ?? "/";
  return { label, href, icon, tag, description: entry.url && descriptionAt(entry.url, context), pages };
}

function pagesIn(entries: SidebarEntry[]): DirectoryEntry["pages"] {
  return entries.flatMap((entry) =>
    entry.kind === "page" ? [{ label: entry.title, href: entry.url }] : pagesIn(entry.entries),
  );
}

function descriptionAt(url: string, { pages }: FrameContext): string | undefined {
  const slug = url === "/" ? "index" : url.slice(1);
  return (pages.get(slug) ?? pages.get(`${slug}/index`))?.frontmatter.description;
}
