import type { IndexKeeper } from "../../search/indexing.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import type { BuildProblem } from "../shared/build-problem.ts";
import type { PolicySources } from "../shared/policy-sources.ts";
import type { SiteFile } from "../shared/site-file.ts";
import type { VisitorSettings } from "../source/config/visitor-settings.ts";
import type { GoodPage } from "../source/good-page.ts";
import type { Visibility } from "../source/navigation/visibility.ts";
import type { AssistantGuidance } from "../source/read-assistant-files.ts";
import type { Redirect } from "../source/redirects.ts";
import type { PageConnections } from "./page-connections.ts";

/** What the search index, the sitemap and the assistant need to know about a page. */
export interface BuiltPage {
  url: string;
  file: string;
  title: string;
  description: string | undefined;
  keywords: string[];
  /** The groups and divisions of the page, outermost first. */
  breadcrumb: string[];
  /** What searches can filter by: `version`, `language`, `tag` and the author's own keys. */
  facets: Record<string, string>;
  /** Whether it belongs to the default version and language. */
  isDefault: boolean;
  boost: number;
  visibility: Visibility;
  /** Its sections as analyzed for the search index. */
  readonly analysis: Buffer;
  /** Identifies the analysis. */
  analysisKey: string;
  /** The page couldn't be rendered, and shows why. */
  hasFailed: boolean;
}

export interface BuildCounts {
  pages: number;
  /** Rendered articles, by reason. */
  rendered: Record<string, number>;
  /** Pages whose article was reused, but whose frame changed. */
  laidOut: number;
  reused: number;
  /** Pages that can't be built: their last good version is published, or they are left out, or they show the error. */
  failed: number;
  /** The failed pages whose last good version is published. */
  kept: number;
  leftOut: number;
}

export interface SiteBuild {
  /** The site's name in docs.json. */
  name: string;
  /** Keeps files open while `read` reads many pages. */
  readBatch(read: () => void): void;
  /** Keeps the search index for the next build. */
  keptIndex: IndexKeeper;
  assistant: AssistantGuidance;
  reader: VisitorSettings;
  files: SiteFile[];
  pages: BuiltPage[];
  redirects: Redirect[];
  /** The path of the file for unknown URLs. */
  notFoundPath: string;
  /** Markdown files that search engines must not list, because they must not list the page. */
  unlistedPaths: string[];
  /** Whether URLs of pages end in a slash. */
  trailingSlash: boolean;
  /** Which pages may call which servers. */
  connections: PageConnections[];
  /** What pages may load and contact besides the site itself. */
  policy: PolicySources;
  /** The servers that components may call from any page. */
  islandOrigins: readonly string[];
  problems: BuildProblem[];
  /** The problems that are broken links, anchors and files. */
  brokenLinks: BuildProblem[];
  /** Links and images on other sites, which haven't been checked. */
  listExternalLinks(): LinkUse[];
  /** Accessibility problems, only reported on request: many projects have many. */
  accessProblems: BuildProblem[];
  /** The last good versions of pages that can't be built now, by file. The next build needs them if that lasts. */
  goodPages: ReadonlyMap<string, GoodPage>;
  /** API descriptions on other servers, by address, in case one can't be fetched next time. Empty if there is none. */
  remoteSpecs: ReadonlyMap<string, string>;
  counts: BuildCounts;
  /** The counts as a sentence for the log. */
  summary: string;
}
