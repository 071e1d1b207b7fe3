import type { Verdict } from "../platform/db/tables/evaluation.ts";
import { cleanPath } from "../search/querying.ts";

/** A reply of the assistant. */
export interface Reply {
  outcome: string;
  /** Paths of the cited pages, in order. */
  cited: readonly string[];
  text: string;
}

/** The known facts about the right answer to a question. */
export interface Truth {
  /** Paths of the pages that should answer. */
  pages: readonly string[];
  /** The pages don't answer the question, so the assistant should say so. */
  notInDocs: boolean;
  /** A reply that a member has judged. Its text is null if it wasn't kept. */
  judged?: { verdict: Verdict; reply: Omit<Reply, "text"> & { text: string | null } } | undefined;
}

export type Result = Verdict | "unknown";

const ranks: Readonly<Record<Verdict, number>> = { wrong: 0, partly: 1, right: 2 };

/**
 * Scores a reply without guessing:
 * 1. A reply with the same text as the judged reply gets the same judgment.
 * 2. If the pages don't answer the question, a refusal is right, suggestions are partly right, and an answer is wrong.
 * 3. If a page should answer the question, an answer that cites it first is right. A reply that cites it later, or only
 *    suggests it, is partly right, and any other reply is wrong. But citing the page isn't enough if the judged reply
 *    wasn't right and cited the page just as prominently: then the result is unknown.
 * 4. Everything else is unknown until a member judges it.
 */
export function scoreReply({ pages, notInDocs, judged }: Truth, reply: Reply): Result {
  if (judged !== undefined && judged.reply.text === reply.text) return judged.verdict;
  if (notInDocs) return refusalScores[reply.outcome] ?? "unknown";
  if (pages.length === 0) return "unknown";
  const score = scorePages(pages, reply);
  if (score === "wrong" || judged === undefined || judged.verdict === "right") return score;
  return ranks[score] > ranks[scorePages(pages, judged.reply)] ? score : "unknown";
}

const refusalScores: Readonly<Record<string, Verdict>> = {
  not_in_docs: "right",
  suggested: "partly",
  answered: "wrong",
};

function scorePages(pages: readonly string[], { outcome, cited }: Pick<Reply, "outcome" | "cited">): Verdict {
  const expected = new Set(pages.map(cleanPath));
  const place = cited.findIndex((path) => expected.has(cleanPath(path)));
  if (place === -1 || (outcome !== "answered" && outcome !== "suggested")) return "wrong";
  return outcome === "answered" && place === 0 ? "right" : "partly";
}

/** How a result compares with an earlier one. An unknown result can't be compared. */
export function compareResults(before: Verdict | null, after: Result): "better" | "worse" | "same" {
  if (before === null || after === "unknown" || before === after) return "same";
  return ranks[after] > ranks[before] ? "better" : "worse";
}
