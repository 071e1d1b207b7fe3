import type { GroupEntry, NavigationEntry } from "../../source/navigation/navigation-tree.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { FrameContext } from "./frame-context.ts";
import type { SidebarEntry, SidebarPage } from "./site-frame.ts";

/** The pages and groups of a sidebar, except hidden ones. */
export function makeSidebar(entries: NavigationEntry[], context: FrameContext, depth = 0): SidebarEntry[] {
  const { pages, shown } = context;
  return entries.flatMap((entry): SidebarEntry[] => {
    if (entry.kind === "group") return groupEntry(entry, context, depth);
    const page = shown.has(entry.slug) ? pages.get(entry.slug) : undefined;
    return page === undefined ? [] : [pageEntry(page, context)];
  });
}

function groupEntry(group: GroupEntry, context: FrameContext, depth: number): SidebarEntry[] {
  if (group.hidden) return [];
  const entries = makeSidebar(group.entries, context, depth + 1);
  const root = group.root === undefined || !context.shown.has(group.root) ? undefined : context.pages.get(group.root);
  if (entries.length === 0 && root === undefined) return [];
  // With `drilldown`, clicking a nested group opens its first page.
  const isDrilled = context.config.interaction?.drilldown === true && depth > 0;
  return [
    {
      kind: "group",
      label: group.label,
      tag: group.tag,
      icon: context.icons.iconFor(group.icon),
      url: root?.url ?? (isDrilled ? firstUrl(entries) : undefined),
      expanded: group.expanded,
      entries,
    },
  ];
}

function firstUrl(entries: SidebarEntry[]): string | undefined {
  for (const entry of entries) {
    const url = entry.kind === "page" ? entry.url : (entry.url ?? firstUrl(entry.entries));
    if (url !== undefined) return url;
  }
  return undefined;
}

/** A page with a `url` in its frontmatter becomes a link to that address. */
function pageEntry({ url, title, frontmatter, file, api }: SourcePage, { icons }: FrameContext): SidebarPage {
  return {
    kind: "page",
    url: frontmatter.url ?? url,
    title: frontmatter.sidebarTitle ?? title,
    tag: frontmatter.tag,
    ...(frontmatter.tag === undefined && frontmatter.deprecated === true && { isDeprecated: true }),
    icon: icons.iconFor(frontmatter.icon, undefined, file),
    method: frontmatter.hideApiMarker === true ? undefined : api?.badge?.toUpperCase(),
  };
}
