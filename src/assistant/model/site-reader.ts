import {
  findPage,
  pageFilter,
  readPage,
  readPassages,
  type SearchFilter,
  type SearchIndex,
} from "../../search/querying.ts";
import type { FoundPage } from "../answer-event.ts";
import type { Retrieved } from "../retrieve.ts";
import { assistantPages, ownPath } from "../site-pages.ts";
import { describePassages, material, passageCharactersMax } from "./prompt.ts";
import type { ShownSources } from "./shown-sources.ts";

export interface ReadSite {
  url: string;
  index: SearchIndex | undefined;
  readPage(path: string): Promise<string | undefined>;
  search(query: string): Promise<Retrieved>;
  /** Which pages the question is about. */
  filter: SearchFilter;
}

const pageCharactersMax = 24_000;
const pagesListedMax = 200;
const sectionsNamedMax = 60;

const isFull = "There is no room for more text. Answer from what you have read.";

/** Implements the model's tools. They show only pages that the assistant may see, and number every passage. */
export function createSiteReader(site: ReadSite, shown: ShownSources) {
  return {
    async search(query: string): Promise<{ text: string; pages: readonly FoundPage[] }> {
      const { passages, pages } = await site.search(query);
      if (shown.isFull) return { text: isFull, pages };
      return { text: describePassages(shown.show(passages, passageCharactersMax)), pages };
    },

    async readPage(given: string, section: string | undefined): Promise<string> {
      const page = findAllowedPage(site, given);
      const markdown = page && (await site.readPage(page.path));
      if (page === undefined || markdown === undefined) {
        return "The documentation has no page at this path. Find paths with search or list_pages.";
      }
      if (shown.isFull) return isFull;
      const part = section === undefined ? undefined : findSection(page, markdown, section);
      if (section !== undefined && part === undefined) {
        return `The page has no such section. ${describeSections(page)}`;
      }
      const text = part?.text ?? markdown;
      const source = {
        path: page.path,
        url: site.url + page.path + (part?.anchor === undefined ? "" : `#${encodeURIComponent(part.anchor)}`),
        title: page.title,
        headingPath: part?.headingPath ?? [],
        text,
      };
      const rest = text.length > pageCharactersMax ? `\nIt continues. ${describeSections(page)}` : "";
      return describePassages(shown.show([source], pageCharactersMax)) + rest;
    },

    listPages(folder: string): string {
      const { index, filter, url } = site;
      const numbers = index === undefined ? [] : assistantPages(index, ownPath(url, folder) ?? folder, filter);
      if (index === undefined || numbers.length === 0) return "There are no pages there.";
      const lines = numbers.slice(0, pagesListedMax).map((number) => {
        const { path, title } = readPage(index, number);
        return `- ${path}: ${title}`;
      });
      const more = numbers.length - lines.length;
      const list = material("list of pages", folder, lines.join("\n"));
      return more > 0 ? `${list}\n${more} more pages; list a folder of them.` : list;
    },
  };
}

interface AllowedPage {
  path: string;
  title: string;
  sections: readonly { headingPath: readonly string[]; anchor: string | undefined }[];
}

function findAllowedPage({ url, index, filter }: ReadSite, given: string): AllowedPage | undefined {
  const path = ownPath(url, given);
  const number = index === undefined || path === undefined ? undefined : findPage(index, path);
  if (index === undefined || number === undefined || !pageFilter(index, "assistant", filter)(number)) return undefined;
  return { ...readPage(index, number), sections: readPassages(index, number) };
}

function findSection({ sections }: AllowedPage, markdown: string, wanted: string) {
  const name = wanted
    .replace(/^#+\s*/, "")
    .trim()
    .toLowerCase();
  const found = sections.find(
    ({ headingPath, anchor }) => headingPath.at(-1)?.toLowerCase() === name || anchor?.toLowerCase() === name,
  );
  const heading = found?.headingPath.at(-1);
  const text = heading === undefined ? undefined : cutSection(markdown, heading);
  return found === undefined || text === undefined ? undefined : { ...found, text };
}

function describeSections({ path, sections }: AllowedPage): string {
  const names = new Set(sections.flatMap(({ headingPath }) => headingPath.slice(-1)));
  if (names.size === 0) return "It has no sections.";
  return `Its sections:\n${material("list of sections", path, [...names].slice(0, sectionsNamedMax).join("\n"))}`;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^(#{1,6})[ \t](.*)$/;

/** The part of a Markdown page under one heading, including its subsections; undefined if there is no such heading. */
export function cutSection(markdown: string, title: string): string | undefined {
  const wanted = lettersOf(title);
  const kept: string[] = [];
  let level = 0;
  let openFence: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = fence.exec(line)?.[1]?.slice(0, 3);
    const [, marks = "", text = ""] = openFence === undefined ? (headingLine.exec(line) ?? []) : [];
    if (mark !== undefined && openFence === undefined) openFence = mark;
    else if (mark !== undefined && mark === openFence) openFence = undefined;
    if (level > 0 && marks !== "" && marks.length <= level) break;
    if (level === 0 && marks !== "" && lettersOf(text) === wanted) level = marks.length;
    if (level > 0) kept.push(line);
  }
  return level === 0 ? undefined : kept.join("\n").trim();
}

/** Keeps only letters and digits, so that the markup of a heading doesn't matter. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
