import { answerLink } from "../contract/answer-link.ts";
import { cleanPath, pageFilter, pagesBelow, type SearchFilter, type SearchIndex } from "../search/querying.ts";
import { basePathOf, tryDecodeUrl } from "../site/serving.ts";

/** The pages under a prefix that the assistant may read, in the order of their paths. */
export function assistantPages(index: SearchIndex, prefix: string, filter: SearchFilter = {}): number[] {
  const { start, end } = pagesBelow(index, prefix.startsWith("/") ? prefix : `/${prefix}`);
  const pages = Array.from({ length: end - start }, (_, place) => start + place);
  return pages.filter(pageFilter(index, "assistant", filter));
}

/** The path of one of the site's pages. Models sometimes pass full addresses, so those are accepted too. */
export function ownPath(siteUrl: string, path: string): string | undefined {
  const link = answerLink(path, [siteUrl]);
  const basePath = basePathOf(siteUrl);
  const page = link === undefined ? undefined : tryDecodeUrl(new URL(link).pathname.slice(basePath.length));
  return page === undefined ? undefined : cleanPath(page).replace(/\.mdx?$/, "");
}
