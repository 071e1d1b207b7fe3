import type { SiteConfig } from "../source/config/site-config.ts";
import type { PlannedPage } from "./site-plan.ts";

/** `seo.metatags.robots` speaks for every page of the site. */
export function forbidsIndexing({ seo }: SiteConfig): boolean {
  return isForbidden(seo?.metatags?.robots);
}

/** Whether engines may list the page: by its visibility, and by what its author tells robots. */
export function mayBeListed({ source, place }: PlannedPage, config: SiteConfig): boolean {
  const { robots } = { ...config.seo?.metatags, ...source.frontmatter.metatags };
  return place.visibility.engines && !isForbidden(robots);
}

function isForbidden(robots: string | undefined): boolean {
  return /\b(?:noindex|none)\b/i.test(robots ?? "");
}
