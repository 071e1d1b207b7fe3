import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseDocsPage } from "../../src/docs-edits/docs-page.ts";
import type { DocsTree } from "../../src/docs-edits/docs-tree.ts";
import { findLinks } from "../../src/docs-edits/find-links.ts";
import { isPageFile } from "../../src/site/source/file-types.ts";
import { pageUrl } from "../../src/site/source/page-url.ts";

export type Files = ReadonlyMap<string, string>;

/** A working link and its location. */
interface GoodLink {
  path: string;
  start: number;
  end: number;
  url: string;
}

/** A project with injected faults, and the right URL for each broken URL; undefined if no URL is right. */
export interface FaultyProject {
  tree: DocsTree;
  expected: Map<string, string | undefined>;
}

export type Random = () => number;

export function readFiles(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)));
  const isText = /\.(?:mdx?|json|jsx|ya?ml|svg|txt|css)$|^\.mintignore$/;
  return new Map(paths.map((path) => [path, isText.test(path) ? readFileSync(join(folder, path), "utf8") : ""]));
}

function treeOf(files: Files, history: Pick<DocsTree, "renames" | "removed"> = {}): DocsTree {
  return { paths: [...files.keys()], read: async (path) => files.get(path), ...history };
}

/** Lists root-relative links to existing pages, without anchors. A fault can be injected into each of them. */
function listGoodLinks(files: Files): GoodLink[] {
  const urls = new Set([...files.keys()].filter(isPageFile).map(pageUrl));
  return [...files].flatMap(([path, source]) => {
    if (!isPageFile(path) || path === "README.md") return [];
    return findLinks(parseDocsPage(path, source)).flatMap(({ start, end, url, kind }) =>
      kind === "link" && urls.has(url) && url !== "/" ? [{ path, start, end, url }] : [],
    );
  });
}

/** Misspells one link in each of many files. */
export function misspell(files: Files, random: Random, slip: (word: string, random: Random) => string): FaultyProject {
  const urls = new Set([...files.keys()].map(pageUrl));
  const changed = new Map(files);
  const expected = new Map<string, string | undefined>();
  for (const { path, start, end, url } of onePerFile(shuffle(listGoodLinks(files), random))) {
    const segments = url.split("/");
    const at = 1 + Math.floor(random() * (segments.length - 1));
    segments[at] = slip(segments[at] ?? "", random);
    const wrong = segments.join("/");
    const isFault = wrong !== url && !urls.has(wrong) && !/\/\/|\/$/.test(wrong) && !expected.has(wrong);
    if (!isFault) continue;
    const source = files.get(path) ?? "";
    changed.set(path, source.slice(0, start) + wrong + source.slice(end));
    expected.set(wrong, url);
  }
  return { tree: treeOf(changed), expected };
}

/** Moves or removes pages without changing the links to them. */
export function takePages(
  files: Files,
  random: Random,
  how: "moved" | "removed",
  knowsHistory: boolean,
): FaultyProject {
  const linked = [...new Set(listGoodLinks(files).map(({ url }) => url))];
  const homes = [...files.keys()].filter((path) => isPageFile(path) && !/^_?snippets\//.test(path));
  const folders = [...new Set(homes.map((path) => posix.dirname(path)))];
  const changed = new Map(files);
  const renames = new Map<string, string>();
  const removed = new Set<string>();
  const expected = new Map<string, string | undefined>();
  for (const url of shuffle(linked, random).slice(0, takenAtOnce)) {
    const path = [`${url.slice(1)}.mdx`, `${url.slice(1)}.md`].find((one) => changed.has(one));
    if (path === undefined) continue;
    const content = changed.get(path) ?? "";
    const to = posix.join(folders[Math.floor(random() * folders.length)] ?? "", posix.basename(path));
    if (how === "moved" && changed.has(to)) continue;
    changed.delete(path);
    if (how === "moved") {
      changed.set(to, content);
      renames.set(path, to);
    } else removed.add(path);
    expected.set(url, how === "moved" ? pageUrl(to) : undefined);
  }
  return { tree: treeOf(changed, knowsHistory ? { renames, removed } : {}), expected };
}

const takenAtOnce = 12;

/** A random number generator that is small, fast and the same on every machine, so that results can be reproduced. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

function onePerFile(links: readonly GoodLink[]): GoodLink[] {
  const seen = new Set<string>();
  return links.filter(({ path }) => !seen.has(path) && seen.add(path));
}
