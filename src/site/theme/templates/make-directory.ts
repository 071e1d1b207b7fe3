import type { NavigationEntry } from "../../source/navigation/navigation-tree.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import type { FrameContext } from "./frame-context.ts";
import { makeSidebar } from "./make-sidebar.ts";
import type { Directory, DirectoryEntry, SidebarEntry } from "./site-frame.ts";

/** What the page of a group lists of the group, when the author asks for it. */
export function makeDirectory({ rootOf }: PagePlace, context: FrameContext): Directory | undefined {
  if (rootOf === undefined || rootOf.directory === "none") return undefined;
  const others = rootOf.entries.filter((entry) => !isPage(entry, rootOf.root));
  const entries = makeSidebar(others, context).map((entry) => directoryEntry(entry, context));
  return entries.length === 0 ? undefined : { style: rootOf.directory, entries };
}

/** The page itself may stand in its group once more. */
function isPage(entry: NavigationEntry, slug: string | undefined): boolean {
  return entry.kind === "page" && entry.slug === slug;
}

function directoryEntry(entry: SidebarEntry, context: FrameContext): DirectoryEntry {
  if (entry.kind === "page") {
    const { title, url, icon, tag, isDeprecated } = entry;
    const description = descriptionAt(url, context);
    return { label: title, href: url, icon, tag, description, pages: [], ...(isDeprecated && { isDeprecated }) };
  }
  const { label, icon, tag } = entry;
  const pages = pagesIn(entry.entries);
  const href = entry.url ?? pages[0]?.href ?? "/";
  return { label, href, icon, tag, description: entry.url && descriptionAt(entry.url, context), pages };
}

function pagesIn(entries: SidebarEntry[]): DirectoryEntry["pages"] {
  return entries.flatMap((entry) =>
    entry.kind === "page" ? [{ label: entry.title, href: entry.url }] : pagesIn(entry.entries),
  );
}

function descriptionAt(url: string, { pages }: FrameContext): string | undefined {
  const slug = url === "/" ? "index" : url.slice(1);
  return (pages.get(slug) ?? pages.get(`${slug}/index`))?.frontmatter.description;
}
