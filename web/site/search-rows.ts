import type { FoundPage, SearchAnswer } from "./search-results.ts";

/** A row of the dialog that can be selected. */
export type Row =
  | { kind: "page"; id: string; href: string; page: FoundPage }
  | { kind: "section"; id: string; href: string; page: FoundPage; heading: string; isBest: boolean }
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
  /** The path that the site's addresses start with. */
  basePath?: string;
  recent: readonly string[];
  /** Pages next to the current page in the sidebar. */
  neighbors: readonly { href: string; title: string }[];
  hasAssistant: boolean;
}

/** All rows of the dialog, in the order of the arrow keys. */
export function listRows({ query, answer, basePath = "", recent, neighbors, hasAssistant }: RowsRequest): RowGroup[] {
  const groups: RowGroup[] = [];
  const add = (name: RowGroup["name"], rows: Row[]) => {
    if (rows.length > 0) groups.push({ name, rows });
  };
  if (query === "") {
    add(
      "recent",
      recent.map((past, index) => ({ kind: "recent", id: `recent-${index}`, query: past })),
    );
    if (recent.length === 0) add("startHere", linkRows(neighbors));
  } else if (answer !== undefined && answer.problem === undefined) {
    add("results", pageRows(answer.pages, basePath));
    add("nearest", pageRows(answer.nearest, basePath));
    if (answer.pages.length + answer.nearest.length === 0) add("startHere", linkRows(neighbors));
  }
  if (hasAssistant && query !== "") add("ask", [{ kind: "ask", id: "ask", query }]);
  return groups;
}

/**
 * The index of the row that Enter opens: the best page or, if it was found by a section, that section. If nothing
 * matches, it is the question to the assistant, or -1 on a site without an assistant, because a suggested page isn't
 * what the reader searched for.
 */
export function bestRow(groups: readonly RowGroup[]): number {
  const rows = groups.flatMap((group) => group.rows);
  const [first, second] = rows;
  if (groups[0]?.name !== "results") return rows.findIndex(({ kind }) => kind === "ask" || kind === "recent");
  return first !== undefined && second?.kind === "section" && second.isBest ? 1 : 0;
}

const sectionsMax = 3;

/** Each page, followed by its matching sections. */
function pageRows(pages: readonly FoundPage[], basePath: string): Row[] {
  return pages.flatMap((page, index): Row[] => [
    { kind: "page", id: `page-${index}`, href: addressOf(page, basePath), page },
    ...sectionsOf(page).map(({ anchor, heading }, number) => ({
      kind: "section" as const,
      id: `page-${index}-${number}`,
      href: `${addressOf(page, basePath)}#${encodeURIComponent(anchor)}`,
      page,
      heading,
      isBest: anchor === page.metadata.anchor,
    })),
  ]);
}

/** The section that matches best comes first, because its text is shown. */
function sectionsOf({
  metadata: { anchor, heading, sections = [] },
}: FoundPage): { anchor: string; heading: string }[] {
  const best = anchor === undefined || heading === undefined ? [] : [{ anchor, heading }];
  return [...best, ...sections.filter((section) => section.anchor !== anchor)].slice(0, sectionsMax);
}

function linkRows(links: RowsRequest["neighbors"]): Row[] {
  return links.map(({ href, title }, index) => ({ kind: "link", id: `link-${index}`, href, title }));
}

/** The address of a page on this site. Two leading slashes would start a host name. */
function addressOf({ path }: FoundPage, basePath: string): string {
  return `${basePath}/${path.replace(/^[/\\]+/, "")}`;
}
