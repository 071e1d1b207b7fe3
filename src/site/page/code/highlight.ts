import type { LanguageFn, Mode } from "highlight.js";
import core from "highlight.js/lib/core";
import markdown from "highlight.js/lib/languages/markdown";
import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";
import { escapeText } from "../../shared/html/escape.ts";
import { requirePackageFile } from "../../shared/packages.ts";
import { HtmlEmitter } from "./html-emitter.ts";
import { grammarFor, innerGrammars } from "./languages.ts";

// A separate instance, because settings of the shared instance affect every user of it in the process.
const hljs = core.newInstance();
hljs.configure({ __emitter: HtmlEmitter });
const cacheBytesMax = 8 * 1024 * 1024;

/** Highlighted code. The same sample appears on many pages, and highlighting is the most expensive part of a page. */
const seen = new LRUCache<string, string>({
  maxSize: cacheBytesMax,
  sizeCalculation: (highlighted, key) => highlighted.length + key.length,
});

/**
 * Highlights code with classes instead of inline colors: the stylesheet has the colors of both themes, and the output
 * is a third of the size.
 */
export function highlight(code: string, language: string, codeBytesMax: number): string {
  const grammar = grammarFor(language);
  // A grammar can take more than a second for one long block, so long blocks stay plain.
  if (grammar === undefined || code.length > codeBytesMax) return escapeText(code);
  return computeOnce(seen, `${grammar}\n${code}`, () => {
    register(grammar);
    return hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value;
  });
}

/** Also loads embedded grammars, so that the output doesn't depend on the languages that were loaded before. */
function register(grammar: string): void {
  if (hljs.getLanguage(grammar) !== undefined) return;
  const own = grammar === "mdx" ? mdxGrammar : undefined;
  hljs.registerLanguage(grammar, own ?? (requirePackageFile(`highlight.js/lib/languages/${grammar}`) as LanguageFn));
  for (const inner of innerGrammars(grammar)) register(inner);
}

/**
 * MDX is Markdown without indented code blocks: otherwise indented text in components would be highlighted as code.
 * Imports and exports are JavaScript. Frontmatter is YAML; as Markdown, it would be a heading.
 */
const mdxGrammar: LanguageFn = (hljs) => {
  const grammar = markdown(hljs);
  const contains = grammar.contains.map((mode) =>
    mode.className === "code" ? { ...mode, variants: mode.variants?.filter(isFence) ?? [] } : mode,
  );
  const script: Mode = { begin: /^(?:import|export)\s/, end: /$/, subLanguage: "javascript", relevance: 0 };
  return { ...grammar, name: "MDX", contains: [frontmatter, script, ...contains] };
};

/** Only at the very beginning: further down, three hyphens are a horizontal rule. */
const frontmatter: Mode = {
  begin: /^---[ \t]*$/,
  end: /^---[ \t]*$/,
  subLanguage: "yaml",
  excludeBegin: true,
  excludeEnd: true,
  relevance: 0,
  "on:begin": ({ index }, response) => {
    if (index !== 0) response.ignoreMatch();
  },
};

function isFence({ begin }: Mode): boolean {
  return !String(begin).startsWith("(?=^");
}
