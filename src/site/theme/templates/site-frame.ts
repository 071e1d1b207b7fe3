import type { Heading } from "../../page/markdown/collect-facts.ts";
import type { VisitorSettings } from "../../source/config/visitor-settings.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import type { JsonValue } from "../../source/json-value.ts";
import type { FrameWords } from "../../translations/find-translations.ts";

/** The data that all pages of a site share. It is plain data, because it is hashed and sent to render processes. */
export interface SiteFrame extends FrameAssets {
  name: string;
  description: string | undefined;
  logo: { light: LogoPicture | undefined; dark: LogoPicture | undefined; href: string };
  favicon: { light: string | undefined; dark: string | undefined };
  surroundings: Surroundings;
  globalLinks: FrameLink[];
  startMode: "system" | "light" | "dark";
  canSwitchMode: boolean;
  /** The page background: `gradient`, `grid` or `windows`, and `image`. */
  decorations: string[];
  pageMenu: { options: PageMenuOption[]; isInOutline: boolean };
  /** Whether `llms.txt` lists the pages. */
  hasList: boolean;
  /** The placeholder of the search field. */
  searchPrompt: string | undefined;
  /** The features that the site offers, such as search and the assistant. */
  reader: VisitorSettings;
  /** Where pages ask who has signed in. Missing if nobody signs in. */
  readerProfile?: string;
  /** Whether the pages are for readers who have signed in. Missing if nobody signs in. */
  isSignedIn?: boolean;
  head: SiteHead;
  /** The languages that the root chooses from, if it does. */
  languages?: readonly SiteLanguage[];
  /** The author's scripts, which run on every page. */
  /** Custom scripts that run before the page is interactive. */
  earlyScripts: readonly { src: string }[];
  authorScripts: readonly { src: string; isModule: boolean }[];
}

export interface SiteLanguage {
  /** As in the `lang` attribute. */
  tag: string;
  /** The first page. */
  home: string;
}

/** The addresses of the files that pages load. Known last, because the stylesheet contains the icons of the frames. */
export interface FrameAssets {
  /** In cascade order. Pages link to those that they use. */
  stylesheets: string[];
  iconStylesheet: string;
  script: string;
  beforePaintScript: string;
  /** Loaded only by pages with a request tester. */
  testerScript: string;
  /** Runs authors' components. Loaded when such a component comes into view. */
  islandScript: string;
  /** Draws diagrams in the browser. Loaded when a diagram comes into view. */
  mermaidScript: string;
  /** Loaded on demand, for search and the assistant. */
  readerScript: string;
  /** Searches in the browser; undefined if a server handles searches. */
  searchScript: string | undefined;
  /** The URLs of translated text for search and the assistant, by language code. English is built in. */
  readerWords: Readonly<Record<string, string>>;
  /** The script that loads third-party services, and its settings. */
  services: { script: string; settings: string } | undefined;
  /** The fonts of text and headings, which every page preloads. */
  earlyFonts: string[];
  /** The font of code, which pages with code preload. */
  codeFont: string;
}

export interface LogoPicture {
  src: string;
  /** Width divided by height; undefined if the picture is external or has no dimensions. */
  ratio: number | undefined;
}

/** The parts of the frame that a language can override. */
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
  /** A hash of the content, so that new text appears even if the reader closed the old banner. */
  mark: string;
  color?: { light?: string; dark?: string } | undefined;
  /** The class with the color, which doesn't depend on the content: a changed text must not change the stylesheet. */
  colorClass?: string | undefined;
}

export interface FrameLink {
  label: string;
  href: string;
  current?: boolean;
  tag?: string | undefined;
  icon?: FrameIcon | undefined;
  description?: string | undefined;
  /** True if only the icon is visible. The label is then for screen readers. */
  isIconOnly?: boolean;
  /** The language code of the label. */
  language?: string | undefined;
}

/** The class of an icon in the stylesheet, or a picture. */
export type FrameIcon = { className: string } | { src: string };

/** The data that the pages of one navigation branch share, such as tabs and sidebar. */
export interface BranchFrame {
  language: string | undefined;
  version: string | undefined;
  /** The parts that the language overrides. */
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

/** A tab opens a page or a menu. */
export interface Tab extends FrameLink {
  items: FrameLink[];
  /** True if the tab is shown on every page. */
  isGlobal?: boolean;
}

export type SidebarEntry = SidebarPage | SidebarGroup;

export interface SidebarPage {
  kind: "page";
  url: string;
  title: string;
  tag?: string | undefined;
  /** A deprecated page has a translated tag, unless it has its own tag. */
  isDeprecated?: boolean;
  icon?: FrameIcon | undefined;
  /** The HTTP method of an endpoint, in capitals. */
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

/** The data of a single page, apart from its article. */
export interface PageFrame {
  /** Undefined for the 404 page. */
  head?: PageHead | undefined;
  url: string;
  title: string;
  description?: string | undefined;
  /** True if the article contains the full description. */
  isDescribedBelow: boolean;
  /** The page's group, or all groups from the top. */
  eyebrow: { label: string; href?: string | undefined }[];
  mode: NonNullable<Frontmatter["mode"]>;
  tag?: string | undefined;
  deprecated: boolean;
  previous?: FrameLink | undefined;
  next?: FrameLink | undefined;
  editedAt?: string | undefined;
  editUrl?: string | undefined;
  issueUrl?: string | undefined;
  isIndexed: boolean;
  /** The URLs of the same page in other versions and languages, by the default target of the switcher. */
  counterparts: Record<string, string>;
  /** Overrides the menu of the site. */
  menu?: PageMenuOption[] | undefined;
  /** Whether the menu is below the outline. Overrides the setting of the site. */
  isMenuInOutline?: boolean | undefined;
  /** The address of the API description that the page belongs to. */
  specUrl?: string | undefined;
  /** True if the author wants a button for the page's feed. */
  showsFeed: boolean;
  /** The pages of the group that this page introduces, if the author wants them listed. */
  directory?: Directory | undefined;
  /** Related pages, chosen by the author. */
  related: FrameLink[];
  /** The target of an immediate redirect. */
  sendsTo?: string | undefined;
}

export interface Directory {
  style: "accordion" | "card";
  entries: DirectoryEntry[];
}

export interface DirectoryEntry extends FrameLink {
  isDeprecated?: boolean;
  /** The pages of a group. */
  pages: { label: string; href: string }[];
}

/** An entry of the page menu. Its address may contain placeholders such as `$page` and `$mcp`; see page-menu.ts. */
export interface PageMenuOption {
  kind: "ask" | "copy" | "copy-text" | "view" | "print" | "spec" | "chat" | "connect" | "link";
  /** The author's title or the name of a service. Built-in options are translated instead. */
  title: string;
  description: string | undefined;
  icon: FrameIcon | undefined;
  href: string;
}

/** Metadata for the head of every page. */
interface SiteHead {
  /** The project's main address, without a slash at the end. */
  address: string | undefined;
  /** The publisher of the site, as JSON-LD. */
  organization: Record<string, JsonValue> | undefined;
}

/** Metadata for the head of one page. */
export interface PageHead {
  canonical: string | undefined;
  /** The page in every language, including its own. Empty if there is only one language. */
  languages: { code: string; url: string }[];
  keywords: string[];
  /** The author's tags by name. Tags of the page override tags of the site. */
  metatags: Record<string, string>;
  /** The pages above this page, starting with the home page. */
  trail: { name: string; url: string }[];
  editedAt: string | undefined;
  /** The picture for link previews. */
  image: string | undefined;
}

/** The content of a page between its header and its end. */
export interface Article {
  html: string;
  /** Directly below the title: the endpoint of an API page. */
  top: string;
  /** The request tester of an API page. */
  tester: string;
  /** Examples next to the text, in place of the outline. On narrow screens, the examples are above the text. */
  aside: string;
  headings: Heading[];
  /** The stylesheet for this page's inline styles, if it has any. */
  stylesheet: string | undefined;
  usesMath?: boolean;
  /** True if the article has diagrams, which Mermaid draws in the browser. */
  usesMermaid?: boolean;
  /** The addresses of the author's scripts in the page. */
  scripts?: string[];
  /** Undefined for an error message in place of an article. */
  digest?: { summary: string; feed: readonly unknown[] };
}

/** The input of the templates, apart from the article. */
export interface PageView {
  site: SiteFrame;
  branch: BranchFrame;
  page: PageFrame;
  /** The language code of the page in the form that browsers expect. */
  language: string;
  words: FrameWords;
}
