import { siteMetatags } from "../source/config/seo.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import { absoluteUrl, pageUrlWithSlash } from "./site-address.ts";
import { htmlLanguage } from "./templates/html-language.ts";
import type { PageHead } from "./templates/site-frame.ts";

interface HeadContext {
  config: SiteConfig;
  pages: ReadonlyMap<string, SourcePage>;
  address: string | undefined;
  /** The path of a page's picture for link previews. */
  imageFor(page: SourcePage): string | undefined;
}

export function makePageHead(
  page: SourcePage,
  place: PagePlace,
  editedAt: string | undefined,
  context: HeadContext,
): PageHead {
  const { canonical: base, ...siteTags } = siteMetatags(context.config, page.slug);
  const { frontmatter, url } = page;
  const address = base === undefined ? context.address : base.replace(/(?<!\/)\/+$/, "");
  return {
    canonical:
      frontmatter.canonical ??
      (address === undefined ? undefined : absoluteUrl(address, pageUrlWithSlash(url, context.config))),
    languages: languagesOf(page, place, context),
    keywords: frontmatter.keywords,
    metatags: { ...siteTags, ...frontmatter.metatags },
    trail: trailOf(page, place, context),
    // Only the day is shown, so that another commit on the same day doesn't change the page.
    editedAt: frontmatter.lastUpdatedDate ?? editedAt?.slice(0, "2026-01-01".length),
    image: context.imageFor(page),
  };
}

/** The addresses are absolute, as search engines need. The default language is also for readers of other languages. */
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
    const entry = {
      code: htmlLanguage(division.label).language,
      url: absoluteUrl(address, pageUrlWithSlash(url, config)),
    };
    return division.isDefault ? [entry, { ...entry, code: "x-default" }] : [entry];
  });
}

/** Only groups that have a page, because search engines need a URL for each breadcrumb. */
function trailOf(page: SourcePage, { groups }: PagePlace, { pages, config }: HeadContext): PageHead["trail"] {
  const above = groups.flatMap(({ label, root }) => {
    const url = root === undefined ? undefined : pages.get(root)?.url;
    return url === undefined || url === page.url ? [] : [{ name: label, url: pageUrlWithSlash(url, config) }];
  });
  const home = { name: config.name, url: "/" };
  return page.url === "/"
    ? []
    : [home, ...above.filter(({ url }) => url !== "/"), { name: page.title, url: pageUrlWithSlash(page.url, config) }];
}
