import type { TreeFile } from "../../git/list-tree.ts";
import {
  defaultSiteLimits,
  isCodeFile,
  isPageFile,
  isSnippetPath,
  pageSlug,
  pageUrl,
  titleFromSlug,
} from "../../site/project.ts";
import { createIgnoreRules, readSource } from "../../site/reading.ts";
import { readBaseFiles } from "../draft-source.ts";
import type { DraftTree } from "../draft-tree.ts";
import { readOrExplain } from "./settings-text.ts";

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

/** The pages, snippets and code files of a draft, by path. */
export type PageFacts = ReadonlyMap<string, IndexedFile>;

export interface DraftPage extends IndexedFile {
  file: string;
  slug: string;
  url: string;
  title: string;
}

/** The draft's pages that a build would publish, and the files that they may include, sorted by path. */
export async function listSources(
  facts: PageFacts,
  tree: DraftTree,
): Promise<{ pages: DraftPage[]; snippets: { path: string; exports: string[] }[] }> {
  const settings = await readOrExplain(tree);
  const navigation = "problem" in settings ? undefined : settings.values.navigation;
  const { ignores, lists } = createIgnoreRules(await tree.read(".mintignore"), navigation);
  const files = [...facts].filter(([path]) => !ignores(path)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const included = new Set(files.flatMap(([, { imports }]) => imports));
  const isSnippet = (path: string) => included.has(path) || isSnippetPath(path);
  return {
    pages: files.flatMap(([file, one]) => (isSnippet(file) && !lists(file) ? [] : [pageOf(file, one)])),
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

/** The same files, with the texts of all pages already read, by a single git process. */
export async function withTexts(tree: DraftTree): Promise<DraftTree> {
  const isRead = (path: string) => (isPageFile(path) || isCodeFile(path)) && !tree.changed.has(path);
  const texts = await tree.readBases(tree.paths.filter(isRead));
  return { ...tree, read: async (path) => texts.get(path) ?? tree.read(path) };
}

const readSecondsMax = 30;
const titleLengthMax = 200;
const importsMax = 1_000;

/** A file to read: a blob of the repository, or a text of the draft. */
export interface FileToIndex extends TreeFile {
  text?: string;
}

/** Reads these files, and returns what is known about each, in the same order. */
export async function indexFiles({ gitDir, files }: { gitDir: string; files: readonly FileToIndex[] }) {
  const texts = new Map(files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]])));
  const committed = files.filter(({ text }) => text === undefined);
  await readBaseFiles({ gitDir }, committed, AbortSignal.timeout(readSecondsMax * 1_000), ({ path }, content) =>
    texts.set(path, content.toString("utf8")),
  );
  return files.map(({ path }) => indexFile(path, texts.get(path) ?? ""));
}

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
    imports: imports.slice(0, importsMax),
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
