import {
  type AnalyzedPage,
  analyzeSections,
  buildIndex,
  openBuiltIndex,
  type SectionToIndex,
} from "../../../search/indexing.ts";
import { search } from "../../../search/querying.ts";
import { splitFrontmatter } from "../../../site/reading.ts";
import type { WorkingDocs } from "../working-docs.ts";
import { isPage, type Tool, textInput } from "./tool.ts";

const pagesMax = 8;
const passageCharactersMax = 300;

/** Ranks pages like the site search. Building an index for each search is fast, and the index includes every change. */
export const searchDocs: Tool = async (docs, input) => {
  const pages = docs.paths.filter(isPage).map((path) => pageToIndex(docs, path));
  const index = openBuiltIndex(await buildIndex(pages));
  const found = search(index, { query: textInput(input, "query"), audience: "assistant", pagesMax });
  const lines = found.map(({ path, title, passages }) => {
    const text = passages[0]?.blocks.map((block) => block.text).join(" ") ?? "";
    return `${path} (${title}): ${text.replace(/\s+/g, " ").slice(0, passageCharactersMax)}`;
  });
  return { text: lines.length === 0 ? "No page is about this." : lines.join("\n") };
};

function pageToIndex(docs: WorkingDocs, path: string): AnalyzedPage {
  const text = docs.text(path) ?? "";
  const { yaml: head = "", body } = splitFrontmatter(text);
  const title = /^title:\s*["']?(.*?)["']?\s*$/m.exec(head)?.[1] ?? path;
  return {
    path,
    title,
    description: /^description:\s*["']?(.*?)["']?\s*$/m.exec(head)?.[1],
    keywords: [],
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    analysis: analyzeSections(sectionsOf(body)),
  };
}

function sectionsOf(body: string): SectionToIndex[] {
  return body.split(/^(?=#{1,6} )/m).map((part) => {
    const [, heading, rest = part] = /^#{1,6} +(.*)\n?([\s\S]*)$/.exec(part) ?? [];
    return {
      headingPath: heading === undefined ? [] : [heading],
      anchor: undefined,
      blocks: [{ kind: "text", text: rest }],
    };
  });
}
