import { searchPages } from "../../assistant/search-pages.ts";
import { assistantPages, ownPath } from "../../assistant/site-pages.ts";
import { answer, createToolCaller, mistake, type ToolAnswer, UnknownTool } from "../../platform/tools/tool.ts";
import { readPage, type SearchIndex } from "../../search/querying.ts";
import { answerQuestion, countQuestion } from "../ask/answer-question.ts";
import type { AskedSite } from "../ask/open-asked-site.ts";
import { writeSources } from "../ask/write-answer.ts";
import { type FindClosest, indexPages } from "../pages/closest-pages.ts";
import { findSection, listHeadings } from "./markdown-sections.ts";
import {
  type AskOutput,
  type ListOutput,
  type PageOutput,
  type SearchOutput,
  type SiteToolInputs,
  siteTools,
} from "./tools.ts";

export interface ToolSite extends Pick<AskedSite, "index" | "name" | "url" | "log" | "note" | "readPage" | "offers"> {
  /** Stores a report about a page. Throws an `AppError` if there were too many. */
  report(report: SiteToolInputs["report_problem"]): Promise<void>;
}

const pageCharactersMax = 60_000;
const sectionCharactersMax = 3_000;
const headingsMax = 200;
const pagesPerList = 200;

const call = createToolCaller(siteTools);

/** The tools that the site offers. */
export function offeredTools({ offers }: Pick<ToolSite, "offers">) {
  return siteTools.filter(
    ({ name }) => (name !== "ask" || offers.assistant) && (name !== "report_problem" || offers.feedback),
  );
}

export async function callSiteTool(site: ToolSite, name: string, given: unknown): Promise<ToolAnswer> {
  const offered = offeredTools(site);
  if (!offered.some((tool) => tool.name === name)) throw new UnknownTool(name, offered);
  return call(name, given, (input) => run(site, name as keyof SiteToolInputs, input));
}

function run(site: ToolSite, name: keyof SiteToolInputs, input: unknown): Promise<ToolAnswer> {
  switch (name) {
    case "search":
      return search(site, input as SiteToolInputs["search"]);
    case "ask":
      return ask(site, input as SiteToolInputs["ask"]);
    case "read_page":
      return readToolPage(site, input as SiteToolInputs["read_page"]);
    case "list_pages":
      return listToolPages(site, input as SiteToolInputs["list_pages"]);
    case "report_problem":
      return reportProblem(site, input as SiteToolInputs["report_problem"]);
  }
}

async function search(
  site: ToolSite,
  { query, limit, version, language }: SiteToolInputs["search"],
): Promise<ToolAnswer> {
  const filter = filterOf({ version, language });
  const found =
    site.index === undefined
      ? []
      : searchPages(site.index, { query, pageSize: limit ?? 8, filter }, { audience: "assistant", isTyping: false });
  site.note({ type: "search", query, results: found.length, page: undefined });
  if (found.length === 0) {
    const text = `Nothing in the documentation of ${site.name} matches. Try other words, or list_pages.`;
    return answer(text, { outcome: "not_in_docs", pages: [] } satisfies SearchOutput);
  }
  const { outcome } = await answerQuestion(site, { text: query, filter });
  const pages = await Promise.all(
    found.map(async ({ path, content, metadata: { title, heading, anchor } }) => {
      const place = typeof anchor === "string" ? `#${encodeURIComponent(anchor)}` : "";
      const named = typeof heading === "string" ? { heading } : {};
      const markdown = await wholeSection(site, path, typeof anchor === "string" ? anchor : named.heading);
      return { title, ...named, path, url: `${site.url}${path}${place}`, markdown: markdown ?? content };
    }),
  );
  const parts = pages.map(({ title, heading, path, url, markdown }) => {
    const part = heading === undefined ? "" : ` › ${heading}`;
    return `## ${title}${part}\nPath: ${path}\nURL: ${url}\n\n${markdown}`;
  });
  const certain = { answered: [], suggested: [unsure], small_talk: [unsure], not_in_docs: [closestOnly(site.name)] };
  const structured: SearchOutput = { outcome: outcome === "small_talk" ? "suggested" : outcome, pages };
  return answer([...certain[outcome], ...parts].join("\n\n"), structured);
}

const unsure = "These pages may help, but none is certain to answer. Read them before you rely on them.";

function closestOnly(name: string): string {
  return `The documentation of ${name} doesn't seem to answer this. The closest pages are:`;
}

/** Undefined if the page's Markdown doesn't have the section under this name. */
async function wholeSection(site: ToolSite, path: string, name: string | undefined): Promise<string | undefined> {
  const page = name === undefined ? undefined : await site.readPage(path);
  const section = page === undefined || name === undefined ? undefined : findSection(page, name);
  if (section === undefined) return undefined;
  return section.text.length <= sectionCharactersMax
    ? section.text
    : `${section.text.slice(0, sectionCharactersMax)}\n\n[The section goes on; call read_page with this path and section.]`;
}

async function ask(site: ToolSite, { question, path, version, language }: SiteToolInputs["ask"]): Promise<ToolAnswer> {
  const currentPath = path === undefined ? undefined : ownPath(site.url, path);
  if (path !== undefined && (currentPath === undefined || (await site.readPage(currentPath)) === undefined)) {
    return noPage(site, path);
  }
  const asked = { text: question, filter: filterOf({ version, language }), currentPath };
  const answered = await answerQuestion(site, asked);
  countQuestion(site, asked, answered, "mcp");
  const { outcome, text, sources } = answered;
  const structured: AskOutput = {
    outcome: outcome === "small_talk" ? "not_in_docs" : outcome,
    answer: text,
    sources: sources.map(({ url, metadata: { title } }) => ({ title, url })),
  };
  return answer([text, ...writeSources(sources)].join("\n\n"), structured);
}

async function readToolPage(
  site: ToolSite,
  { path, section, offset = 0 }: SiteToolInputs["read_page"],
): Promise<ToolAnswer> {
  const page = ownPath(site.url, path);
  const whole = page === undefined ? undefined : await site.readPage(page);
  if (page === undefined || whole === undefined) return noPage(site, path);
  const headings = listHeadings(whole).slice(0, headingsMax);
  const found = section === undefined ? undefined : findSection(whole, section);
  if (section !== undefined && found === undefined) {
    return mistake(
      `The page ${page} has no section with this heading. Its headings: ${headings.join("; ") || "none"}.`,
    );
  }
  site.note({ type: "read", page });
  const content = found?.text ?? whole;
  const end = offset + pageCharactersMax;
  const isCut = content.length > end;
  const rest = isCut
    ? `\n\n[The page goes on: ${content.length - end} more characters. Call read_page with offset ${end}.]`
    : "";
  const markdown = content.slice(offset, end);
  const structured: PageOutput = {
    path: page,
    url: site.url + page,
    markdown,
    headings,
    ...(isCut && { nextOffset: end }),
  };
  return answer(markdown + rest, structured);
}

async function listToolPages(
  { index }: ToolSite,
  { prefix = "/", offset = 0 }: SiteToolInputs["list_pages"],
): Promise<ToolAnswer> {
  const numbers = index === undefined ? [] : assistantPages(index, prefix);
  const total = numbers.length;
  const pages = numbers.slice(offset, offset + pagesPerList).flatMap((number) => {
    if (index === undefined) return [];
    const { path, title, description } = readPage(index, number);
    return [{ path, title, ...(description === undefined ? {} : { description }) }];
  });
  const end = offset + pages.length;
  const structured: ListOutput = { pages, total, ...(end < total && { nextOffset: end }) };
  if (total === 0) return answer("There are no pages there.", structured);
  const lines = pages.map(
    ({ path, title, description }) => `- ${path}: ${title}${description === undefined ? "" : ` – ${description}`}`,
  );
  const rest = end < total ? [`[${total - end} more pages. Call list_pages with offset ${end}.]`] : [];
  return answer([...lines, ...rest].join("\n"), structured);
}

async function reportProblem(site: ToolSite, report: SiteToolInputs["report_problem"]): Promise<ToolAnswer> {
  const page = ownPath(site.url, report.path);
  if (page === undefined || (await site.readPage(page)) === undefined) return noPage(site, report.path);
  await site.report({ ...report, path: page });
  return answer("Thank you. The owners of the documentation will see this report.", { received: true });
}

/** Models often guess a path that is nearly right. */
function noPage({ index, url }: ToolSite, path: string): ToolAnswer {
  const asked = URL.parse(path, url)?.pathname ?? path;
  const closest = index === undefined ? [] : closestIn(index)(asked);
  const hint =
    closest.length === 0
      ? "find paths with search or list_pages"
      : `did you mean ${closest.map((page) => page.path).join(", ")}?`;
  return mistake(`The documentation has no page at this path; ${hint}`);
}

const known = new WeakMap<SearchIndex, FindClosest>();

function closestIn(index: SearchIndex): FindClosest {
  const found = known.get(index) ?? indexPages(assistantPages(index, "/").map((number) => readPage(index, number)));
  known.set(index, found);
  return found;
}

function filterOf(given: { version?: string | undefined; language?: string | undefined }): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
