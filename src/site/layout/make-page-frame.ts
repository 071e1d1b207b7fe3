import type { SiteConfig } from "../config/site-config.ts";
import type { PagePlace } from "../navigation/place-pages.ts";
import type { SourcePage } from "../project/read-page.ts";
import type { FrameLink, PageFrame, PageMode } from "./site-frame.ts";

const modes: readonly PageMode[] = ["default", "wide", "custom", "frame", "center"];

export function makePageFrame(
  page: SourcePage,
  place: PagePlace,
  pages: ReadonlyMap<string, SourcePage>,
  config: SiteConfig,
  editedAt: string | undefined,
): PageFrame {
  const { frontmatter } = page;
  const hasNeighbours = frontmatter.hideFooterPagination !== true;
  return {
    url: page.url,
    title: page.title,
    description: frontmatter.description,
    eyebrow: eyebrow(place, config),
    mode: modes.find((mode) => mode === frontmatter.mode) ?? "default",
    deprecated: frontmatter.deprecated === true,
    previous: hasNeighbours ? pageLink(place.previous, pages) : undefined,
    next: hasNeighbours ? pageLink(place.next, pages) : undefined,
    editedAt: config.metadata?.timestamp ? (frontmatter.lastUpdatedDate ?? editedAt) : undefined,
    isIndexed: place.visibility.engines,
  };
}

/** The line above the title: the group the page stands in, or the way to it. */
function eyebrow(place: PagePlace, config: SiteConfig): string | undefined {
  const labels = place.groups.map((group) => group.label);
  return config.styling?.eyebrows === "breadcrumbs" ? labels.join(" › ") || undefined : labels.at(-1);
}

function pageLink(slug: string | undefined, pages: ReadonlyMap<string, SourcePage>): FrameLink | undefined {
  const page = slug === undefined ? undefined : pages.get(slug);
  return page === undefined ? undefined : { label: page.frontmatter.sidebarTitle ?? page.title, href: page.url };
}
