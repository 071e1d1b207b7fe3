import type { IndexOptions, SpecIndex } from "../../api/plan/index-spec.ts";
import type { ProblemRecord } from "../../ground/build-problem.ts";
import type { StoredHeader } from "../../ground/cache/stored-file.ts";
import type { PlannedCard } from "../../outputs/social/plan-cards.ts";
import type { CheckedGrammar, GrammarFile } from "../../page/code/grammars/grammar-index.ts";
import type { RenderLimits } from "../../page/markdown/render-context.ts";
import type { RenderSettings } from "../../page/markdown/render-settings.ts";
import type { ImageSizes } from "../../page/markdown/size-images.ts";
import type { PageSource } from "../../page/render-page.ts";
import type { NotFoundPage } from "../../theme/templates/make-not-found-page.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../../theme/templates/site-frame.ts";
import type { ArticleRecord } from "../stored-article.ts";

/** What all pages of a build share. It is sent to a process once and not with every page. */
export interface RenderSetup {
  id: string;
  /** The files of the project. */
  folder: string;
  cacheFolder: string;
  /** Undefined while API descriptions are read, before the site is planned. */
  site: SiteFrame | undefined;
  branches: BranchFrame[];
  limits: RenderLimits;
  settings: RenderSettings;
  imageSizes: ImageSizes;
  /** What the project brings for languages of its own; checked before. */
  grammars: GrammarFile[];
}

export interface PageTask {
  kind: "page";
  name: string;
  /** Under these keys the article and the finished page are kept in the cache. */
  articleKey: string;
  fileKey: string;
  /** The Markdown of the page has its own key, and undefined when it is stored already: the navigation does not change it. */
  markdown: { key: string; head: string } | undefined;
  /** Whether the article is in the cache, so that only what is around it has to be made. */
  hasArticle: boolean;
  /** Without a body it is the file's, and must have this hash. */
  source: Omit<PageSource, "body"> & { body?: string | undefined; bodyHash: string };
  snippets: [string, string][];
  page: PageFrame;
  branch: number;
  /** Set when the page did not come to an end with the project's grammars. */
  withoutGrammars?: boolean;
  /** Given when the page is known not to render: the document shows this reason instead of an article. */
  failure?: string;
}

/** The page that answers unknown addresses. */
interface NotFoundTask extends NotFoundPage {
  kind: "notFound";
  name: string;
  fileKey: string;
}

/** A text file of the author that is stored with its compressed forms; drawings are sanitised. */
export interface AssetTask {
  kind: "asset";
  name: string;
  fileKey: string;
  type: string;
  sha256: string;
}

/** An API description to be read, checked and listed before the site is planned. */
export interface SpecTask {
  kind: "spec";
  name: string;
  /** Under this key the description is kept in the cache. */
  fileKey: string;
  text: string;
  options: IndexOptions;
}

/** A grammar for code, to be checked before a page is highlighted with it. Nothing of it is kept in the build cache. */
export interface GrammarTask {
  kind: "grammar";
  name: string;
  fileKey: string;
  text: string;
}

/** The picture of a page for link previews. */
export interface CardTask extends PlannedCard {
  kind: "card";
}

export type RenderTask = PageTask | NotFoundTask | AssetTask | SpecTask | GrammarTask | CardTask;

export interface TaskResult {
  /** Undefined for an API description or a grammar, which are no files of the site. */
  file?: StoredHeader;
  spec?: SpecIndex;
  grammar?: CheckedGrammar;
  markdown?: StoredHeader;
  article?: ArticleRecord;
  /** The page could not be rendered; its address shows the reason. */
  failure?: ProblemRecord;
}

/**
 * `ours` is a fault of the machine, such as a full disk; it fails the build and is tried again later. `changed` means
 * that somebody wrote to the file in the meantime.
 */
export type TaskOutcome =
  | { ok: true; result: TaskResult }
  | { ok: false; reason: "timeout" | "crash" | "changed" | "ours"; message: string };

export type MessageToChild =
  | { kind: "setup"; setup: RenderSetup }
  | { kind: "forget"; setupId: string }
  | { kind: "batch"; setupId: string; tasks: RenderTask[] };

export type MessageFromChild = { kind: "ready" } | { kind: "done"; outcome: TaskOutcome };
