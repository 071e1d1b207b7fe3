import { type DocsPage, isMasked } from "../../../docs-edits/docs-page.ts";
import { readKnownSite } from "../../../docs-edits/known-site.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import type { TextEdit } from "../../../docs-edits/text-edit.ts";
import { type MarkdownNode, splitFrontmatter } from "../../../site/reading.ts";
import type { RunTask } from "../task.ts";

export const fillDescriptions: RunTask = async (docs, request) => {
  const site = await readKnownSite(docs);
  if (site === undefined) return;
  const pages = new Map(site.pages.map((page) => [page.file, page]));
  await editPages(docs, "fill-descriptions", request, (page) => {
    const frontmatter = pages.get(page.path)?.frontmatter;
    // An API page has the description of its operation, and a page with a URL is only a link.
    const hasOne = [frontmatter?.description, frontmatter?.openapi, frontmatter?.url].some((one) => one !== undefined);
    if (frontmatter === undefined || hasOne) return [];
    const sentence = findFirstSentence(page);
    if ("text" in sentence) return insertDescription(page, sentence.text);
    docs.decline({ path: page.path, line: undefined, what: "the missing description", why: sentence.why });
    return [];
  });
};

const why = "the page had no description; this is its first sentence";
const emptyDescription = /^(description[ \t]*:)[ \t]*(?:""|''|~|null)?[ \t]*(?=\r?$)/m;
const titleLine = /^title[ \t]*:[ \t]*(?![|>&*])\S[^\n]*$/m;

/** Inserts the description after the title or at the end of the frontmatter, which is created if missing. */
function insertDescription({ source }: DocsPage, sentence: string): TextEdit[] {
  const { yaml } = splitFrontmatter(source);
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const value = JSON.stringify(sentence);
  const top = source.startsWith("\uFEFF") ? 1 : 0;
  if (yaml === undefined) {
    const text = ["---", `description: ${value}`, "---", "", ""].join(newline);
    return [{ start: top, end: top, text, why }];
  }
  const yamlStart = source.indexOf("\n") + 1;
  const empty = emptyDescription.exec(yaml);
  if (empty !== null) {
    const start = yamlStart + empty.index + (empty[1]?.length ?? 0);
    return [{ start, end: yamlStart + empty.index + empty[0].length, text: ` ${value}`, why }];
  }
  const title = titleLine.exec(yaml);
  const isWholeTitle = title !== null && !/^[ \t]+\S/.test(yaml.slice(title.index + title[0].length + 1));
  const end = isWholeTitle ? title.index + title[0].replace(/\r$/, "").length : yaml.length;
  const line = `description: ${value}`;
  const start = yamlStart + end;
  return [{ start, end: start, text: yaml === "" ? `${line}${newline}` : `${newline}${line}`, why }];
}

const charactersMin = 20;
const charactersMax = 200;

/** The first sentence of a page as plain text, or the reason why no sentence is suitable. */
function findFirstSentence({ tree }: DocsPage): { text: string } | { why: string } {
  const paragraph = (tree.children ?? []).find(({ type }) => type === "paragraph");
  if (paragraph === undefined) return { why: "the page has no paragraph of text" };
  const words = wordsOf(paragraph);
  if (words === undefined) return { why: "its first paragraph contains more than plain text" };
  const text = words.replaceAll(/\s+/g, " ").trim();
  const sentence = text.slice(0, sentenceEnd(text));
  if (!/[.!?]["”’)]?$/.test(sentence)) return { why: "its first paragraph is not a complete sentence" };
  if (sentence.length < charactersMin) return { why: "its first sentence is too short" };
  return sentence.length > charactersMax ? { why: "its first sentence is too long" } : { text: sentence };
}

/** Undefined if the text contains code, a component or an image. */
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
