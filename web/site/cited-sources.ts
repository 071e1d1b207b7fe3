import type { Source } from "./answer-stream.ts";
import { type Block, childrenOf, type Inline } from "./markdown-tree.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** A page that the answer cites, with the number that its citations show. */
export interface CitedSource {
  number: number;
  href: string;
  title: string;
  section: string | undefined;
}

/** The pages that an answer cites, in the order of their numbers. */
export function citedSources(text: string, sources: readonly Source[]): CitedSource[] {
  const cited = new Map<number, CitedSource>();
  const visit = (nodes: readonly (Block | Inline)[]) => {
    for (const node of nodes) {
      if (node.type === "citation" && !cited.has(node.number)) {
        const source = sourceOf(node.href, sources);
        cited.set(node.number, {
          number: node.number,
          href: node.href,
          title: source?.title ?? node.href,
          section: source?.section,
        });
      }
      visit(childrenOf(node));
    }
  };
  visit(parseMarkdown(text));
  return [...cited.values()].toSorted((one, other) => one.number - other.number);
}

/** The page that a citation links to. The citation may name another section than the search has found. */
export function sourceOf(href: string, sources: readonly Source[]): Source | undefined {
  const found = sources.find(({ url }) => url === href);
  if (found !== undefined) return found;
  const page = sources.find(({ url }) => pageOf(url) === pageOf(href));
  return page && { ...page, section: undefined };
}

/** The address without the section. */
export function pageOf(url: string): string {
  return url.split("#", 1)[0] ?? url;
}
