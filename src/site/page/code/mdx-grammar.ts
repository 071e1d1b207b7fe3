import type { LanguageFn, Mode } from "highlight.js";
import markdown from "highlight.js/lib/languages/markdown";

/**
 * MDX is Markdown without indented code: in components, text is indented, and all of it up to the next empty line would
 * look like code. Imports and exports are JavaScript, and frontmatter is YAML; as Markdown it would be a heading.
 */
export const mdxGrammar: LanguageFn = (hljs) => {
  const grammar = markdown(hljs);
  const contains = grammar.contains.map((mode) =>
    isMode(mode) && mode.className === "code" ? { ...mode, variants: mode.variants?.filter(isFence) ?? [] } : mode,
  );
  const script: Mode = { begin: /^(?:import|export)\s/, end: /$/, subLanguage: "javascript", relevance: 0 };
  return { ...grammar, name: "MDX", contains: [frontmatter, script, ...contains] };
};

/** Only at the very beginning: further down, three hyphens are a line. */
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

function isMode(mode: Mode | "self"): mode is Mode {
  return mode !== "self";
}

function isFence({ begin }: Mode): boolean {
  return !String(begin).startsWith("(?=^");
}
