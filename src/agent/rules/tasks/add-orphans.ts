import { posix } from "node:path";
import { insertItem } from "../../../docs-edits/json-insert.ts";
import { isInRemoteFolder, type KnownSite, readKnownSite } from "../../../docs-edits/known-site.ts";
import { listNamedPages, type NamedPage } from "../../../docs-edits/navigation-entries.ts";
import { collectSettingEdits } from "../../../docs-edits/setting-edits.ts";
import { type Place, placePath } from "../../../site/project.ts";
import type { SourcePage } from "../../../site/reading.ts";
import type { RunTask } from "../task.ts";

export const addOrphans: RunTask = async (docs, { covers }) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const named = listNamedPages(site.navigation);
  const edits = collectSettingEdits(site);
  for (const page of listOrphans(site).filter(({ file }) => covers(file))) {
    const reason = isInRemoteFolder(site, page.url)
      ? "an API description on another server may list it; if it doesn't, add it manually"
      : reasonToLeaveOut(page);
    if (reason !== undefined) {
      docs.decline({ path: page.file, line: undefined, what: "the page is not in the navigation", why: reason });
      continue;
    }
    const sibling = findSibling(page.slug, named);
    const list = sibling?.place.parent && site.settings.findList(placePath(sibling.place.parent));
    if (sibling === undefined || list === undefined || !site.settings.mayWrite(list.file)) {
      const why = "no navigation list contains pages of its folder; add it manually";
      docs.decline({ path: page.file, line: undefined, what: "the page is not in the navigation", why });
      continue;
    }
    const source = site.settings.read(list.file) ?? "";
    const insertion = insertItem(
      source,
      list.node,
      Number(sibling.place.key),
      JSON.stringify(sameStyle(page, sibling)),
    );
    edits.add(list.file, {
      ...insertion,
      why: `${page.file} was not listed, and ${sibling.slug} is in the same folder`,
    });
  }
  await edits.apply(docs, "add-orphans");
};

/** Lists the same pages that a build reports as orphans. The home page and hidden pages need no navigation entry. */
function listOrphans({ pages, builtNavigation }: KnownSite): SourcePage[] {
  const known = new Set(
    listNamedPages(builtNavigation).flatMap(({ slug }) => [slug, slug === "" ? "index" : `${slug}/index`]),
  );
  return pages
    .filter(({ slug, url, frontmatter, body }) => {
      const isOrphan = url !== "/" && !known.has(slug) && frontmatter.hidden !== true && body === undefined;
      return isOrphan && frontmatter.groups.length === 0;
    })
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
}

/** Pages that authors leave out on purpose. */
function reasonToLeaveOut({ file, frontmatter: { title = "", deprecated } }: SourcePage): string | undefined {
  if (file.split("/").some((part) => part.startsWith("_")))
    return "its name starts with an underscore, like a part of other pages";
  return deprecated === true || /\bdeprecated\b/i.test(title) ? "it is deprecated" : undefined;
}

/**
 * Finds the navigation list with the most pages of the same folder, or else of a parent folder, and returns its last
 * such page.
 */
function findSibling(slug: string, named: readonly NamedPage[]): NamedPage | undefined {
  for (let folder = posix.dirname(slug); ; folder = posix.dirname(folder)) {
    const near = named.filter((page) => page.isItem && posix.dirname(page.slug) === folder);
    const lists = [...Map.groupBy(near, ({ place }): Place | undefined => place.parent).values()];
    const [best] = lists.toSorted((one, other) => other.length - one.length);
    if (best !== undefined) return best.at(-1);
    if (folder === "." || posix.dirname(folder) === ".") return undefined;
  }
}

function sameStyle({ slug, file }: SourcePage, { written }: NamedPage): string {
  const name = /\.mdx?$/.test(written) ? file : slug;
  return written.startsWith("/") ? `/${name}` : name;
}
