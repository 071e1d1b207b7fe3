import type { Generated } from "kysely";

/** Searches, visits and ratings of readers, without identifying them. */
export interface InsightTables {
  /** The salt that visitors of one day are hashed with. It is deleted soon afterwards, so nobody can be re-identified. */
  visitorSalts: { day: string; salt: string };
  insightSearches: InsightSearchRow;
  insightPages: InsightPageRow;
  /** A reader's rating of a page; one per visitor, page and day. */
  pageRatings: {
    id: string;
    projectId: string;
    page: string;
    /** 1 for yes, 0 for no. */
    helpful: number;
    comment: string | null;
    /** One of `ratingReasons` in the contract. */
    reason: string | null;
    createdAt: number;
    /** A mail address, if the reader wants an answer. */
    contact: string | null;
    status: Generated<"open" | "done">;
  };
}

/** How often something was searched for on one day. Days are dates in UTC, such as 2026-03-02. */
export interface InsightSearchRow {
  projectId: string;
  day: string;
  /** Readers on the site, or tools over MCP. */
  source: "site" | "mcp";
  /** In lower case. Searches made after the day's list was full are counted under an empty text. */
  query: string;
  searches: number;
  withoutResult: number;
  clicks: number;
}

export interface InsightPageRow {
  projectId: string;
  day: string;
  page: string;
  /** Searches that readers started on this page. */
  searches: number;
  /** Clicks on search results that led to this page. */
  clicks: number;
  /** How often tools read the page over MCP. */
  toolReads: number;
}
