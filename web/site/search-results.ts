import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Problem, problemOfError, problemOfResponse } from "./problem.ts";
import type { Send } from "./server.ts";

/** A search result as the server sends it. */
export interface FoundPage {
  content: string;
  path: string;
  metadata: {
    title: string;
    heading?: string;
    anchor?: string;
    breadcrumb?: string[];
    highlights?: [start: number, end: number][];
    /** The matching sections of the page, best first. */
    sections?: { anchor: string; heading: string }[];
  };
}

export interface SearchAnswer {
  /** The query of these results. They are shown until the results of the next query arrive. */
  query: string;
  pages: readonly FoundPage[];
  /** The closest pages, if nothing matches. */
  nearest: readonly FoundPage[];
  problem?: Problem;
}

const pagesMax = 8;
const nearestMax = 4;
const wordsTried = 2;
const beginningCharacters = 4;
const answersKept = 60;

type Filter = Readonly<Record<string, string>>;

/** The results for the current input. Results of an earlier query that arrive late are dropped. */
export function useSearch(send: Send, query: string, filter: Filter): SearchAnswer | undefined {
  const [answer, setAnswer] = useState<SearchAnswer>();
  const known = useRef(new Map<string, SearchAnswer>());
  // A layout effect sends the request one frame earlier than an effect would.
  useLayoutEffect(() => {
    if (query === "") return setAnswer(undefined);
    const kept = known.current.get(query);
    if (kept !== undefined) return setAnswer(kept);
    const leaving = new AbortController();
    find(send, query, filter, leaving.signal).then(
      (found) => {
        if (leaving.signal.aborted) return;
        if (found.problem === undefined) keep(known.current, found);
        setAnswer(found);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted)
          setAnswer({ query, pages: [], nearest: [], problem: problemOfError(error, false) });
      },
    );
    return () => leaving.abort();
  }, [send, query, filter]);
  return answer;
}

function keep(known: Map<string, SearchAnswer>, answer: SearchAnswer): void {
  known.set(answer.query, answer);
  const [oldest] = known.keys();
  if (known.size > answersKept && oldest !== undefined) known.delete(oldest);
}

async function find(send: Send, query: string, filter: Filter, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await send("search", { query, pageSize: pagesMax, filter }, signal);
  if (!response.ok) return { query, pages: [], nearest: [], problem: problemOfResponse(response) };
  const pages = ((await response.json()) as FoundPage[]).map((page) => withoutBranch(page, filter));
  return { query, pages, nearest: pages.length > 0 ? [] : await findNearest(send, query, filter, signal) };
}

/** Removes the current version and language from a result, so that rows don't repeat them. */
function withoutBranch(page: FoundPage, filter: Filter): FoundPage {
  const { breadcrumb = [] } = page.metadata;
  const own = breadcrumb.filter((name) => !Object.values(filter).includes(name));
  return { ...page, metadata: { ...page.metadata, breadcrumb: own } };
}

/** Searches for prefixes of the longest words, so that "authentification" finds "authentication". */
async function findNearest(send: Send, query: string, filter: Filter, signal: AbortSignal): Promise<FoundPage[]> {
  const words = query.split(/\s+/).toSorted((a, b) => b.length - a.length);
  const beginnings = words.slice(0, wordsTried).map((word) => word.slice(0, beginningCharacters));
  for (const beginning of beginnings.filter((word) => word.length === beginningCharacters)) {
    const response = await send("search", { query: beginning, pageSize: nearestMax, filter }, signal);
    const pages = response.ok ? ((await response.json()) as FoundPage[]) : [];
    if (pages.length > 0) return pages;
  }
  return [];
}
