import type { Verdict } from "../platform/db/column-types.ts";
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
  /** Facts that the reply must show. Each fact is a list of alternatives. */
  facts?: readonly (readonly string[])[] | undefined;
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
 *    wasn't right and cited the page just as prominently: then the result is unknown. So it is if no facts are given
 *    and a number, code or name of the reply that was judged right is missing now: the page may have lost the answer.
 * 4. A reply without any of the given facts is wrong; one with some of them is at most partly right.
 * 5. Everything else is unknown until a member judges it.
 */
export function scoreReply({ pages, notInDocs, facts = [], judged }: Truth, reply: Reply): Result {
  if (judged !== undefined && judged.reply.text === reply.text) return judged.verdict;
  if (notInDocs) return refusalScores[reply.outcome] ?? "unknown";
  if (pages.length === 0) return "unknown";
  const score = limitByFacts(scorePages(pages, reply), facts, reply.text);
  if (score === "wrong" || judged === undefined) return score;
  if (judged.verdict === "right") {
    return facts.length > 0 || showsAll(detailsOf(judged.reply), reply.text) ? score : "unknown";
  }
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

function limitByFacts(score: Verdict, facts: readonly (readonly string[])[], text: string): Verdict {
  const shown = facts.filter((alternatives) => alternatives.some((fact) => showsAll([fact], text))).length;
  if (shown === facts.length) return score;
  return shown === 0 || score === "wrong" ? "wrong" : "partly";
}

function showsAll(parts: readonly string[], text: string): boolean {
  const said = plain(text);
  return parts.every((part) => said.includes(plain(part)));
}

const nextPassage = /\n\n\*\*[^\n]*\[\\\[2\\\]\]\(/;
const detail =
  /`[^`\n]+`|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand)\b|\d[\d.,:]*|(?<![\p{L}\d])[\p{L}\d]+(?:[._/][\p{L}\d]+)+|(?<!\p{L})\p{L}\p{Ll}+\p{Lu}[\p{L}\d]*/gu;

/** The numbers, code and names in an answer, or in the first passage of a built-in one. */
function detailsOf({ outcome, text }: { outcome: string; text: string | null }): string[] {
  const [first = ""] = outcome === "answered" ? (text ?? "").split(nextPassage, 1) : [text ?? ""];
  return first.replaceAll(/\[\\\[\d{1,4}\\\]\]\([^()]*\)|(?<=\])\([^()]*\)/g, "").match(detail) ?? [];
}

/** Removes Markdown, so that a fact is found whatever its markup. */
function plain(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]*\)/g, "")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, "-")
    .replaceAll(/[*_`~#>|\\[\]]/g, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

/** How a result compares with an earlier one. `unclear` if a right answer changed, so that it must be judged again. */
export function compareResults(before: Verdict | null, after: Result): "better" | "worse" | "same" | "unclear" {
  if (before === "right" && after === "unknown") return "unclear";
  if (before === null || after === "unknown" || before === after) return "same";
  return ranks[after] > ranks[before] ? "better" : "worse";
}
