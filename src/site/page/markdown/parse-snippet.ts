import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";
import { splitFrontmatter } from "../../source/split-frontmatter.ts";
import { markVariables } from "../../source/variables.ts";
import { markFormulas } from "../math/mark-formulas.ts";
import { type ParsedPage, parsePage } from "./parse-page.ts";
import type { PageState } from "./render-context.ts";

/** The tree is shared by all pages that include the snippet, so it must not be modified. */
interface ParsedSnippet extends ParsedPage {
  firstLine: number;
  /** The text that node offsets refer to. */
  source: string;
}

const cacheCharactersMax = 8_000_000;
const parsed = new LRUCache<string, ParsedSnippet>({
  maxSize: cacheCharactersMax,
  sizeCalculation: (_, key) => key.length,
});

/** Cached by text for the whole process. Throws a BuildProblem on syntax errors. */
export function parseSnippet(file: string, source: string, { limits, settings }: PageState): ParsedSnippet {
  const format = file.endsWith(".md") ? "md" : "mdx";
  const marked = markVariables(source, settings.variables);
  const key = `${file.endsWith(".md") ? file : format}:${limits.treeDepthMax}:${limits.treeNodesMax}:${settings.hasMath}:${marked}`;
  return computeOnce(parsed, key, () => {
    const { body: text, firstLine } = splitFrontmatter(marked);
    const body = settings.hasMath ? markFormulas(text) : text;
    return { ...parsePage({ file, format, body, firstLine }, limits), firstLine, source: body };
  });
}
