import type { SiteConfig } from "../../source/config/site-config.ts";
import { type Division, firstPage } from "../../source/navigation/navigation-tree.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { IconSheet } from "./icon-sheet.ts";

/** What making the frames of a site needs to know of it. */
export interface FrameContext {
  config: SiteConfig;
  pages: ReadonlyMap<string, SourcePage>;
  /** The pages that stand in the sidebar of their division. */
  shown: ReadonlySet<string>;
  icons: IconSheet;
  /** What stands before the path of a file in the address where it can be edited; undefined for no edit links. */
  editBase: string | undefined;
  /** The address of a new issue, with `$title` and `$text`; undefined where readers are not asked for issues. */
  issueBase: string | undefined;
  /** The one address of the site, without a slash at the end. */
  address: string | undefined;
  /** Nothing behind the site answers searches or questions. */
  isStatic: boolean;
  /** Where the picture of a page for link previews stands. */
  imageFor(page: SourcePage): string | undefined;
  /** The width by the height of a picture of the project. */
  ratioOf(path: string): number | undefined;
}

/** Where a click on the name of a division leads: out of the site, or to its first page. */
export function divisionUrl(division: Division, { pages, shown }: FrameContext): string | undefined {
  return division.href ?? pages.get(firstPage(division, shown) ?? "")?.url;
}
