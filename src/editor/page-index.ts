import { LRUCache } from "lru-cache";
import type { TreeFile } from "../git/list-tree.ts";
import {
  defaultSiteLimits,
  isCodeFile,
  isPageFile,
  isSnippetPath,
  pageSlug,
  pageUrl,
  titleFromSlug,
} from "../site/project.ts";
import { createIgnoreRules, readSource } from "../site/reading.ts";
import type { DraftTree } from "./draft-tree.ts";

/** Everything that the editor knows about a page or a code file, read from its text alone. */
export interface IndexedFile {
  /** The title in the frontmatter or in the first heading; undefined if the title comes from the path. */
  title: string | undefined;
  sidebarTitle: string | undefined;
  isHidden: boolean;
  icon: string | undefined;
  /** The target of a page that only serves as a link. */
  href: string | undefined;
  /** The names that the file exports. */
  exports: readonly string[];
  /** The files that the file includes. */
  imports: readonly string[];
}

export interface DraftPage extends IndexedFile {
  file: string;
  slug: string;
  url: string;
  title: string;
}

export interface PageIndex {
  /** The pages, snippets and code files of a draft, by path. Only files that weren't read before are read. */
  read(tree: Pick<DraftTree, "base" | "changed" | "eachBase">): Promise<ReadonlyMap<string, IndexedFile>>;
}

/** The maximum number of cached files, over all projects. */
const filesMax = 100_000;

/** Caches committed files by blob ID, because a new commit changes few of them. */
export function createPageIndex(): PageIndex {
  const known = new LRUCache<string, IndexedFile>({ max: filesMax });
  return {
    async read({ base, changed, eachBase }) {
      const files = new Map<string, IndexedFile>();
      const unknown: TreeFile[] = [];
      for (const file of base.values()) {
        if (changed.has(file.path) || !isIndexed(file.path) || file.bytes > defaultSiteLimits.pageBytesMax) continue;
        const found = known.get(keyOf(file));
        if (found === undefined) unknown.push(file);
        else files.set(file.path, found);
      }
      await eachBase(unknown, (file, content) => {
        const read = indexFile(file.path, content.toString("utf8"));
        known.set(keyOf(file), read);
        files.set(file.path, read);
      });
      for (const { path, content } of changed.values()) {
        if (content !== null && isIndexed(path)) files.set(path, indexFile(path, content));
      }
      return files;
    },
  };
}

/** The draft's pages that a build would publish, and the files that they may include, sorted by path. */
export async function listSources(
  index: PageIndex,
  tree: DraftTree,
): Promise<{ pages: DraftPage[]; snippets: { path: string; exports: string[] }[] }> {
  const { ignores } = createIgnoreRules(await tree.read(".mintignore"));
  const files = [...(await index.read(tree))]
    .filter(([path]) => !ignores(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const included = new Set(files.flatMap(([, { imports }]) => imports));
  const isSnippet = (path: string) => included.has(path) || isSnippetPath(path);
  return {
    pages: files.flatMap(([file, facts]) => (isSnippet(file) ? [] : [pageOf(file, facts)])),
    snippets: files.flatMap(([path, { exports }]) => (isSnippet(path) ? [{ path, exports: [...exports] }] : [])),
  };
}

export function pageOf(file: string, facts: IndexedFile): DraftPage {
  const slug = pageSlug(file);
  return { ...facts, file, slug, url: pageUrl(file), title: facts.title ?? titleFromSlug(slug) };
}

/** The title that the sidebar shows. */
export function titleOf(path: string, facts: IndexedFile | undefined): string {
  return facts?.sidebarTitle ?? facts?.title ?? titleFromSlug(pageSlug(path));
}

function isIndexed(path: string): boolean {
  return isPageFile(path) || isCodeFile(path);
}

/** Relative imports are resolved against the path, so the path is part of the key. */
function keyOf({ path, blob }: TreeFile): string {
  return `${blob} ${path}`;
}

const titleLengthMax = 200;

function indexFile(path: string, text: string): IndexedFile {
  const exports = findExports(text);
  if (!isPageFile(path)) {
    const nothing = { title: undefined, sidebarTitle: undefined, icon: undefined, href: undefined };
    return { ...nothing, isHidden: false, exports, imports: [] };
  }
  const { frontmatter, heading, imports } = readSource(path, text, defaultSiteLimits);
  return {
    title: (frontmatter.title ?? heading)?.slice(0, titleLengthMax),
    sidebarTitle: frontmatter.sidebarTitle?.slice(0, titleLengthMax),
    isHidden: frontmatter.hidden === true,
    icon: frontmatter.icon?.name,
    href: frontmatter.url,
    exports,
    imports,
  };
}

const exportsMax = 100;
const declared = /^export[ \t]+(?:async[ \t]+)?(?:const|let|var|function|class)[ \t*]+([A-Za-z_$][\w$]{0,80})/gm;
const listed = /^export[ \t]*\{([^{}]{0,2000})\}/gm;

/**
 * Finds exports, which start on their own line. An export in a code sample is harmless, because it only adds an entry
 * to a menu.
 */
function findExports(text: string): string[] {
  const names = new Set(Array.from(text.matchAll(declared), ([, name = ""]) => name));
  for (const [, list = ""] of text.matchAll(listed)) {
    for (const item of list.split(",")) {
      const name = item.trim().split(/\s+/).at(-1) ?? "";
      if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== "default") names.add(name);
    }
  }
  return [...names].slice(0, exportsMax);
}
