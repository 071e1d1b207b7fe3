import type { SiteConfig } from "../source/config/site-config.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { PageHead } from "./page-head.ts";
import { absoluteUrl, pageUrl } from "./site-address.ts";
import { htmlLanguage } from "./templates/html-language.ts";

export interface HeadContext {
  config: SiteConfig;
  pages: ReadonlyMap<string, SourcePage>;
  address: string | undefined;
  /** Where the picture of a page for link previews stands. */
  imageFor(page: SourcePage): string | undefined;
}

export function makePageHead(
  page: SourcePage,
  place: PagePlace,
  editedAt: string | undefined,
  context: HeadContext,
): PageHead {
  const { canonical: base, ...siteTags } = context.config.seo?.metatags ?? {};
  const { frontmatter, url } = page;
  const address = base === undefined ? context.address : withoutSlash(base);
  return {
    canonical:
      frontmatter.canonical ?? (address === undefined ? undefined : absoluteUrl(address, pageUrl(url, context.config))),
    languages: languagesOf(page, place, context),
    keywords: frontmatter.keywords,
    metatags: { ...siteTags, ...frontmatter.metatags },
    trail: trailOf(page, place, context),
    // The day is enough, and a page that is committed again on the same day stays as it is.
    editedAt: frontmatter.lastUpdatedDate ?? editedAt?.slice(0, "2026-01-01".length),
    image: context.imageFor(page),
  };
}

/** Engines take these in full only. The default language also serves who reads none of them. */
function languagesOf(page: SourcePage, { branch, counterparts }: PagePlace, { pages, address, config }: HeadContext) {
  const own = branch?.trail.find((division) => division.kind === "language");
  const others = counterparts.filter(({ division, isSamePage }) => division.kind === "language" && isSamePage);
  if (own === undefined || others.length === 0 || address === undefined) return [];
  const all = [
    { division: own, url: page.url },
    ...others.map(({ division, slug }) => ({ division, url: pages.get(slug)?.url })),
  ];
  return all.flatMap(({ division, url }) => {
    if (url === undefined) return [];
    const entry = { code: htmlLanguage(division.label).language, url: absoluteUrl(address, pageUrl(url, config)) };
    return division.isDefault ? [entry, { ...entry, code: "x-default" }] : [entry];
  });
}

/** Only those that have a page of their own: engines want an address for each. */
function trailOf(page: SourcePage, { groups }: PagePlace, { pages, config }: HeadContext): PageHead["trail"] {
  const above = groups.flatMap(({ label, root }) => {
    const url = root === undefined ? undefined : pages.get(root)?.url;
    return url === undefined || url === page.url ? [] : [{ name: label, url: pageUrl(url, config) }];
  });
  const home = { name: config.name, url: "/" };
  return page.url === "/"
    ? []
    : [home, ...above.filter(({ url }) => url !== "/"), { name: page.title, url: pageUrl(page.url, config) }];
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
