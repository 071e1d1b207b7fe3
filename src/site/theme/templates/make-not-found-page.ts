import type { SiteConfig } from "../../source/config/site-config.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import { htmlLanguage } from "./html-language.ts";
import type { BranchFrame, FrameLink, PageFrame, SidebarEntry } from "./site-frame.ts";

/** What answers an unknown address. */
export interface NotFoundPage {
  page: PageFrame;
  branch: BranchFrame;
  /** What the author says to a lost reader, as Markdown; else the page has our words. */
  text: string | undefined;
  /** Where a lost reader may want to go. */
  places: FrameLink[];
}

const placesMax = 6;

/**
 * The settings may give the page its words, or send readers home at once. Whoever writes words wants them read, so with
 * words readers stay unless `redirect` says otherwise; whoever writes the setting without any has the rule of the format.
 */
export function makeNotFoundPage({ errors }: SiteConfig, branch: BranchFrame): NotFoundPage {
  const {
    title,
    description,
    redirect = title === undefined && description === undefined,
  } = errors?.["404"] ?? { redirect: false };
  const words = findTranslations(htmlLanguage(branch.language).language).frame;
  const page: PageFrame = {
    head: undefined,
    url: "/404",
    title: title ?? words.notFound,
    description: description === undefined ? words.notFoundHint : undefined,
    isDescribedBelow: false,
    eyebrow: [{ label: "404" }],
    mode: "center",
    tag: undefined,
    deprecated: false,
    previous: undefined,
    next: undefined,
    editedAt: undefined,
    editUrl: undefined,
    issueUrl: undefined,
    isIndexed: false,
    counterparts: {},
    menu: [],
    isMenuInOutline: undefined,
    specUrl: undefined,
    showsFeed: false,
    directory: undefined,
    related: [],
    sendsTo: redirect ? "/" : undefined,
  };
  const places = branch.sidebar.flatMap(firstPage).slice(0, placesMax);
  return { page, branch: withoutCurrent(branch), text: description, places };
}

/** An unknown page stands under no tab. */
function withoutCurrent(branch: BranchFrame): BranchFrame {
  return { ...branch, tabs: branch.tabs.map((tab) => ({ ...tab, current: false })) };
}

/** A page, or the first one of a group under the name of the group. */
function firstPage(entry: SidebarEntry): FrameLink[] {
  if (entry.kind === "page") return [{ label: entry.title, href: entry.url }];
  if (entry.url !== undefined) return [{ label: entry.label, href: entry.url }];
  const first = entry.entries.flatMap(firstPage)[0];
  return first === undefined ? [] : [{ label: entry.label, href: first.href, description: first.label }];
}
