import { isExternalUrl } from "../../ground/html/safe-url.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import { normaliseSlug } from "../../source/page-url.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { makePageHead } from "../make-page-head.ts";
import { divisionUrl, type FrameContext } from "./frame-context.ts";
import { makeDirectory } from "./make-directory.ts";
import { pageMenuOptions } from "./make-page-menu.ts";
import type { FrameLink, PageFrame, PageMode } from "./site-frame.ts";

const modes: readonly PageMode[] = ["default", "wide", "custom", "frame", "center", "assistant"];

export function makePageFrame(
  page: SourcePage,
  place: PagePlace,
  editedAt: string | undefined,
  context: FrameContext,
): PageFrame {
  const { frontmatter } = page;
  const hasNeighbours = frontmatter.hideFooterPagination !== true;
  const hasDate = frontmatter.timestamp ?? context.config.metadata?.timestamp === true;
  const { options: ownMenu, display: menuPlace } = frontmatter.contextual ?? {};
  return {
    head: makePageHead(page, place, editedAt, context),
    url: page.url,
    title: page.title,
    description: frontmatter.description,
    isDescribedBelow: page.api?.describes === true,
    eyebrow: eyebrow(place, context),
    mode: modes.find((mode) => mode === frontmatter.mode) ?? "default",
    tag: frontmatter.tag,
    deprecated: frontmatter.deprecated === true,
    previous: hasNeighbours ? pageLink(place.previous, context) : undefined,
    next: hasNeighbours ? pageLink(place.next, context) : undefined,
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
    sendsTo: undefined,
  };
}

/** The line above the title: the group the page stands in, or the way to it. */
function eyebrow({ groups, rootOf }: PagePlace, { pages, config }: FrameContext): PageFrame["eyebrow"] {
  if (config.styling?.eyebrows !== "breadcrumbs") return groups.slice(-1).map(({ label }) => ({ label }));
  return groups.map((group) => {
    const url = group.root === undefined || group === rootOf ? undefined : pages.get(group.root)?.url;
    return { label: group.label, href: url };
  });
}

/** Only those that lead elsewhere than the switcher does anyway. */
function counterpartUrls({ counterparts }: PagePlace, context: FrameContext): Record<string, string> {
  const urls: [string, string][] = counterparts.flatMap(({ division, slug, isSamePage }) => {
    const usual = divisionUrl(division, context);
    const url = context.pages.get(slug)?.url;
    return isSamePage && usual !== undefined && url !== undefined && url !== usual ? [[usual, url]] : [];
  });
  return Object.fromEntries(urls);
}

/** A page that is made from an API description has no file to edit. */
function editUrl({ file, api }: SourcePage, { editBase }: FrameContext): string | undefined {
  if (editBase === undefined || api?.isGenerated === true) return undefined;
  return editBase + file.split("/").map(encodeURIComponent).join("/");
}

/** A form for a new issue where the repository is kept, with the page named in it. */
export function issueUrl(
  { file, title, url, api }: SourcePage,
  { issueBase, address = "" }: FrameContext,
): string | undefined {
  if (issueBase === undefined) return undefined;
  const text = api?.isGenerated === true ? `${address}${url}` : `${address}${url} (${file})`;
  return issueBase.replace("$title", encodeURIComponent(title)).replace("$text", encodeURIComponent(text));
}

/** A description that is read from elsewhere is downloaded from there. */
function specUrl({ api }: SourcePage): string | undefined {
  if (api === undefined || api.part.kind === "mdx") return undefined;
  const { file } = api.part;
  return /^https?:/.test(file) ? file : `/${encodeURI(file)}`;
}

function relatedLinks({ frontmatter }: SourcePage, { pages }: FrameContext): FrameLink[] {
  return (frontmatter.related || []).flatMap(({ title, href }) => {
    const page = pages.get(normaliseSlug(href)) ?? pages.get(`${normaliseSlug(href)}/index`);
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
