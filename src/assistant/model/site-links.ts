import { findPage, isFor, readPassages } from "../../search/querying.ts";
import { decodeUrl } from "../../site/serving.ts";
import { ownPath } from "../site-pages.ts";
import type { ReadSite } from "./site-reader.ts";

/**
 * Checks links that a model writes. A link must lead to a page that the assistant may see, or occur in the text that
 * the model read, such as a file to download. An anchor that the page doesn't have is dropped.
 */
export function checkedLinks(
  { url: siteUrl, index }: Pick<ReadSite, "url" | "index">,
  allowed: (link: string) => string | undefined,
  isShown: (path: string) => boolean,
): (link: string) => string | undefined {
  return (link) => {
    const address = allowed(link);
    if (address === undefined) return undefined;
    const { pathname, hash } = new URL(address);
    const path = ownPath(siteUrl, address);
    const page = index === undefined || path === undefined ? undefined : findPage(index, path);
    if (index === undefined || page === undefined || !isFor(index.pageFlags[page] ?? 0, "assistant")) {
      return pathname !== "/" && isShown(pathname) ? address : undefined;
    }
    const hasAnchor = (wanted: string) => readPassages(index, page).some(({ anchor }) => anchor === wanted);
    return hash === "" || hasAnchor(decodeUrl(hash.slice(1))) ? address : address.replace(/#.*$/s, "");
  };
}
