import type { AuthorScript } from "../../source/author-scripts.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { type Division, firstPage } from "../../source/navigation/navigation-tree.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { EditLinks } from "./edit-links.ts";
import { htmlLanguage, languageName } from "./html-language.ts";
import type { IconSheet } from "./icon-sheet.ts";
import type { FrameLink } from "./site-frame.ts";

/** The input for building the frames of a site. */
export interface FrameContext {
  config: SiteConfig;
  pages: ReadonlyMap<string, SourcePage>;
  /** The pages that appear in the sidebar of their division. */
  shown: ReadonlySet<string>;
  icons: IconSheet;
  /** Where files can be edited: those of the project, and those in the folder of each source. */
  editLinks: readonly EditLinks[];
  /** The site's main address, without a slash at the end. */
  address: string | undefined;
  /** True if the site is served as static files, so that there is no server for search and the assistant. */
  isStatic: boolean;
  /** Whether the pages are for readers who have signed in or still can; undefined if nobody signs in. */
  signedIn: boolean | undefined;
  /** Custom scripts that run before Lectern's own. */
  earlyScripts: readonly AuthorScript[];
  authorScripts: readonly AuthorScript[];
  /** The path of a page's picture for link previews. */
  imageFor(page: SourcePage): string | undefined;
  /** The width of one of the project's pictures divided by its height. */
  ratioOf(path: string): number | undefined;
}

/** The target of a division: an external address or its first page. */
export function divisionUrl(division: Division, { pages, shown }: FrameContext): string | undefined {
  return division.href ?? pages.get(firstPage(division, shown) ?? "")?.url;
}

/** A link to a tab, version, language and so on. Undefined for a division without visible pages. */
export function divisionLink(
  division: Division,
  trail: readonly Division[],
  context: FrameContext,
): FrameLink | undefined {
  const href = divisionUrl(division, context);
  if (href === undefined) return undefined;
  const { label, tag, description, icon, color } = division;
  const link: FrameLink = { label, href, tag, description, icon: context.icons.iconFor(icon, color) };
  if (trail.includes(division)) link.current = true;
  if (division.kind !== "language") return link;
  return { ...link, label: languageName(label), language: htmlLanguage(label).language };
}
