import { DatabaseSync } from "node:sqlite";
import MiniSearch from "minisearch";
import { forEachWord, termsOf } from "../../src/search/language.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { search } from "../../src/search/querying.ts";
import { indexOf } from "../../src/search/search-test-support.ts";

/** A search engine under test. */
export interface Engine {
  name: string;
  open(pages: readonly PageToIndex[]): Promise<OpenEngine>;
}

interface OpenEngine {
  /** URLs, best first. */
  find(query: string): Promise<string[]> | string[];
  close?(): void;
}

/** The default number of search results. */
const pagesMax = 10;
/** The number of sections that the other engines rank before their results are grouped into pages. */
const sectionsMax = 50;

interface Section {
  path: string;
  title: string;
  headings: string;
  body: string;
}

export const lectern: Engine = {
  name: "Lectern",
  async open(pages) {
    const index = await indexOf(...pages);
    return { find: (query) => findPaths(index, query) };
  },
};

export function findPaths(index: Awaited<ReturnType<typeof indexOf>>, query: string): string[] {
  return search(index, { query, audience: "search", pagesMax }).map((page) => page.path);
}

export const miniSearch: Engine = {
  name: "MiniSearch, defaults",
  async open(pages) {
    return openMiniSearch(pages, new MiniSearch({ fields: ["title", "headings", "body"], storeFields: ["path"] }));
  },
};

/** Like the reference of the development set: uses Lectern's tokenizer, and weights titles and headings twice. */
export const miniSearchOwnTokens: Engine = {
  name: "MiniSearch, own tokens, boost 2/2",
  async open(pages) {
    return openMiniSearch(
      pages,
      new MiniSearch({
        fields: ["title", "headings", "body"],
        storeFields: ["path"],
        tokenize: tokensOf,
        processTerm: (term) => term,
        searchOptions: { boost: { title: 2, headings: 2 } },
      }),
    );
  },
};

export const fts5: Engine = {
  name: "SQLite FTS5, porter, OR, weights 4/3/1",
  async open(pages) {
    const database = new DatabaseSync(":memory:");
    database.exec(
      "create virtual table s using fts5(path unindexed, title, headings, body, tokenize = 'porter unicode61')",
    );
    const insert = database.prepare("insert into s values (?, ?, ?, ?)");
    database.exec("begin");
    for (const { path, title, headings, body } of sectionsOf(pages)) insert.run(path, title, headings, body);
    database.exec("commit");
    const select = database.prepare("select path from s where s match ? order by bm25(s, 0, 4, 3, 1) limit ?");
    return {
      find(query) {
        const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
        if (words.length === 0) return [];
        const rows = select.all(words.map((word) => `"${word}"`).join(" OR "), sectionsMax);
        return gather(rows.map((row) => String(row.path)));
      },
      close: () => database.close(),
    };
  },
};

function openMiniSearch(pages: readonly PageToIndex[], index: MiniSearch): OpenEngine {
  index.addAll(sectionsOf(pages).map((section, id) => ({ id, ...section })));
  return {
    find: (query) =>
      gather(
        index
          .search(query)
          .slice(0, sectionsMax)
          .map((hit) => String(hit.path)),
      ),
  };
}

function sectionsOf(pages: readonly PageToIndex[]): Section[] {
  return pages.flatMap(({ path, title, description = "", sections }) =>
    sections.map(({ headingPath, blocks }, index) => ({
      path,
      title,
      headings: headingPath.join(" "),
      body: `${index === 0 ? description : ""} ${blocks.map((block) => block.text).join("\n")}`,
    })),
  );
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  forEachWord(text, (word) => {
    for (const { term, isStopWord } of termsOf(word)) if (!isStopWord) tokens.push(term);
  });
  return tokens;
}

/** The pages of the hits, each at the place of its first hit. */
function gather(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
