import type { GrammarFile } from "../page/code/grammars/grammar-index.ts";
import type { RenderSettings } from "../page/markdown/render-settings.ts";
import type { NavigationTree } from "../source/navigation/navigation-tree.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { WrittenRedirect } from "../source/read-redirects.ts";
import type { Redirect } from "../source/redirects.ts";
import type { NotFoundPage } from "../theme/templates/make-not-found-page.ts";
import type { SiteAssets } from "../theme/templates/site-assets.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "../theme/templates/site-frame.ts";
import type { PlannedCard } from "./social/plan-cards.ts";

export interface PlannedPage {
  source: SourcePage;
  place: PagePlace;
  frame: PageFrame;
  branch: number;
  /** The snippets it includes, directly or through others. */
  snippets: [string, string][];
  sourceHash: string;
  snippetsHash: string;
  /** The language that its components speak; empty on a site that names none. */
  language: string;
  articleKey: string;
  fileKey: string;
  /** A picture has another size than the article was made with, or a grammar is another. */
  hasOtherParts?: boolean;
  /** With the project's grammars for code it would not come to an end. */
  withoutGrammars?: boolean;
  /** What stands above the article in its Markdown, and the key of the whole. */
  markdown: { key: string; head: string };
}

/** Everything that is known before the first page is rendered. */
export interface SitePlan {
  site: SiteFrame;
  siteHash: string;
  settings: RenderSettings;
  /** For languages of the project's own. */
  grammars: GrammarFile[];
  branches: BranchFrame[];
  assets: SiteAssets;
  tree: NavigationTree;
  pages: PlannedPage[];
  /** Pictures of pages for link previews. */
  cards: PlannedCard[];
  writtenRedirects: WrittenRedirect[];
  /** For addresses that no page and no rule of docs.json has. */
  addedRedirects: Redirect[];
  /** Both, as they are published. */
  redirects: Redirect[];
  notFound: NotFoundPage;
}

export type EditTimes = ReadonlyMap<string, string>;
