import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type GeneratedPage, generatedPage, generatedSnippets } from "./generated-page.ts";

/** Finds the folder of real projects next to the checkout. */
export function findCorpora(): string | undefined {
  const folder = join(import.meta.dirname, "../../../shared/corpora");
  return existsSync(folder) ? folder : undefined;
}

const pagesPerGroup = 10;
const groupsPerTab = 10;

/**
 * Writes a generated project that resembles the average of 17 public projects: their 14,583 pages have 2.8 KB of MDX
 * and nearly five code blocks of 200 characters each. Returns the path of one page.
 */
export function writeBenchProject(folder: string, pages: number): string {
  const made = Array.from({ length: pages }, (_, index) => generatedPage(index, pages));
  return writeProject(folder, made, generatedSnippets);
}

/** Writes a project of the given size with pages of real projects, which are three times as long as the average. */
export function writeCorpusProject(folder: string, pages: number, corpora: string): string {
  const sources = readCorpusPages(corpora);
  const variants = Array.from({ length: pages }, (_, index) => variantOf(sources, index));
  return writeProject(folder, variants, readSnippets(corpora));
}

function writeProject(folder: string, pages: GeneratedPage[], snippets: readonly [string, string][]): string {
  for (const { slug, text } of pages) write(folder, `${slug}.mdx`, text);
  for (const [path, text] of snippets) write(folder, path, text);
  write(folder, "docs.json", JSON.stringify(settings(pages.map(({ slug }) => slug))));
  return join(folder, `${pages[Math.floor(pages.length / 2)]?.slug}.mdx`);
}

function settings(slugs: string[]): unknown {
  const groups = chunk(slugs, pagesPerGroup).map((pages, index) => ({ group: `Group ${index + 1}`, pages }));
  const tabs = chunk(groups, groupsPerTab).map((part, index) => ({ tab: `Tab ${index + 1}`, groups: part }));
  return { theme: "mint", name: "Bench", colors: { primary: "#16A34A" }, navigation: { tabs } };
}

function chunk<Item>(items: Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

/** Reads the pages of the corpora. Pages keep their paths, so that links between them still work. */
function readCorpusPages(corpora: string): [string, string][] {
  const pages = new Map<string, string>();
  for (const name of ["mem0", "fastmcp"]) {
    for (const path of readdirSync(join(corpora, name), { recursive: true }).map(String).toSorted()) {
      if (!path.endsWith(".mdx") || /^_?snippets\//.test(path)) continue;
      pages.set(path.replace(/\.mdx$/, ""), readFileSync(join(corpora, name, path), "utf8"));
    }
  }
  return [...pages];
}

function readSnippets(corpora: string): [string, string][] {
  return ["mem0/_snippets", "fastmcp/snippets"].flatMap((folder) =>
    readdirSync(join(corpora, folder)).map((name): [string, string] => [
      `${folder.split("/")[1]}/${name}`,
      readFileSync(join(corpora, folder, name), "utf8"),
    ]),
  );
}

/** A repeated page gets different code, so that cached highlighting doesn't speed up the build. */
function variantOf(sources: [string, string][], index: number): GeneratedPage {
  const [slug, text] = sources[index % sources.length] ?? ["index", ""];
  const round = Math.floor(index / sources.length);
  if (round === 0) return { slug, text };
  const changed = text.replaceAll(/^(```[a-z]+[^\n]*)\n/gm, `$1\nvariant = ${round}\n`);
  return { slug: `round-${round}/${slug}`, text: changed };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
