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
  /** For the page where readers sign in. Missing in sites published by older versions. */
  colors?: { primary: string; light?: string; dark?: string };
  language?: string;
  /** Paths of files of the site. */
  logo?: { light: string; dark: string };
  /** What the artifact shows, and which readers see other pages. Missing if everyone sees the same. */
  audience?: { view: SiteView; restrictions: string | null };
}

export type { SiteLanguage };

export function siteExtra(build: SiteBuild, view: SiteView = "open"): SiteExtra {
  const shown = { view, restrictions: writeRestrictions(build.restrictions) };
  const basePath = basePathOf(build.address);
  const { redirects, notFoundPath, unlistedPaths, connections, assistant, reader, trailingSlash, policy } = build;
  return {
    redirects,
    notFound: notFoundPath,
    unlisted: unlistedPaths,
    connections,
    policy,
    reader,
    colors: build.colors,
    ...(build.language === undefined ? {} : { language: build.language }),
    ...logoOf(build),
    ...(basePath === "" || build.address === undefined ? {} : { basePath, address: build.address }),
    ...(build.languages === undefined ? {} : { languages: build.languages }),
    ...(trailingSlash ? { trailingSlash } : {}),
    ...(view === "open" && shown.restrictions === null ? {} : { audience: shown }),
    assistant,
  };
}

/** Only files of the site itself: the pages where readers sign in load nothing from other servers. */
function logoOf({ logo }: SiteBuild): Pick<SiteExtra, "logo"> {
  if (logo === undefined || [logo.light, logo.dark].some((path) => /^[a-z]+:|^\/\//i.test(path))) return {};
  const [light, dark] = [logo.light, logo.dark].map((path) => path.replace(/^(?:\.?\/)+/, ""));
  return light === undefined || dark === undefined ? {} : { logo: { light, dark } };
}
