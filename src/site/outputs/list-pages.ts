import { isForbidden, siteMetatags } from "../source/config/seo.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { Division, NavigationTree } from "../source/navigation/navigation-tree.ts";
import type { LlmsLink } from "./llms-text.ts";
import type { PlannedPage } from "./site-plan.ts";

/** Pages in navigation order. Unlisted pages come last, sorted by URL. */
export function inNavigationOrder(pages: PlannedPage[]): PlannedPage[] {
  return pages.toSorted((one, other) => {
    const [first, second] = [one.place.order, other.place.order];
    if (first !== second) return (first ?? Number.POSITIVE_INFINITY) - (second ?? Number.POSITIVE_INFINITY);
    return one.source.url < other.source.url ? -1 : 1;
  });
}

/** Whether a page is in the default language and version. Agents need no others. True for pages without a branch. */
export function isInDefaultParts({ place }: PlannedPage): boolean {
  return (place.branch?.trail ?? []).every(isDefaultPart);
}

function isDefaultPart({ kind, isDefault }: Division): boolean {
  return isDefault || (kind !== "language" && kind !== "version");
}

/** Links of the navigation to other sites, without duplicates. */
export function listNavigationLinks(tree: NavigationTree, pages: PlannedPage[]): LlmsLink[] {
  const links = new Map<string, LlmsLink>();
  const add = (title: string, url: string | undefined) => {
    if (url !== undefined && /^https?:\/\//.test(url) && !links.has(url))
      links.set(url, { title, url, description: "" });
  };
  const visit = (divisions: Division[]) => {
    for (const division of divisions) {
      if (division.hidden || !isDefaultPart(division)) continue;
      add(division.label, division.href);
      visit(division.divisions);
    }
  };
  visit(tree.divisions);
  visit(tree.global);
  for (const { source, place } of pages) if (place.visibility.llms) add(source.title, source.frontmatter.url);
  return [...links.values()];
}

/** Whether search engines may list the page, by its visibility and its robots meta tag. */
export function mayBeListed({ source, place }: PlannedPage, config: SiteConfig): boolean {
  const { robots } = { ...siteMetatags(config, source.slug), ...source.frontmatter.metatags };
  return place.visibility.engines && !isForbidden(robots);
}
