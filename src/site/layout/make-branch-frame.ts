import { safeLinkUrl } from "../html/safe-url.ts";
import {
  type Division,
  firstPage,
  type NavigationBranch,
  type NavigationEntry,
  type NavigationTree,
} from "../navigation/navigation-tree.ts";
import type { SourcePage } from "../project/read-page.ts";
import type { BranchFrame, FrameLink, SidebarEntry } from "./site-frame.ts";

export type PagesBySlug = ReadonlyMap<string, SourcePage>;

/** What surrounds the pages of a branch. Pages that a reader must not see in the navigation are not in `shown`. */
export function makeBranchFrame(
  tree: NavigationTree,
  branch: NavigationBranch | undefined,
  pages: PagesBySlug,
  shown: ReadonlySet<string>,
): BranchFrame {
  const frame: BranchFrame = { switchers: [], anchors: [], tabs: [], items: [], sidebar: [] };
  let level: Pick<Division, "divisions"> = tree;
  for (const active of branch?.trail ?? []) {
    const siblings = level.divisions.filter((division) => division.kind === active.kind && !division.hidden);
    addLevel(frame, active, divisionLinks(siblings, active, pages));
    // Anchors and tabs may stand side by side at one level; the ones that are not on the trail are shown as well.
    for (const kind of ["anchor", "tab"] as const) {
      if (kind === active.kind) continue;
      const others = level.divisions.filter((division) => division.kind === kind && !division.hidden);
      addLinks(frame, kind, divisionLinks(others, undefined, pages));
    }
    level = active;
  }
  frame.sidebar = sidebarEntries(branch?.entries ?? [], pages, shown);
  return frame;
}

function addLevel(frame: BranchFrame, active: Division, options: FrameLink[]): void {
  if (active.kind === "tab" || active.kind === "anchor" || active.kind === "item")
    addLinks(frame, active.kind, options);
  else if (options.length > 1) frame.switchers.push({ kind: active.kind, label: active.label, options });
}

function addLinks(frame: BranchFrame, kind: "tab" | "anchor" | "item", links: FrameLink[]): void {
  const list = { tab: frame.tabs, anchor: frame.anchors, item: frame.items }[kind];
  list.push(...links);
}

function divisionLinks(divisions: Division[], active: Division | undefined, pages: PagesBySlug): FrameLink[] {
  return divisions.flatMap((division) => {
    const href = division.href ?? pages.get(firstPage(division) ?? "")?.url;
    if (href === undefined) return [];
    return [
      {
        label: division.label,
        href,
        current: division === active,
        tag: division.tag,
      },
    ];
  });
}

function sidebarEntries(entries: NavigationEntry[], pages: PagesBySlug, shown: ReadonlySet<string>): SidebarEntry[] {
  return entries.flatMap((entry): SidebarEntry[] => {
    if (entry.kind === "page") {
      const page = pages.get(entry.slug);
      return page === undefined || !shown.has(entry.slug) ? [] : [pageEntry(page)];
    }
    if (entry.hidden) return [];
    const children = sidebarEntries(entry.entries, pages, shown);
    const root = entry.root === undefined || !shown.has(entry.root) ? undefined : pages.get(entry.root);
    if (children.length === 0 && root === undefined) return [];
    return [
      {
        kind: "group",
        label: entry.label,
        tag: entry.tag,
        url: root?.url,
        expanded: entry.expanded,
        entries: children,
      },
    ];
  });
}

/** A page whose frontmatter has a `url` is only a link to somewhere else. */
function pageEntry({ url, title, frontmatter }: SourcePage): SidebarEntry {
  const external = frontmatter.url === undefined ? undefined : safeLinkUrl(frontmatter.url);
  return {
    kind: "page",
    url: external ?? url,
    title: frontmatter.sidebarTitle ?? title,
    tag: frontmatter.tag ?? (frontmatter.deprecated ? "Deprecated" : undefined),
  };
}
