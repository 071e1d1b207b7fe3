import type { AnalyzedPage, SegmentStore } from "../../search/indexing.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import type { BuildProblem } from "../shared/build-problem.ts";
import type { PolicySources } from "../shared/policy-sources.ts";
import type { SiteRestrictions } from "../shared/reader-groups.ts";
import type { SiteFile } from "../shared/site-file.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { VisitorSettings } from "../source/config/visitor-settings.ts";
import type { GoodPage } from "../source/good-page.ts";
import type { AssistantGuidance } from "../source/read-assistant-files.ts";
import type { Redirect } from "../source/redirects.ts";
import type { SiteLanguage } from "../theme/templates/site-frame.ts";
import type { PageConnections } from "./site-policy.ts";

/** A page as the search index needs it. */
export interface BuiltPage extends AnalyzedPage {
  url: string;
  file: string;
  /** True if the page couldn't be rendered and shows the reason. */
  hasFailed: boolean;
}

export interface BuildCounts {
  pages: number;
  /** Rendered articles, by reason. */
  rendered: Record<string, number>;
  /** Pages whose article was reused, but whose frame changed. */
  laidOut: number;
  reused: number;
  /** Pages that can't be built. They show the error, are left out, or are published in their last good version. */
  failed: number;
  /** The failed pages whose last good version is published. */
  kept: number;
  leftOut: number;
  /** The pages that were left out although the navigation lists them. */
  missing: number;
}

export interface SiteBuild {
  /** The site's name in docs.json. */
  name: string;
  colors: SiteConfig["colors"];
  logo: SiteConfig["logo"];
  /** The default language; undefined if the navigation has none. */
  language: string | undefined;
  /** The address that the site was built for. */
  address: string | undefined;
  /** Keeps the segments of the search index for the next build. */
  segments: SegmentStore;
  /** Keeps the cache within its limit. If the site is indexed, this comes last, because segments are cached too. */
  prune: () => Promise<void>;
  assistant: AssistantGuidance;
  reader: VisitorSettings;
  /** Which readers of the site see other pages. */
  restrictions: SiteRestrictions;
  files: SiteFile[];
  pages: BuiltPage[];
  redirects: Redirect[];
  /** The languages that the root of the site chooses from. Undefined if every reader gets the default language. */
  languages: readonly SiteLanguage[] | undefined;
  /** The path of the file for unknown URLs. */
  notFoundPath: string;
  /** The Markdown files of pages that search engines must not list. */
  unlistedPaths: string[];
  /** Whether URLs of pages end in a slash. */
  trailingSlash: boolean;
  /** The servers that each page may call. */
  connections: PageConnections[];
  /** The servers that pages may load from and contact besides the site itself. */
  policy: PolicySources;
  problems: BuildProblem[];
  /** The problems that are broken links, anchors and files. */
  brokenLinks: BuildProblem[];
  /** Links and images on other sites, which haven't been checked. */
  listExternalLinks(): LinkUse[];
  /** Accessibility problems. Only reported on request, because many projects have a lot of them. */
  accessProblems: BuildProblem[];
  /**
   * The last good versions of pages that can't be built now, by file. The next build needs them if the pages still
   * can't be built.
   */
  goodPages: ReadonlyMap<string, GoodPage>;
  /** The texts of API descriptions on other servers, by address, in case they can't be fetched next time. */
  remoteSpecs: ReadonlyMap<string, string>;
  counts: BuildCounts;
  /** The counts as a sentence for the log. */
  summary: string;
}
