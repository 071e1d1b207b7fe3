import type { CitedPage } from "../../assistant/answer-event.ts";
import { escapeMarkdown } from "../../assistant/reply/write-blocks.ts";
import type { Answered } from "./answer-question.ts";

/**
 * The answer as Markdown, with its outcome in the frontmatter. It never repeats the question: anybody can write that
 * into an address, and agents trust what the site says.
 */
export function writeAnswer({ outcome, text, sources }: Answered): string {
  return `${[`---\noutcome: ${outcome}\n---`, text, ...writeSources(sources)].join("\n\n")}\n`;
}

/** The list of sources with its heading; empty if there are none. */
export function writeSources(sources: readonly CitedPage[]): string[] {
  const pages = new Map(sources.map(({ url, metadata }) => [url, metadata.title]));
  const list = [...pages].map(
    ([url, title]) => `- [${escapeMarkdown(title)}](${url}), as Markdown: ${markdownAddress(url)}`,
  );
  return list.length === 0 ? [] : ["## Sources", list.join("\n")];
}

function markdownAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}${pathname.endsWith("/") ? "index" : ""}.md`;
}
