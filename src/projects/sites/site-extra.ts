import type { SiteBuild } from "../../site/building.ts";
import type {
  AssistantGuidance,
  PageConnections,
  PolicySources,
  Redirect,
  VisitorSettings,
} from "../../site/serving.ts";
import type { SiteView } from "../access/access.ts";
import { writeRestrictions } from "./audience.ts";

/** Data about a site that the server needs besides its files; stored as the artifact's `extra`. */
export interface SiteExtra {
  redirects: Redirect[];
  /** The path of the page that is shown with status 404. */
  notFound: string;
  /** Files that search engines must not list and that, unlike pages, cannot say so themselves. */
  unlisted: string[];
  /** The servers that request testers call. Missing in sites published by older versions. */
  connections?: PageConnections[];
  /**
   * The sources that pages may load and contact besides the site itself. Missing in sites published by older versions.
   */
  policy?: PolicySources;
  /** Pages are also served with a trailing slash, because the sitemap lists them that way. */
  trailingSlash?: boolean;
  assistant?: AssistantGuidance;
  /** Only in sites published by older versions. */
  assistantInstructions?: string;
  /** Missing in sites published by older versions. */
  reader?: VisitorSettings;
  /** For the page where readers sign in. Missing in sites published by older versions. */
  colors?: { primary: string; light?: string; dark?: string };
  /** What the artifact shows, and which readers see other pages. Missing if everyone sees the same. */
  audience?: { view: SiteView; restrictions: string | null };
}

export function siteExtra(build: SiteBuild, view: SiteView = "open"): SiteExtra {
  const shown = { view, restrictions: writeRestrictions(build.restrictions) };
  const { redirects, notFoundPath, unlistedPaths, connections, assistant, reader, trailingSlash, policy } = build;
  return {
    redirects,
    notFound: notFoundPath,
    unlisted: unlistedPaths,
    connections,
    policy,
    reader,
    colors: build.colors,
    ...(trailingSlash ? { trailingSlash } : {}),
    ...(view === "open" && shown.restrictions === null ? {} : { audience: shown }),
    assistant,
  };
}
