import type { MarkdownNode } from "../site/reading.ts";
import { type DocsPage, isMasked, type Range, rangeOf, visitNodes } from "./docs-page.ts";
import { scanAttributes } from "./scan-attributes.ts";

/** A link in a page with its exact position. */
export interface WrittenLink extends Range {
  url: string;
  kind: "link" | "image";
}

/** Finds all literal links. Links that are computed or contain escapes are left out. */
export function findLinks(page: DocsPage): WrittenLink[] {
  const links: WrittenLink[] = [];
  visitNodes(page.tree, (node) => {
    const range = rangeOf(node, page);
    if (range === undefined) return;
    if (node.type === "link" || node.type === "image" || node.type === "definition") {
      const place = findAddress(node, range, page);
      if (place !== undefined && node.url !== undefined && !isMasked(node.url)) {
        links.push({ ...place, url: node.url, kind: node.type === "image" ? "image" : "link" });
      }
    } else if (node.attributes !== undefined) {
      for (const { name, value, start, end } of scanAttributes(page.source, range)) {
        const kind = name === "href" ? "link" : name === "src" ? "image" : undefined;
        if (kind !== undefined && !value.includes("{{")) links.push({ start, end, url: value, kind });
      }
    } else if (node.type === "html") links.push(...findInHtml(page.source, range));
  });
  return links.sort((one, other) => one.start - other.start);
}

/** Finds the URL, which follows the text in brackets. The last match counts, because the text may look like the URL. */
function findAddress(node: MarkdownNode, { start, end }: Range, page: DocsPage): Range | undefined {
  const url = node.url ?? "";
  const { source } = page;
  if (url === "" || (source[start] !== "[" && source[start] !== "!")) return undefined;
  const lastChild = node.children?.at(-1);
  const after = (lastChild === undefined ? undefined : rangeOf(lastChild, page)?.end) ?? start;
  const opening = node.type === "definition" ? "]:" : "](";
  for (let at = source.lastIndexOf(opening, end); at >= after; at = source.lastIndexOf(opening, at - 1)) {
    const [space = ""] = /^\s*<?/.exec(source.slice(at + 2, Math.min(end, at + 2 + spaceMax))) ?? [];
    const from = at + 2 + space.length;
    const next = source[from + url.length] ?? "";
    if (source.startsWith(url, from) && /^[\s)>]?$/.test(next)) return { start: from, end: from + url.length };
    if (at === 0) break;
  }
  return undefined;
}

const spaceMax = 200;
const htmlAddress = /\b(href|src)\s*=\s*(?:"([^"<>&]*)"|'([^'<>&]*)')/gi;

function findInHtml(source: string, { start, end }: Range): WrittenLink[] {
  return [...source.slice(start, end).matchAll(htmlAddress)].map((match) => {
    const url = match[2] ?? match[3] ?? "";
    const stop = start + match.index + match[0].length - 1;
    return { start: stop - url.length, end: stop, url, kind: match[1]?.toLowerCase() === "src" ? "image" : "link" };
  });
}
