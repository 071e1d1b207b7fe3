import { Ajv, type ValidateFunction } from "ajv";
import type { ReplyKind } from "../../assistant/answer-event.ts";
import { composeAnswer } from "../../assistant/compose-answer.ts";
import type { OpenedSite } from "../../assistant/open-site.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import { assistantPages, ownPath } from "../../assistant/site-pages.ts";
import { answerLink } from "../../contract/answer-link.ts";
import type { InsightEvent } from "../../insight/record-event.ts";
import type { Services } from "../../platform/services.ts";
import { readPage } from "../../search/querying.ts";
import {
  type ListPagesArguments,
  type ReadPageArguments,
  type SearchArguments,
  type SearchOutput,
  type ToolName,
  tools,
} from "./tools.ts";

/** A result in the protocol's format. A wrong call returns an explanation, so that the model can correct itself. */
interface ToolAnswer {
  content: { type: "text"; text: string }[];
  /** The same result for programs, in the format of the tool's output schema. */
  structuredContent?: SearchOutput;
  isError?: true;
  [name: string]: unknown;
}

export interface ToolSite extends OutcomeDeps, Pick<OpenedSite, "readPage"> {
  note(event: InsightEvent): Promise<void>;
}

const pageCharactersMax = 60_000;
const pagesPerList = 200;

const ajv = new Ajv({ strict: false, useDefaults: true });
const validators = new Map<string, ValidateFunction>(
  tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

export async function callTool(site: ToolSite, name: string, given: unknown): Promise<ToolAnswer> {
  const validate = validators.get(name);
  if (validate === undefined) {
    return mistake(`Unknown tool ${name}; available tools: ${tools.map((tool) => tool.name).join(", ")}.`);
  }
  const input = structuredClone(given ?? {});
  if (!validate(input)) {
    return mistake(`Invalid arguments: ${ajv.errorsText(validate.errors, { dataVar: "arguments" })}.`);
  }
  switch (name as ToolName) {
    case "search":
      return search(site, input as SearchArguments);
    case "read_page":
      return readToolPage(site, input as ReadPageArguments);
    case "list_pages":
      return listToolPages(site, input as ListPagesArguments);
  }
}

async function search(site: ToolSite, { query, limit, version, language }: SearchArguments): Promise<ToolAnswer> {
  const filter = { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) };
  const found =
    site.index === undefined
      ? []
      : searchPages(site.index, { query, pageSize: limit ?? 8, filter }, { audience: "assistant", isTyping: false });
  await site.note({ type: "search", source: "mcp", query, results: found.length, page: undefined });
  if (found.length === 0) {
    const text = `Nothing in the documentation of ${site.name} matches. Try other words, or list_pages.`;
    return { ...answer(text), structuredContent: { outcome: "not_in_docs", pages: [] } };
  }
  const outcome = await findOutcome(site, query, filter);
  const pages = found.map(({ path, metadata: { title, heading, anchor } }) => {
    const place = typeof anchor === "string" ? `#${encodeURIComponent(anchor)}` : "";
    return { title, ...(typeof heading === "string" ? { heading } : {}), path, url: `${site.url}${path}${place}` };
  });
  const parts = pages.map(({ title, heading, path, url }, index) => {
    const part = heading === undefined ? "" : ` › ${heading}`;
    return `## ${title}${part}\nPath: ${path}\nURL: ${url}\n\n${found[index]?.content}`;
  });
  const certain = { answered: [], suggested: [unsure], small_talk: [unsure], not_in_docs: [closestOnly(site.name)] };
  return {
    ...answer([...certain[outcome], ...parts].join("\n\n")),
    structuredContent: { outcome: outcome === "small_talk" ? "suggested" : outcome, pages },
  };
}

const unsure = "These pages may help, but none is certain to answer. Read them before you rely on them.";

function closestOnly(name: string): string {
  return `The documentation of ${name} doesn't seem to answer this. The closest pages are:`;
}

async function readToolPage(site: ToolSite, { path, offset = 0 }: ReadPageArguments): Promise<ToolAnswer> {
  const page = ownPath(site.url, path);
  const content = page === undefined ? undefined : await site.readPage(page);
  if (page === undefined || content === undefined) {
    return mistake(`The documentation has no page at ${path}; find paths with search or list_pages.`);
  }
  await site.note({ type: "tool-read", page });
  const end = offset + pageCharactersMax;
  const rest =
    content.length > end
      ? `\n\n[The page goes on: ${content.length - end} more characters. Call read_page with offset ${end}.]`
      : "";
  return answer(content.slice(offset, end) + rest);
}

function listToolPages(site: ToolSite, { prefix = "/", offset = 0 }: ListPagesArguments): ToolAnswer {
  const { index } = site;
  if (index === undefined) return answer("There are no pages there.");
  const numbers = assistantPages(index, prefix);
  const total = numbers.length;
  const lines = numbers.slice(offset, offset + pagesPerList).map((number) => {
    const { path, title, description } = readPage(index, number);
    return `- ${path}: ${title}${description === undefined ? "" : ` – ${description}`}`;
  });
  const end = offset + lines.length;
  const rest = end < total ? [`[${total - end} more pages. Call list_pages with offset ${end}.]`] : [];
  return answer(total === 0 ? "There are no pages there." : [...lines, ...rest].join("\n"));
}

function answer(text: string): ToolAnswer {
  return { content: [{ type: "text", text }] };
}

function mistake(text: string): ToolAnswer {
  return { content: [{ type: "text", text }], isError: true };
}

type OutcomeDeps = Pick<OpenedSite, "index" | "retrieve" | "name" | "url"> & Pick<Services, "log">;

/** Whether the pages answer the query, may help with it, or don't answer it, as judged by the built-in reply. */
async function findOutcome(
  site: OutcomeDeps,
  query: string,
  filter: Readonly<Record<string, string>>,
): Promise<ReplyKind["outcome"]> {
  const question = readQuestion({ fp: "mcp", messages: [{ role: "user", content: query }], filter });
  const siteUrl = (link: string) => answerLink(link, [site.url]);
  const events = composeAnswer({ ...site, siteUrl, model: undefined }, { siteName: site.name, question, history: [] });
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return value.kind.outcome;
  }
}
