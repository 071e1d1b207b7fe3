import { createRequire } from "node:module";
import type { LanguageFn } from "highlight.js";
import core from "highlight.js/lib/core";
import { escapeText } from "../../ground/html/escape.ts";
import { HtmlEmitter } from "./html-emitter.ts";
import { grammarFor, innerGrammars } from "./languages.ts";

/** Classes, not colours: both themes are in our stylesheet, and the output is a third of what inline colours need. */
export type Highlighter = (code: string, language: string) => string;

const require = createRequire(import.meta.url);
// An instance of its own: settings of the shared one reach everybody in the process who highlights.
const hljs = core.newInstance();
hljs.configure({ __emitter: HtmlEmitter });
const cacheBytesMax = 8 * 1024 * 1024;

/**
 * A highlighter that remembers what it has seen. The same sample stands on many pages and in many builds of a warm
 * process, and highlighting is the dearest part of a page.
 */
export function createHighlighter(codeBytesMax: number): Highlighter {
  const seen = new Map<string, string>();
  let seenBytes = 0;
  return (code, language) => {
    const grammar = grammarFor(language);
    // A grammar can take more than a second on one long block, so long blocks stay plain.
    if (grammar === undefined || code.length > codeBytesMax) return escapeText(code);
    const key = `${grammar}\n${code}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const highlighted = highlightWith(grammar, code);
    seen.set(key, highlighted);
    seenBytes += key.length + highlighted.length;
    for (const [oldKey, oldValue] of seen) {
      if (seenBytes <= cacheBytesMax) break;
      seen.delete(oldKey);
      seenBytes -= oldKey.length + oldValue.length;
    }
    return highlighted;
  };
}

function highlightWith(grammar: string, code: string): string {
  register(grammar);
  return hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value;
}

/** With the grammars inside of it: what is marked must not depend on which languages came before. */
function register(grammar: string): void {
  if (hljs.getLanguage(grammar) !== undefined) return;
  hljs.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`) as LanguageFn);
  for (const inner of innerGrammars(grammar)) register(inner);
}
