import type { SiteBuild } from "../../site/building.ts";
import {
  type AssistantGuidance,
  basePathOf,
  type PageConnections,
  type PolicySources,
  type Redirect,
  type SiteLanguage,
  type VisitorSettings,
} from "../../site/serving.ts";

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
  /** The languages that the root chooses from. Missing if every reader gets the default language. */
  languages?: readonly SiteLanguage[];
  /** Pages are also served with a trailing slash, because the sitemap lists them that way. */
  trailingSlash?: boolean;
  assistant?: AssistantGuidance;
  /** Only in sites published by older versions. */
  assistantInstructions?: string;
  /** Set for a site below a path: the path, and the full address that the site was built for. */
  basePath?: string;
  address?: string;
  /** Missing in sites published by older versions. */
  reader?: VisitorSettings;
}

export type { SiteLanguage };

export function siteExtra(build: SiteBuild): SiteExtra {
  const basePath = basePathOf(build.address);
  const { redirects, notFoundPath, unlistedPaths, connections, assistant, reader, trailingSlash, policy } = build;
  return {
    redirects,
    notFound: notFoundPath,
    unlisted: unlistedPaths,
    connections,
    policy,
    reader,
    ...(basePath === "" || build.address === undefined ? {} : { basePath, address: build.address }),
    ...(build.languages === undefined ? {} : { languages: build.languages }),
    ...(trailingSlash ? { trailingSlash } : {}),
    assistant,
  };
}
