import type { BuildProblem } from "../ground/build-problem.ts";
import type { AtomicFile } from "../ground/cache/atomic-file.ts";
import type { SiteFile } from "../ground/site-file.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import type { ReaderSettings } from "../source/config/reader.ts";
import type { Visibility } from "../source/navigation/visibility.ts";
import type { Redirect } from "../source/redirects.ts";
import type { PageConnections } from "./page-connections.ts";

/** What the search index, the sitemap and the assistant need to know of a page. */
export interface BuiltPage {
  url: string;
  file: string;
  title: string;
  description: string | undefined;
  keywords: string[];
  /** Names of the groups and divisions the page stands in, from the outermost. */
  breadcrumb: string[];
  /** What searches can be narrowed by: `version`, `language`, `tag` and the author's own keys. */
  facets: Record<string, string>;
  /** In the version and the language that readers get who choose none. */
  isDefault: boolean;
  boost: number;
  visibility: Visibility;
  /** Its sections as the search index takes them in. */
  readonly analysis: Buffer;
  /** Another one whenever these bytes are others. */
  analysisKey: string;
  /** The page could not be rendered, and its address shows why. */
  hasFailed: boolean;
}

export interface BuildCounts {
  pages: number;
  /** Articles rendered, by the reason. */
  rendered: Record<string, number>;
  /** Pages whose article was reused, but whose surroundings changed. */
  laidOut: number;
  reused: number;
  failed: number;
}

export interface SiteBuild {
  /** Reads what pages hold in files without opening these again for each page. */
  readBatch(read: () => void): void;
  /** Where the search index of one build waits for the next. */
  keptIndex: AtomicFile;
  /** What the owners tell the assistant. */
  assistantInstructions: string | undefined;
  reader: ReaderSettings;
  files: SiteFile[];
  pages: BuiltPage[];
  redirects: Redirect[];
  /** The file to answer unknown addresses with, by its path. */
  notFoundPath: string;
  /** Files for machines that engines may not list, because they may not list the page; by their path. */
  unlistedPaths: string[];
  /** Whether the addresses of pages are named with a slash at their end. */
  trailingSlash: boolean;
  /** Which pages may call which servers. */
  connections: PageConnections[];
  problems: BuildProblem[];
  /** Those of the problems that are links, anchors and files that lead nowhere. */
  brokenLinks: BuildProblem[];
  /** Links and pictures of pages that lead to other sites; nobody has asked there yet. */
  listExternalLinks(): LinkUse[];
  /** What keeps some people from reading the site. Only who asks is told: many projects have many. */
  accessProblems: BuildProblem[];
  counts: BuildCounts;
  /** The counts as a sentence for the log. */
  summary: string;
}
