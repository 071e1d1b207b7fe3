import type { FoundPage } from "./search-results.ts";

/** The address of a search result on this site. */
export function addressOf({ path, metadata: { anchor } }: FoundPage): string {
  // Two slashes would start a host name.
  const own = `/${path.replace(/^[/\\]+/, "")}`;
  return anchor === undefined ? own : `${own}#${encodeURIComponent(anchor)}`;
}
