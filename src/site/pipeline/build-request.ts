import type { FetchFile } from "../api/read/kept-copy.ts";
import type { FetchSpec, RecallSpec } from "../api/read/remote-specs.ts";
import type { EditTimes } from "../outputs/site-plan.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { FindGoodPages } from "../source/good-page.ts";
import type { ProjectFile } from "../source/list-files.ts";
import type { SiteAddresses } from "../theme/site-address.ts";
import type { EditableSource } from "../theme/templates/edit-links.ts";
import type { ReaderGroups } from "./unique-pages.ts";

export interface BuildRequest {
  /** A clean checkout with docs.json in it. It is only read. */
  folder: string;
  /** Shared by all builds of a project, even concurrent ones. */
  cacheFolder: string;
  signal: AbortSignal;
  /** A line for someone watching the build. */
  onLine(line: string): void;
  /** How many of the pages and files to be rendered are done. */
  onProgress?(done: number, total: number): void;
  limits?: Partial<SiteLimits>;
  /** When each page was last edited according to git, by path. */
  editTimes?: EditTimes;
  /** Where the files of the project can be edited, if known. */
  editable?: EditableSource;
  /** The public URLs of the site. Without them there are no absolute URLs and no sitemap. */
  addresses?: SiteAddresses;
  /** What robots.txt allows crawlers to do with the content. */
  contentSignal?: string;
  /** The site is served as static files, so search and the assistant have no server. */
  isStatic?: boolean;
  /** Fetches API descriptions from other servers. Without it, no connection is opened. */
  fetchSpec?: FetchSpec;
  /** Finds the descriptions that the published site was built with, for those that can't be fetched. */
  recallSpec?: RecallSpec;
  /** Fetches fonts that docs.json gives by name. Without it, no connection is opened. */
  fetchFile?: FetchFile;
  /** A remote description newer than this isn't fetched again. */
  remoteFreshSeconds?: number;
  /** The groups of a preview's visitor: pages restricted to one of these are shown as well. A writer sees all pages. */
  readerGroups?: ReaderGroups;
  /** Skips API descriptions, so their pages and parts of other pages are missing. */
  withoutSpecs?: boolean;
  /** Whether scripts, interactive components and integrations of the project run. On by default. */
  withAuthorCode?: boolean;
  /** The site is a preview, which sends no analytics. */
  isPreview?: boolean;
  /** Marks in the page what can't be shown, for its writer. */
  marksRefused?: boolean;
  /** Renders snippets as pages too, so their links are checked even if no page includes them. */
  withSnippetPages?: boolean;
  /** The files of the folder, if the caller knows them; otherwise it is walked. */
  files?: readonly ProjectFile[];
  /**
   * Finds what to publish instead of pages that can't be built; pages without an earlier version are left out. Without
   * it, such pages show the error to their writer.
   */
  findGoodPages?: FindGoodPages;
}
