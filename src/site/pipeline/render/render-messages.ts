import { randomUUID } from "node:crypto";
import type { IndexOptions, SpecIndex } from "../../api/plan/index-spec.ts";
import type { PlannedCard } from "../../outputs/social/plan-cards.ts";
import type { CheckedGrammar, GrammarFile } from "../../page/code/grammars/grammar-index.ts";
import { defaultRenderSettings, type RenderSettings } from "../../page/markdown/render-settings.ts";
import type { ImageSizes } from "../../page/markdown/size-images.ts";
import type { PageSource } from "../../page/render-page.ts";
import type { ProblemRecord } from "../../shared/build-problem.ts";
import type { StoredHeader } from "../../shared/cache/stored-file.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";
import type { NotFoundPage } from "../../theme/templates/make-not-found-page.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../../theme/templates/site-frame.ts";
import type { ArticleRecord } from "../stored-article.ts";

/** The data that all pages of a build share. It is sent to a process once, not with every page. */
export interface RenderSetup {
  id: string;
  /** The files of the project. */
  folder: string;
  cacheFolder: string;
  /** Undefined while API descriptions are read, before the site is planned. */
  site: SiteFrame | undefined;
  /** The frames of branches, by number; undefined for branches without a page to render. */
  branches: (BranchFrame | undefined)[];
  limits: SiteLimits;
  settings: RenderSettings;
  imageSizes: ImageSizes;
  /** The project's own grammars, already checked. */
  grammars: GrammarFile[];
}

interface Task<Kind extends string> {
  kind: Kind;
  name: string;
  /** The cache key of the result. */
  fileKey: string;
}

export interface PageTask extends Task<"page"> {
  /** The cache key of the article, without the page around it. */
  articleKey: string;
  /**
   * The Markdown of the page has its own key, because it doesn't depend on the navigation. Undefined if the Markdown is
   * already stored.
   */
  markdown: { key: string; head: string; address: string } | undefined;
  /** True if the article is in the cache, so that only the page around it has to be laid out. */
  hasArticle: boolean;
  /** If the body is missing, it is read from the file and must have this hash. */
  source: Omit<PageSource, "body"> & { body?: string | undefined; bodyHash: string };
  snippets: [string, string][];
  page: PageFrame;
  branch: number;
  /** True if the page timed out with the project's grammars and is therefore rendered without them. */
  withoutGrammars?: boolean;
  /** Set if the page can't be rendered: the document shows this reason instead of an article. */
  failure?: string;
}

/** The preview of a page that is being written. Only the modules of its components are stored. */
export interface PreviewTask extends Task<"preview">, Pick<PageTask, "source" | "snippets" | "page" | "branch"> {
  siteUrl: string;
  /** The URLs of files that the published site may not have, by path. */
  fileUrls: ReadonlyMap<string, string>;
}

/** The page for unknown URLs. */
type NotFoundTask = Task<"notFound"> & NotFoundPage;

/** The content of a banner, which all pages share. */
interface BannerTask extends Task<"banner"> {
  content: string;
}

/** A text file of the author that is stored with its compressed variants; SVG images are sanitized. */
export interface AssetTask extends Task<"asset"> {
  type: string;
  sha256: string;
}

/** An API description to be parsed, checked and indexed before the site is planned. */
export interface SpecTask extends Task<"spec"> {
  text: string;
  options: IndexOptions;
}

/** A grammar to be checked before it is used. The task stores nothing in the build cache. */
export interface GrammarTask extends Task<"grammar"> {
  text: string;
}

/** The image of a page for link previews. */
export type CardTask = Task<"card"> & PlannedCard;

export type RenderTask =
  | PageTask
  | PreviewTask
  | NotFoundTask
  | BannerTask
  | AssetTask
  | SpecTask
  | GrammarTask
  | CardTask;

interface PreviewResult {
  /** The article element without scripts. */
  html: string;
  /** The styles that only this page has. */
  stylesheet: string;
  facts: ArticleRecord["facts"];
  problems: ProblemRecord[];
}

export interface TaskResult {
  /** Undefined for an API description or a grammar, which aren't files of the site. */
  file?: StoredHeader;
  spec?: SpecIndex;
  grammar?: CheckedGrammar;
  markdown?: StoredHeader;
  article?: ArticleRecord;
  preview?: PreviewResult;
  /** The page couldn't be rendered and shows the reason. */
  failure?: ProblemRecord;
}

/**
 * `internal` means a fault of the server, such as a full disk. The build then fails and is retried later. `changed`
 * means that the file was written during the build.
 */
export type TaskOutcome =
  | { ok: true; result: TaskResult }
  | { ok: false; reason: "timeout" | "crash" | "changed" | "internal"; message: string };

export type MessageToChild =
  | { kind: "setup"; setup: RenderSetup }
  | { kind: "forget"; setupId: string }
  | { kind: "batch"; setupId: string; tasks: RenderTask[] };

export type MessageFromChild = ({ kind: "ready" } | { kind: "done"; outcome: TaskOutcome }) & {
  /** How much processor time the process has used so far. */
  processorSeconds: number;
};

/** Tasks of one build for the pool. */
export interface RenderJob {
  setup: RenderSetup;
  tasks: RenderTask[];
  taskSecondsMax: number;
  signal: AbortSignal;
  onOutcome(task: RenderTask, outcome: TaskOutcome): void;
  /** Called with the processor time of each task. */
  onSeconds?(seconds: number, task: RenderTask): void;
}

/** A setup for pages, or for tasks that run before the site is planned. */
export function createSetup(
  { folder, cacheFolder, limits }: Pick<RenderSetup, "folder" | "cacheFolder" | "limits">,
  planned: Partial<RenderSetup> = {},
): RenderSetup {
  return {
    id: randomUUID(),
    folder,
    cacheFolder,
    limits,
    settings: defaultRenderSettings,
    imageSizes: new Map(),
    grammars: [],
    site: undefined,
    branches: [],
    ...planned,
  };
}
