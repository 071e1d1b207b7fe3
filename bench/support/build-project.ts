import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Real projects beside the checkout; without them the pages are made up. */
export function findCorpora(): string | undefined {
  const folder = join(import.meta.dirname, "../../../shared/corpora");
  return existsSync(folder) ? folder : undefined;
}

const pagesPerGroup = 10;
const groupsPerTab = 10;

/** Writes a project of the wanted size from real pages if there are any, else from prose; returns the path of one page. */
export function writeBenchProject(folder: string, pages: number, corpora: string | undefined): string {
  const sources = corpora === undefined ? [] : readCorpusPages(corpora);
  const slugs: string[] = [];
  for (let index = 0; index < pages; index += 1) {
    const [slug, text] = sources.length === 0 ? generatedPage(index) : variantOf(sources, index);
    write(folder, `${slug}.mdx`, text);
    slugs.push(slug);
  }
  for (const [path, text] of corpora === undefined ? [] : readSnippets(corpora)) write(folder, path, text);
  write(folder, "docs.json", JSON.stringify(settings(slugs)));
  return join(folder, `${slugs[Math.floor(pages / 2)]}.mdx`);
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

/** Pages keep their paths, so that the links between them still lead somewhere. */
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

/** A page that comes round again gets other code, so that remembered highlighting does not make the figure better. */
function variantOf(sources: [string, string][], index: number): [string, string] {
  const [slug, text] = sources[index % sources.length] ?? ["index", ""];
  const round = Math.floor(index / sources.length);
  if (round === 0) return [slug, text];
  return [`round-${round}/${slug}`, text.replaceAll(/^(```[a-z]+[^\n]*)\n/gm, `$1\nvariant = ${round}\n`)];
}

function generatedPage(index: number): [string, string] {
  const paragraph =
    "Lectern builds a site from Markdown, **quickly** and `safely`, and tells [the author](/) what to mend. ".repeat(4);
  const code = `\`\`\`python file_${index}.py\nfrom lectern import build\n\ndef main(page: int = ${index}) -> str:\n    """Build one page."""\n    return build("page", options={"number": page})\n\`\`\``;
  const section = (title: number) =>
    `## Section ${title}\n\n${paragraph}\n\n<Note>${paragraph}</Note>\n\n${code.replace("main", `main_${title}`)}\n`;
  const text = `---\ntitle: Page ${index}\ndescription: The page with the number ${index}\n---\n\n${[1, 2, 3, 4].map(section).join("\n")}`;
  return [index === 0 ? "index" : `part-${Math.floor(index / 100)}/page-${index}`, text];
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
