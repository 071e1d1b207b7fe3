import type { JsonValue } from "../source/json-value.ts";

/** What every page of a site tells machines. */
export interface SiteHead {
  /** The one address of the project, without a slash at the end. */
  address: string | undefined;
  /** Who publishes the site, as JSON-LD. */
  organization: Record<string, JsonValue> | undefined;
}

/** What one page tells machines. */
export interface PageHead {
  canonical: string | undefined;
  /** The same page in each language it has, itself included; empty when there is one language only. */
  languages: { code: string; url: string }[];
  keywords: string[];
  /** Tags of the author, by name; those of the page beat those of the site. */
  metatags: Record<string, string>;
  /** The pages above this one, from the home page down. */
  trail: { name: string; url: string }[];
  editedAt: string | undefined;
  /** The picture of the page for link previews. */
  image: string | undefined;
}
