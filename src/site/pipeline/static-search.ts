import { deflateRawSync } from "node:zlib";
import type { AnalyzedPage } from "../../search/indexing.ts";
import { decodePassage, findPage, type SearchIndex } from "../../search/querying.ts";
import type { StaticFile } from "./write-site.ts";

/** A page as web/search finds and shows it. */
export interface StaticPage {
  path: string;
  title: string;
  description?: string | undefined;
  /** The description and the keywords. */
  about: string;
  breadcrumb: readonly string[];
  facets: Readonly<Record<string, string>>;
  boost: number;
  /** The sections of the page; there is at least one. */
  sections: readonly StaticSection[];
}

export type StaticSection = readonly [heading: string, anchor: string, text: string];

/** Where web/search finds the pages of a static site. */
const searchFolder = "_lectern/search";
/**
 * The maximum length of all searchable text. On large sites, only the beginning of each section can be searched, but
 * always all titles and headings.
 */
const textCharactersMax = 3_000_000;
const sectionsMax = 50_000;
const descriptionCharactersMax = 300;
const headingsCharactersMax = 1_000;
const otherBranchBoost = 0.5;

export interface StaticSearch {
  files: StaticFile[];
  /** How many bytes a browser loads before its first search. */
  byteLength: number;
}

/**
 * The index that the browser searches on a static site. It is already compressed, because many hosts don't compress
 * files of unknown types.
 */
export function staticSearch(pages: readonly Omit<AnalyzedPage, "analysis">[], index: SearchIndex): StaticSearch {
  const found = pages.filter(({ audiences }) => audiences.search);
  const limits = {
    characters: Math.floor(textCharactersMax / Math.max(1, found.length)),
    sections: Math.max(1, Math.floor(sectionsMax / Math.max(1, found.length))),
  };
  const listed = found.map((page): StaticPage => {
    const { path, title, keywords, breadcrumb, facets, isDefault, boost } = page;
    const description = page.description?.slice(0, descriptionCharactersMax);
    return {
      path,
      title,
      description,
      about: [description, ...keywords].join("\n"),
      breadcrumb,
      facets,
      boost: isDefault ? boost : boost * otherBranchBoost,
      sections: shortSections(index, path, limits),
    };
  });
  const bytes = deflateRawSync(JSON.stringify(listed), { level: 9 });
  const load = async () => ({ bytes });
  return { files: [{ path: `${searchFolder}/pages.bin`, load }], byteLength: bytes.length };
}

/** The sections of a page, each with the beginning of its text. When the limit is reached, only headings are kept. */
function shortSections(
  index: SearchIndex,
  path: string,
  limits: { characters: number; sections: number },
): StaticSection[] {
  const page = findPage(index, path) ?? index.pageCount;
  const [first = 0, end = 0] = index.pageFirstPassage.subarray(page, page + 2);
  const texts = new Map<string, { heading: string; text: string }>();
  for (let passage = first; passage < end; passage++) {
    const { headingPath, anchor = "", blocks } = decodePassage(index, passage);
    const { heading, text } = texts.get(anchor) ?? { heading: headingPath.at(-1) ?? "", text: "" };
    texts.set(anchor, { heading, text: `${text}${blocks.map((block) => block.text).join("\n")}\n` });
  }
  const sections = [...texts].slice(0, limits.sections);
  const headings = [...texts.values()].slice(limits.sections).map(({ heading }) => heading);
  const share = Math.floor(limits.characters / Math.max(1, sections.length));
  const short = sections.map(
    ([anchor, { heading, text }]): StaticSection => [heading, anchor, text.slice(0, share).trim()],
  );
  if (short.length > 0 && headings.length === 0) return short;
  return [...short, ["", "", headings.join("\n").slice(0, headingsCharactersMax)]];
}
