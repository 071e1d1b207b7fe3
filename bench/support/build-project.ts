import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedPage, generatedSnippets } from "./generated-page.ts";

const pagesPerGroup = 10;
const groupsPerTab = 10;

/**
 * Writes a generated project that resembles the average of 17 public projects: their 14,583 pages have 2.8 KB of MDX
 * and nearly five code blocks of 200 characters each. Returns the path of one page.
 */
export function writeBenchProject(folder: string, pages: number): string {
  const made = Array.from({ length: pages }, (_, index) => generatedPage(index, pages));
  for (const { slug, text } of made) writeFile(folder, `${slug}.mdx`, text);
  for (const [path, text] of generatedSnippets) writeFile(folder, path, text);
  writeFile(folder, "docs.json", JSON.stringify(settings(made.map(({ slug }) => slug))));
  return join(folder, `${made[Math.floor(pages / 2)]?.slug}.mdx`);
}

function settings(slugs: string[]): unknown {
  const groups = chunk(slugs, pagesPerGroup).map((pages, index) => ({ group: `Group ${index + 1}`, pages }));
  const tabs = chunk(groups, groupsPerTab).map((part, index) => ({ tab: `Tab ${index + 1}`, groups: part }));
  return { theme: "mint", name: "Bench", colors: { primary: "#16A34A" }, navigation: { tabs } };
}

export function chunk<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

export function writeFile(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
