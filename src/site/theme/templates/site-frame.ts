import type { VisitorSettings } from "../../source/config/visitor-settings.ts";
import type { PageHead, SiteHead } from "../page-head.ts";

/** What every page of a site shares. Plain data: it is hashed, and sent to the processes that render. */
export interface SiteFrame {
  name: string;
  description: string | undefined;
  logo: { light: LogoPicture | undefined; dark: LogoPicture | undefined; href: string };
  favicon: { light: string | undefined; dark: string | undefined };
  surroundings: Surroundings;
  globalLinks: FrameLink[];
  startMode: "system" | "light" | "dark";
  canSwitchMode: boolean;
  /** What stands behind the page: `gradient`, `grid` or `windows`, and `image`. */
  decorations: string[];
  pageMenu: { options: PageMenuOption[]; isInOutline: boolean };
  stylesheet: string;
  iconStylesheet: string | undefined;
  script: string;
  beforePaintScript: string;
  /** Only pages with a request tester load it. */
  testerScript: string;
  /** Loaded when a reader searches or asks. */
  readerScript: string;
  /** Its words in other languages than English, by the code of each. */
  readerWords: Readonly<Record<string, string>>;
  /** What stands in the empty search field. */
  searchPrompt: string | undefined;
  /** What readers are offered beside the pages. */
  reader: VisitorSettings;
  /** What machines are told on every page. */
  head: SiteHead;
  /** The fonts of text and headings, which a page asks for before the stylesheet has come. */
  earlyFonts: string[];
  /** The font of code, for pages that show some. */
  codeFont: string;
}

export interface LogoPicture {
  src: string;
  /** Its width by its height; undefined for a picture that is elsewhere or tells no measures. */
  ratio: number | undefined;
}

/** The parts around the pages that a language may have for itself. */
export interface Surroundings {
  navbar: { links: FrameLink[]; button: FrameLink | undefined };
  banner: Banner | undefined;
  footer: { columns: { header: string; links: FrameLink[] }[]; socials: FrameLink[] };
}

export interface Banner {
  /** Inline Markdown. */
  content: string;
  kind: "info" | "warning" | "critical";
  isDismissible: boolean;
  /** Changes with the content, so that a new text is shown to those who closed the old one. */
  mark: string;
  color?: { light?: string; dark?: string } | undefined;
}

export interface FrameLink {
  label: string;
  href: string;
  current?: boolean;
  tag?: string | undefined;
  icon?: FrameIcon | undefined;
  description?: string | undefined;
  /** A link whose icon says it all: the label is for those who do not see the icon. */
  isIconOnly?: boolean;
  /** The code of the language that the label is written in. */
  language?: string | undefined;
}

/** A drawing of the site's stylesheet, by its class, or a picture. */
export type FrameIcon = { className: string } | { src: string };

/** What the pages of one branch of the navigation share: the tabs above them and the sidebar beside them. */
export interface BranchFrame {
  /** The code of the language the branch is written in. */
  language: string | undefined;
  /** The version that its pages tell of. */
  version: string | undefined;
  /** The language's own parts; what it does not have comes from the site. */
  surroundings: Partial<Surroundings>;
  switchers: Switcher[];
  anchors: FrameLink[];
  tabs: Tab[];
  sidebar: SidebarEntry[];
}

export type SwitcherKind = "language" | "version" | "product" | "dropdown";

export interface Switcher {
  kind: SwitcherKind;
  options: FrameLink[];
}

/** A tab opens a page, or a menu of what it holds. */
export interface Tab extends FrameLink {
  items: FrameLink[];
  /** A link that stands on every page, whatever else does. */
  isGlobal?: boolean;
}

export type SidebarEntry = SidebarPage | SidebarGroup;

export interface SidebarPage {
  kind: "page";
  url: string;
  title: string;
  tag?: string | undefined;
  /** Without a tag of its own it has the word for that, in the language of its readers. */
  isDeprecated?: boolean;
  icon?: FrameIcon | undefined;
  /** The method of an endpoint, in capitals. */
  method?: string | undefined;
}

export interface SidebarGroup {
  kind: "group";
  label: string;
  tag?: string | undefined;
  icon?: FrameIcon | undefined;
  url?: string | undefined;
  expanded: boolean;
  entries: SidebarEntry[];
}

export type PageMode = "default" | "wide" | "custom" | "frame" | "center" | "assistant";

/** What is particular to one page, beside its article. */
export interface PageFrame {
  /** What machines are told of the page; undefined for one that is not there. */
  head: PageHead | undefined;
  url: string;
  title: string;
  description: string | undefined;
  /** True when the article tells the description itself, with all that is in it. */
  isDescribedBelow: boolean;
  /** The way to the page: one section, or every group that holds it. */
  eyebrow: { label: string; href?: string | undefined }[];
  mode: PageMode;
  tag: string | undefined;
  deprecated: boolean;
  previous: FrameLink | undefined;
  next: FrameLink | undefined;
  editedAt: string | undefined;
  editUrl: string | undefined;
  issueUrl: string | undefined;
  isIndexed: boolean;
  /** The same page in another version or language, by the address that the switcher has for it otherwise. */
  counterparts: Record<string, string>;
  /** Given when the page has a menu of its own. */
  menu: PageMenuOption[] | undefined;
  /** Undefined where the site decides. */
  isMenuInOutline: boolean | undefined;
  /** The API description that the page shows a part of, as a file of the site. */
  specUrl: string | undefined;
  /** Whether the author wants a button for the feed of the page. */
  showsFeed: boolean;
  /** The pages of the group whose title opens this page, when the author wants them listed. */
  directory: Directory | undefined;
  /** Pages that the author wants to be read next. */
  related: FrameLink[];
  /** Where readers are sent at once. */
  sendsTo: string | undefined;
}

export interface Directory {
  style: "accordion" | "card";
  entries: DirectoryEntry[];
}

export interface DirectoryEntry extends FrameLink {
  isDeprecated?: boolean;
  /** Of a group: what is in it. */
  pages: { label: string; href: string }[];
}

/** An entry of the page menu. Its address may hold words such as `$page` and `$mcp`, see page-menu.ts. */
export interface PageMenuOption {
  kind: "ask" | "copy" | "copy-text" | "view" | "print" | "spec" | "chat" | "connect" | "link";
  /** What the author calls it, or the name of a service; our own options have words in the language of the page. */
  title: string;
  description: string | undefined;
  icon: FrameIcon | undefined;
  href: string;
}
