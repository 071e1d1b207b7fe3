import MiniSearch from "minisearch";
import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../../src/contract/assistant-schemas.ts";
import { cutSnippet, forEachWord, termsOf } from "../../src/search/language.ts";
import type { StaticPage, StaticSection } from "../../src/site/pipeline/static-search.ts";

type Found = Static<typeof SearchResult>;
type SearchInBrowser = (request: Static<typeof SearchRequest>) => Promise<Found[]>;

/** A document of the ranking: a section with its page. */
interface Ranked {
  id: number;
  page: StaticPage;
  section: StaticSection;
  title: string;
  heading: string;
  /** The page's description and keywords, only in its first section. */
  about: string;
  text: string;
}

interface FoundPage {
  page: StaticPage;
  score: number;
  terms: readonly string[];
  /** The results, best first. */
  sections: StaticSection[];
}

const pageSizeDefault = 10;
const sectionsMax = 3;
/** Each further matching section adds this share of its score to the score of its page. */
const nextSectionShare = 0.3;
/** Shorter words must match exactly: they are rarely misspelled, and many words are similar to them. */
const fuzzyCharactersMin = 4;
const fuzzyShare = 0.2;
const wholeTitleLift = 3;

/** Opens the index that `lectern build` has written into this folder. */
export async function openSearch(folder: string): Promise<SearchInBrowser> {
  const pages = await loadPages(`${folder}/pages.bin`);
  const ranked = pages.flatMap(listSections).map((one, id): Ranked => ({ ...one, id }));
  const index = new MiniSearch<Ranked>({
    fields: ["title", "heading", "about", "text"],
    tokenize: textWords,
    processTerm: (word) => termsOf(word).flatMap(({ term, isStopWord }) => (isStopWord ? [] : term)),
    searchOptions: {
      boost: { title: 2, heading: 2 },
      prefix: (_term, place, terms) => place === terms.length - 1,
      fuzzy: (term) => term.length >= fuzzyCharactersMin && fuzzyShare,
      weights: { prefix: 0.3, fuzzy: 0.1 },
      bm25: { k: 0.9, b: 0.4, d: 0.5 },
    },
  });
  // Indexes in small steps, so that the page stays responsive.
  await index.addAllAsync(ranked);

  return async ({ query, pageSize = pageSizeDefault, filter }) => {
    const asked = query.trim().toLowerCase();
    const found = new Map<string, FoundPage>();
    for (const { id, score, terms } of index.search(query)) {
      const { page, section } = ranked[id] ?? {};
      if (page === undefined || section === undefined || !isWanted(page, filter ?? {})) continue;
      const lift = page.boost * (page.title.toLowerCase() === asked ? wholeTitleLift : 1);
      const known = found.get(page.path) ?? { page, score: 0, terms, sections: [] };
      known.score += score * lift * nextSectionShare ** known.sections.length;
      known.sections.push(section);
      found.set(page.path, known);
    }
    const best = [...found.values()].sort((a, b) => b.score - a.score).slice(0, pageSize);
    return best.map((one) => showPage(one, best[0]?.score ?? 1));
  };
}

async function loadPages(path: string): Promise<StaticPage[]> {
  // The file has the same name after every build, so a cached copy may be outdated.
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok || response.body === null) throw new Error(`${path} can't be fetched.`);
  const text = await new Response(response.body.pipeThrough(new DecompressionStream("deflate-raw"))).text();
  return JSON.parse(text) as StaticPage[];
}

function listSections(page: StaticPage): Omit<Ranked, "id">[] {
  return page.sections.map((section, place) => {
    const [heading, , text] = section;
    return { page, section, title: page.title, heading, about: place === 0 ? page.about : "", text };
  });
}

function textWords(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
}

/** A page without a facet matches any value. */
function isWanted({ facets }: StaticPage, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const own = facets[key]?.toLowerCase();
    return own === undefined || [wanted].flat().some((value) => String(value).toLowerCase() === own);
  });
}

function showPage({ page, score, terms, sections }: FoundPage, best: number): Found {
  const { path, title, description, breadcrumb, facets } = page;
  const [heading = "", anchor = "", text = ""] = sections[0] ?? [];
  const shown = text || description || title;
  const snippet = cutSnippet([{ kind: "text", text: shown }], new Map(terms.map((term) => [term, 1])));
  const linked = sections.slice(0, sectionsMax).filter(([, own]) => own !== "");
  return {
    content: snippet.text,
    path,
    metadata: {
      title,
      ...(description === undefined ? {} : { description }),
      breadcrumb: [...breadcrumb],
      ...(facets.version === undefined ? {} : { version: facets.version }),
      ...(facets.language === undefined ? {} : { language: facets.language }),
      ...(anchor === "" ? {} : { anchor, heading }),
      ...(linked.length === 0 ? {} : { sections: linked.map(([name, own]) => ({ heading: name, anchor: own })) }),
      score: Math.floor((score / best) * 1_000) / 1_000,
      highlights: snippet.highlights.map(({ start, end }) => [start, end]),
    },
  };
}
