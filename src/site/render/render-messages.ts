import type { ProblemRecord } from "../build-problem.ts";
import type { ArticleRecord } from "../cache/stored-article.ts";
import type { StoredHeader } from "../cache/stored-file.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../layout/site-frame.ts";
import type { RenderLimits } from "../page/render-context.ts";
import type { PageSource } from "../page/render-page.ts";
import type { RenderSettings } from "../page/render-settings.ts";

/** What all pages of a build share. It is sent to a process once and not with every page. */
export interface RenderSetup {
  id: string;
  cacheFolder: string;
  site: SiteFrame;
  branches: BranchFrame[];
  limits: RenderLimits;
  settings: RenderSettings;
}

export interface PageTask {
  kind: "page";
  name: string;
  /** Under these keys the article and the finished page are kept in the cache. */
  articleKey: string;
  fileKey: string;
  /** The Markdown of the page, kept under its own key: it stays the same when only the navigation changes. */
  markdown: { key: string; head: string };
  source: PageSource;
  snippets: [string, string][];
  page: PageFrame;
  branch: number;
  /** Given when the page is known not to render: the document shows this reason instead of an article. */
  failure?: string;
}

/** The page that answers unknown addresses. */
interface NotFoundTask {
  kind: "notFound";
  name: string;
  fileKey: string;
  page: PageFrame;
}

/** A text file of the author that is stored with its compressed forms; drawings are sanitised. */
export interface AssetTask {
  kind: "asset";
  name: string;
  fileKey: string;
  type: string;
  bytes: Uint8Array;
}

export type RenderTask = PageTask | NotFoundTask | AssetTask;

export interface TaskResult {
  file: StoredHeader;
  markdown?: StoredHeader;
  article?: ArticleRecord;
  /** The page could not be rendered; its address shows the reason. */
  failure?: ProblemRecord;
}

/** `ours` is a fault of the machine, such as a full disk; it fails the build and is tried again later. */
export type TaskOutcome =
  | { ok: true; result: TaskResult }
  | { ok: false; reason: "timeout" | "crash" | "ours"; message: string };

export type MessageToChild =
  | { kind: "setup"; setup: RenderSetup }
  | { kind: "forget"; setupId: string }
  | { kind: "batch"; setupId: string; tasks: RenderTask[] };

export type MessageFromChild = { kind: "ready" } | { kind: "done"; outcome: TaskOutcome };
