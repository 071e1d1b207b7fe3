import type { GrammarFile } from "../page/code/grammars/grammar-index.ts";
import type { RenderSettings } from "../page/markdown/render-settings.ts";
import type { SiteRestrictions } from "../shared/reader-groups.ts";
import type { NavigationTree } from "../source/navigation/navigation-tree.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { WrittenRedirect } from "../source/read-redirects.ts";
import type { Redirect } from "../source/redirects.ts";
import type { Services } from "../source/services.ts";
import type { NotFoundPage } from "../theme/templates/make-not-found-page.ts";
import type { SiteAssets } from "../theme/templates/site-assets.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../theme/templates/site-frame.ts";
import type { PlannedCard } from "./social/plan-cards.ts";

export interface PlannedPage {
  source: SourcePage;
  place: PagePlace;
  frame: PageFrame;
  branch: number;
  /** The snippets that the page includes, directly or indirectly. */
  snippets: [string, string][];
  sourceHash: string;
  snippetsHash: string;
  /** The language of the page's components; empty if the site doesn't set a language. */
  language: string;
  articleKey: string;
  fileKey: string;
  /** True if an image or grammar has changed since the article was rendered. */
  hasOtherParts?: boolean;
  /** True if the page timed out with the project's grammars and is therefore rendered without them. */
  withoutGrammars?: boolean;
  /** The start of the page's Markdown, the site's address for its links, and the cache key of the complete Markdown. */
  markdown: { key: string; head: string; address: string };
}

/** Everything known before the first page is rendered. */
export interface SitePlan {
  restrictions: SiteRestrictions;
  /** The URLs of pages for other readers. */
  withheld: ReadonlySet<string>;
  site: SiteFrame;
  siteHash: string;
  settings: RenderSettings;
  /** Grammars for the project's own languages. */
  grammars: GrammarFile[];
  branches: BranchFrame[];
  assets: SiteAssets;
  tree: NavigationTree;
  pages: PlannedPage[];
  /** Images of pages for link previews. */
  cards: PlannedCard[];
  writtenRedirects: WrittenRedirect[];
  /** Redirects from paths that have neither a page nor a rule in docs.json. */
  addedRedirects: Redirect[];
  /** All redirects, as published. */
  redirects: Redirect[];
  notFound: NotFoundPage;
  /** The third-party services that pages load. */
  services: Services;
  /** Plans a page again after only its text or edit time has changed. */
  replan(page: PlannedPage, source: SourcePage, editedAt: string | undefined): PlannedPage;
}

/** The frame of a branch as the documents of its pages contain it: they share the banner and the sidebar. */
export function ownFrame(branch: BranchFrame): BranchFrame {
  return { ...branch, sidebar: [], surroundings: { ...branch.surroundings, banner: undefined } };
}

export type EditTimes = ReadonlyMap<string, string>;
