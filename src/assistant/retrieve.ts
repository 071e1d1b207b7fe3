import { LRUCache } from "lru-cache";
import { queryLanguages } from "../search/inflected-terms.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import type { TextBlock } from "../search/page-to-index.ts";
import { type FoundPage as RankedPage, search } from "../search/search.ts";
import type { FoundPage } from "./answer-event.ts";
import { type AskedTerms, askedTerms, coverageOf, fitOf, termsIn, termsOfPassage } from "./coverage.ts";
import type { EvidencePassage } from "./evidence.ts";
import type { Retrieved, RetrieveOptions } from "./retrieved.ts";

const contentCharactersMax = 500;
const passagesPerPage = 4;
const passagesForModelMax = 2;

const retrievedRemembered = 200;
const remembered = new WeakMap<SearchIndex, LRUCache<string, Retrieved>>();

/** As below. Many readers ask the same, and an index never changes, so what was found last is found again at once. */
export function retrieveAgain(index: SearchIndex, siteUrl: string, query: string, options: RetrieveNear): Retrieved {
  const known = remembered.get(index) ?? new LRUCache<string, Retrieved>({ max: retrievedRemembered });
  remembered.set(index, known);
  const { near, ...others } = options;
  const name = JSON.stringify([siteUrl, query, others, near !== undefined]);
  const retrieved = known.get(name) ?? retrieveFrom(index, siteUrl, query, options);
  known.set(name, retrieved);
  return retrieved;
}

interface RetrieveNear extends RetrieveOptions {
  /** How near each passage is to the query in meaning, where that is known. */
  near?: Float32Array | undefined;
}

/** Searches the index of a site, and gives what was found to the client, to the extraction and to a model. */
function retrieveFrom(
  index: SearchIndex,
  siteUrl: string,
  query: string,
  { pageSize, filter, currentPath, focus = query, near }: RetrieveNear,
): Retrieved {
  const pages = search(index, {
    query,
    audience: "assistant",
    pagesMax: pageSize,
    passagesMax: passagesPerPage,
    filter: filter as SearchFilter,
    currentPath,
    near,
  });
  const languages = queryLanguages(index, filter as SearchFilter);
  const asked = askedTerms(index, query, languages);
  const terms = focus === query ? asked : askedTerms(index, focus, languages);
  const found = pages.map((page) => ({ page, passages: readPassages(page, siteUrl, asked) }));
  return {
    evidence: {
      passages: found.flatMap(({ passages }) => passages),
      coverageOf: (text) => coverageOf(terms, termsIn([text])).share,
      fitOf: (heading) => fitOf(terms, heading),
    },
    pages: found.map(({ page, passages }) => toFoundPage(page, passages[0], siteUrl)),
    passages: found.map(({ page, passages }) => ({
      path: page.path,
      url: passages[0]?.url ?? siteUrl + page.path,
      title: page.title,
      headingPath: passages[0]?.headingPath ?? [],
      text: passages
        .slice(0, passagesForModelMax)
        .map(({ blocks }) => wholeText(blocks))
        .join("\n\n"),
    })),
  };
}

function readPassages(page: RankedPage, siteUrl: string, asked: AskedTerms): EvidencePassage[] {
  const { path, title, passages } = page;
  return passages.map(({ headingPath, anchor, blocks, score, continued }) => {
    const { named, all } = termsOfPassage(title, headingPath, blocks);
    const { share, words } = coverageOf(asked, all);
    return {
      path,
      url: siteUrl + path + (anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`),
      title,
      description: headingPath.length === 0 ? page.description : undefined,
      headingPath,
      blocks,
      continued,
      score,
      coverage: share,
      wordsCovered: words,
      isNamed: coverageOf(asked, named).words > 0,
    };
  });
}

function toFoundPage(page: RankedPage, best: EvidencePassage | undefined, siteUrl: string): FoundPage {
  const { title, description, breadcrumb, facets } = page;
  const text = wholeText(best?.blocks ?? []).slice(0, contentCharactersMax);
  return {
    content: text === "" ? (description ?? title) : text,
    path: page.path,
    url: best?.url ?? siteUrl + page.path,
    metadata: { title, ...(description === undefined ? {} : { description }), breadcrumb, ...branchOf(facets) },
  };
}

function branchOf({ version, language }: RankedPage["facets"]): object {
  return { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) };
}

function wholeText(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ kind, text, language = "" }) => (kind === "code" ? `\`\`\`${language}\n${text}\n\`\`\`` : text))
    .join("\n\n");
}
