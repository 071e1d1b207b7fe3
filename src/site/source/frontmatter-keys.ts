import { playgroundDisplays } from "./config/api.ts";
import { iconTypes } from "./config/icon.ts";
import { authMethods, type frontmatterChecks, pageModes } from "./frontmatter.ts";

/** Describes a frontmatter key for authors. */
interface FrontmatterKey {
  type: "string" | "number" | "boolean" | "enum" | "expression" | "icon" | "page";
  options?: readonly string[];
  description: string;
}

/** Typed so that every frontmatter key must have an entry here. */
export const frontmatterKeys: Readonly<Record<keyof typeof frontmatterChecks, FrontmatterKey>> = {
  title: { type: "string", description: "The title of the page." },
  description: { type: "string", description: "Shown below the title and in search results." },
  sidebarTitle: { type: "string", description: "The title in the sidebar." },
  icon: { type: "icon", description: "The icon in the sidebar." },
  iconType: { type: "enum", options: iconTypes, description: "The style of a Font Awesome icon." },
  tag: { type: "string", description: "A label next to the title in the sidebar." },
  mode: { type: "enum", options: pageModes, description: "The layout of the page." },
  hidden: { type: "boolean", description: "Leaves the page out of navigation, search and sitemap." },
  noindex: { type: "boolean", description: "Asks search engines to leave the page out." },
  searchable: { type: "boolean", description: "Whether the site's search finds the page." },
  boost: { type: "number", description: "Ranks the page higher or lower in search." },
  groups: { type: "expression", description: "The groups of readers who may see the page; `[]` for nobody." },
  public: { type: "boolean", description: "Whether the page can be read without signing in." },
  keywords: { type: "expression", description: "Words that search finds the page by." },
  deprecated: { type: "boolean", description: "Marks the page as deprecated." },
  hideFooterPagination: { type: "boolean", description: "Hides the links to the previous and the next page." },
  hideApiMarker: { type: "boolean", description: "Hides the method in the sidebar." },
  related: { type: "expression", description: "Links below the page; `false` for none." },
  contextual: { type: "expression", description: "The entries of the page menu." },
  openapi: { type: "string", description: "The operation the page shows, such as `GET /users`." },
  "openapi-schema": { type: "string", description: "The model the page shows." },
  asyncapi: { type: "string", description: "The channel the page shows." },
  api: { type: "string", description: "The request of a page with fields written by hand, such as `POST /users`." },
  authMethod: { type: "enum", options: authMethods, description: "How requests are authenticated." },
  playground: { type: "enum", options: playgroundDisplays, description: "How the request tester is shown." },
  version: { type: "string", description: "The version that the page belongs to." },
  url: { type: "page", description: "Makes the entry in the sidebar a link to this address." },
  timestamp: { type: "boolean", description: "Shows when the page last changed." },
  lastUpdatedDate: { type: "string", description: "The date to show, such as `2026-08-01`." },
  rss: { type: "boolean", description: "Publishes a feed of the page's updates." },
  canonical: { type: "page", description: "The address that search engines should show." },
};
