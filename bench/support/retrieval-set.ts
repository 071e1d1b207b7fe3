import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { loadEngine } from "../../src/site/page/author-code/engine.ts";
import { defaultRenderSettings } from "../../src/site/page/markdown/render-settings.ts";
import { renderPage } from "../../src/site/page/render-page.ts";
import { defaultSiteLimits } from "../../src/site/shared/site-limits.ts";
import { readFrontmatter } from "../../src/site/source/read-frontmatter.ts";
import { splitFrontmatter } from "../../src/site/source/split-frontmatter.ts";

await loadEngine();

/** Questions with the pages that answer them. */
export interface RetrievalSet {
  /** The pages of each project, indexed as in an update. */
  projects: ReadonlyMap<string, PageToIndex[]>;
  questions: Question[];
  offTopic: { project: string; question: string }[];
}

interface Question {
  set: "issues" | "commits";
  project: string;
  question: string;
  /** URLs of the pages that answer the question. */
  gold: string[];
}

/** The development set next to the checkout, if present. */
export function findRetrievalSet(): string | undefined {
  const folder = join(import.meta.dirname, "../../../shared/retrieval");
  return existsSync(folder) ? folder : undefined;
}

export function readRetrievalSet(folder: string): RetrievalSet {
  const projects = readdirSync(join(folder, "corpora")).toSorted();
  return {
    projects: new Map(projects.map((name) => [name, readPages(join(folder, "corpora", name))])),
    questions: readLines<Question>(join(folder, "questions.jsonl")).map((row) => ({
      ...row,
      gold: row.gold.map(addressOf),
    })),
    offTopic: readLines(join(folder, "offtopic.jsonl")),
  };
}

function readLines<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** The Markdown files of a folder, rendered as pages. */
export function readPages(folder: string): PageToIndex[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".md"))
    .toSorted()
    .map((path) => toPage(path, readFileSync(join(folder, path), "utf8")));
}

/** A page as rendered by Lectern. Its title is from the frontmatter, the first heading or the file name. */
function toPage(path: string, source: string): PageToIndex {
  const { yaml, body, firstLine } = splitFrontmatter(source);
  const { frontmatter } = readFrontmatter(yaml, path, defaultSiteLimits.frontmatterBytesMax);
  const heading = /^# +(.+?) *(?:\{#.*\})?$/m.exec(body);
  const title = frontmatter.title ?? heading?.[1]?.replaceAll(/[`*]/g, "") ?? addressOf(path).split("/").at(-1) ?? path;
  const text = heading === null ? body : body.replace(heading[0], "");
  const { facts } = renderPage(
    { file: path, format: "md", body: text, firstLine },
    { snippets: new Map(), limits: defaultSiteLimits, settings: defaultRenderSettings },
  );
  return {
    path: addressOf(path),
    title,
    description: frontmatter.description,
    keywords: frontmatter.keywords,
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    sections: facts.sections,
  };
}

function addressOf(path: string): string {
  return `/${path.replace(/\.md$/, "").replace(/\/index$/i, "")}`;
}
