import type { FoundPage } from "./search-results.ts";

/** The place in the page that was found, as an address of this site. */
export function addressOf({ path, metadata: { anchor } }: FoundPage): string {
  // Two slashes would begin the name of another server.
  const own = `/${path.replace(/^[/\\]+/, "")}`;
  return anchor === undefined ? own : `${own}#${encodeURIComponent(anchor)}`;
}
