import type { FetchFile } from "../api/read/fetch-or-reuse.ts";
import type { FetchSpec, RecallSpec } from "../api/read/remote-specs.ts";
import type { EditTimes } from "../outputs/site-plan.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { ReaderGroups } from "../shared/reader-groups.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { SiteSource } from "../source/compose-settings.ts";
import type { FindGoodPages } from "../source/good-page.ts";
import type { ProjectFile } from "../source/list-files.ts";
import type { SiteAddresses } from "../theme/site-address.ts";
import type { EditableSource } from "../theme/templates/edit-links.ts";
import type { RenderPool } from "./render/render-pool.ts";

/** The processor time that the builds of one update have used, and how much they may use for the files they have. */
export interface BuildBudget {
  usedSeconds: number;
  moreSeconds: number;
}

export interface BuildRequest {
  /** A clean checkout with docs.json in it. It is only read. */
  folder: string;
  /** The folder of the build cache, which all builds of a project share, even concurrent builds. */
  cacheFolder: string;
  signal: AbortSignal;
  /** Called with each line of the build log. */
  onLine(line: string): void;
  /** Called with the number of pages and files rendered so far, and with the number to render in total. */
  onProgress?(done: number, total: number): void;
  limits?: Partial<SiteLimits>;
  /** Shared by the builds of an update. */
  budget?: BuildBudget | undefined;
  /** When each page was last edited according to git, by path. */
  editTimes?: EditTimes;
  /** Where the files of the project can be edited, if known. */
  editable?: EditableSource;
  /**
   * The folders whose files come from other repositories, branches or tags. Undefined if this isn't known, as for a
   * folder on someone's computer.
   */
  sources?: readonly (SiteSource & { editable?: EditableSource | undefined })[];
  /** The public URLs of the site. Without them there are no absolute URLs and no sitemap. */
  addresses?: SiteAddresses;
  /** The content signal in robots.txt, which states how crawlers may use the content. */
  contentSignal?: string;
  /** True if the site is served as static files, so that there is no server for search and the assistant. */
  isStatic?: boolean;
  /** Fetches API descriptions from other servers. If this is missing, no connection is opened. */
  fetchSpec?: FetchSpec;
  /** Finds the description that the published site was built with, if the description can't be fetched. */
  recallSpec?: RecallSpec;
  /** Fetches fonts that docs.json gives by name. If this is missing, no connection is opened. */
  fetchFile?: FetchFile;
  /** A remote description newer than this isn't fetched again. */
  remoteFreshSeconds?: number;
  /** Who reads the site. Pages that these readers may not see are left out. Everyone on an open site by default. */
  readerGroups?: ReaderGroups;
  /** Whether API descriptions are skipped. Their pages and parts of other pages are then missing. */
  withoutSpecs?: boolean;
  /** Whether scripts, interactive components and integrations of the project run. On by default. */
  withAuthorCode?: boolean;
  /** True if the site is a preview, which sends no analytics. */
  isPreview?: boolean;
  /** Whether link preview images are only described, for a server that paints them when they are first read. */
  describesCards?: boolean;
  /** Whether a component that can't be rendered shows a placeholder, for authors. */
  marksRefused?: boolean;
  /** Whether snippets are also rendered as pages, so that their links are checked even if no page includes them. */
  withSnippetPages?: boolean;
  /** The files of the folder, if the caller already knows them. Otherwise the folder is walked. */
  files?: readonly ProjectFile[];
  /**
   * Finds the last good versions of pages that can't be built. These versions are published instead, and pages without
   * a good version are left out. If this function is missing, pages that can't be built show the error.
   */
  findGoodPages?: FindGoodPages;
}

export const buildDefaults = {
  isStatic: false,
  remoteFreshSeconds: 0,
  readerGroups: "open",
  withoutSpecs: false,
  withAuthorCode: true,
  isPreview: false,
  describesCards: false,
  marksRefused: false,
} satisfies Partial<BuildRequest>;

/** A request for a single attempt to build a site, with the defaults filled in. */
export type OneBuild = BuildRequest & Required<Pick<BuildRequest, keyof typeof buildDefaults>> & { limits: SiteLimits };

export interface BuildDeps {
  pool: RenderPool;
  cache: BuildCache;
}
