import type { FoundPage, SearchAnswer } from "./search-results.ts";

/** A row of the dialog that can be selected. */
export type Row =
  | { kind: "page"; id: string; href: string; page: FoundPage }
  | { kind: "link"; id: string; href: string; title: string }
  | { kind: "recent"; id: string; query: string }
  | { kind: "ask"; id: string; query: string };

export interface RowGroup {
  name: "results" | "nearest" | "startHere" | "recent" | "ask";
  rows: Row[];
}

interface RowsRequest {
  query: string;
  answer: SearchAnswer | undefined;
  recent: readonly string[];
  /** Pages next to the current one in the sidebar. */
  neighbours: readonly { href: string; title: string }[];
  hasAssistant: boolean;
}

/** All rows of the dialog, in the order of the arrow keys. */
export function listRows({ query, answer, recent, neighbours, hasAssistant }: RowsRequest): RowGroup[] {
  const groups: RowGroup[] = [];
  const add = (name: RowGroup["name"], rows: Row[]) => {
    if (rows.length > 0) groups.push({ name, rows });
  };
  if (query === "") {
    add(
      "recent",
      recent.map((past, index) => ({ kind: "recent", id: `recent-${index}`, query: past })),
    );
    if (recent.length === 0) add("startHere", linkRows(neighbours));
  } else if (answer !== undefined && answer.problem === undefined) {
    add("results", pageRows(answer.pages));
    add("nearest", pageRows(answer.nearest));
    if (answer.pages.length + answer.nearest.length === 0) add("startHere", linkRows(neighbours));
  }
  if (hasAssistant && query !== "") add("ask", [{ kind: "ask", id: "ask", query }]);
  return groups;
}

function pageRows(pages: readonly FoundPage[]): Row[] {
  return pages.map((page, index) => ({ kind: "page", id: `page-${index}`, href: addressOf(page), page }));
}

function linkRows(links: RowsRequest["neighbours"]): Row[] {
  return links.map(({ href, title }, index) => ({ kind: "link", id: `link-${index}`, href, title }));
}

/** The address of a search result on this site. */
function addressOf({ path, metadata: { anchor } }: FoundPage): string {
  // Two slashes would start a host name.
  const own = `/${path.replace(/^[/\\]+/, "")}`;
  return anchor === undefined ? own : `${own}#${encodeURIComponent(anchor)}`;
}
