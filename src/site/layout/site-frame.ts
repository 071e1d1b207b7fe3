/** What every page of a site shares. Plain data: it is hashed, and sent to the processes that render. */
export interface SiteFrame {
  name: string;
  description: string | undefined;
  logo: { light: string | undefined; dark: string | undefined; href: string };
  favicon: string | undefined;
  navbarLinks: FrameLink[];
  navbarButton: FrameLink | undefined;
  banner: { content: string; kind: string } | undefined;
  footerColumns: { header: string; links: FrameLink[] }[];
  socials: FrameLink[];
  globalLinks: FrameLink[];
  startMode: "system" | "light" | "dark";
  canSwitchMode: boolean;
  stylesheet: string;
  script: string;
  themeScript: string;
}

export interface FrameLink {
  label: string;
  href: string;
  current?: boolean;
  tag?: string | undefined;
}

/** What the pages of one branch of the navigation share: the tabs above them and the sidebar beside them. */
export interface BranchFrame {
  switchers: { kind: string; label: string; options: FrameLink[] }[];
  anchors: FrameLink[];
  tabs: FrameLink[];
  items: FrameLink[];
  sidebar: SidebarEntry[];
}

export type SidebarEntry =
  | { kind: "page"; url: string; title: string; tag?: string | undefined }
  | {
      kind: "group";
      label: string;
      tag?: string | undefined;
      url?: string | undefined;
      expanded: boolean;
      entries: SidebarEntry[];
    };

export type PageMode = "default" | "wide" | "custom" | "frame" | "center";

/** What is particular to one page, beside its article. */
export interface PageFrame {
  url: string;
  title: string;
  description: string | undefined;
  eyebrow: string | undefined;
  mode: PageMode;
  deprecated: boolean;
  previous: FrameLink | undefined;
  next: FrameLink | undefined;
  editedAt: string | undefined;
  isIndexed: boolean;
}
