import type { SiteConfig } from "../../source/config/site-config.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import { htmlLanguage } from "./html-language.ts";
import type { BranchFrame, FrameLink, PageFrame, SidebarEntry } from "./site-frame.ts";

/** The 404 page. */
export interface NotFoundPage {
  page: PageFrame;
  branch: BranchFrame;
  /** The author's text as Markdown; the default text if undefined. */
  text: string | undefined;
  /** Suggested pages. */
  places: FrameLink[];
}

const placesMax = 6;

/**
 * The settings can customize the text or redirect readers to the home page. With custom text, readers are only
 * redirected if `redirect` is set, because they should see the text. An empty setting redirects, as the format defines.
 */
export function makeNotFoundPage({ errors }: SiteConfig, branch: BranchFrame): NotFoundPage {
  const {
    title,
    description,
    redirect = title === undefined && description === undefined,
  } = errors?.["404"] ?? { redirect: false };
  const words = findTranslations(htmlLanguage(branch.language).language).frame;
  const page: PageFrame = {
    url: "/404",
    title: title ?? words.notFound,
    description: description === undefined ? words.notFoundHint : undefined,
    isDescribedBelow: false,
    eyebrow: [{ label: "404" }],
    mode: "center",
    deprecated: false,
    isIndexed: false,
    counterparts: {},
    menu: [],
    showsFeed: false,
    related: [],
    sendsTo: redirect ? "/" : undefined,
  };
  const places = branch.sidebar.flatMap(firstPage).slice(0, placesMax);
  return { page, branch: withoutCurrent(branch), text: description, places };
}

/** The branch without a current tab, because an unknown page doesn't belong to a tab. */
function withoutCurrent(branch: BranchFrame): BranchFrame {
  return { ...branch, tabs: branch.tabs.map((tab) => ({ ...tab, current: false })) };
}

/** A page, or the first page of a group with the group's name. */
function firstPage(entry: SidebarEntry): FrameLink[] {
  if (entry.kind === "page") return [{ label: entry.title, href: entry.url }];
  if (entry.url !== undefined) return [{ label: entry.label, href: entry.url }];
  const first = entry.entries.flatMap(firstPage)[0];
  return first === undefined ? [] : [{ label: entry.label, href: first.href, description: first.label }];
}
