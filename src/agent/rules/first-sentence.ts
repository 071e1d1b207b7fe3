import type { MarkdownNode } from "../../site/page/page-tree.ts";
import { type DocsPage, isMasked } from "./docs-page.ts";

const charactersMin = 20;
const charactersMax = 200;

/** The first sentence of the text of a page, without its markup, or why there is none that could stand alone. */
export function findFirstSentence({ tree }: DocsPage): { text: string } | { why: string } {
  const paragraph = (tree.children ?? []).find(({ type }) => type === "paragraph");
  if (paragraph === undefined) return { why: "the page has no paragraph of text" };
  const words = wordsOf(paragraph);
  if (words === undefined) return { why: "its first paragraph holds more than text" };
  const text = words.replaceAll(/\s+/g, " ").trim();
  const sentence = text.slice(0, sentenceEnd(text));
  if (!/[.!?]["”’)]?$/.test(sentence)) return { why: "its first paragraph is no whole sentence" };
  if (sentence.length < charactersMin) return { why: "its first sentence is too short" };
  return sentence.length > charactersMax ? { why: "its first sentence is too long" } : { text: sentence };
}

/** Undefined when code, a component or a picture is among the words. */
function wordsOf(node: MarkdownNode): string | undefined {
  if (node.type === "text" || node.type === "inlineCode") return isMasked(node.value ?? "") ? undefined : node.value;
  if (node.type === "break") return " ";
  if (!inline.has(node.type)) return undefined;
  const parts = (node.children ?? []).map(wordsOf);
  return parts.includes(undefined) ? undefined : parts.join("");
}

const inline: ReadonlySet<string> = new Set("paragraph emphasis strong delete link linkReference".split(" "));
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|dr|mr|ms|mrs|st|inc|ltd|co|fig|ver)|\b[A-Z]|\.\.)$/i;

function sentenceEnd(text: string): number {
  for (const match of text.matchAll(/[.!?]["”’)]?(?=\s|$)/g)) {
    const isEnd = match[0].startsWith(".") ? !abbreviation.test(text.slice(0, match.index)) : true;
    const next = text.slice(match.index + match[0].length).trimStart();
    if (isEnd && !/^\p{Ll}/u.test(next)) return match.index + match[0].length;
  }
  return text.length;
}
