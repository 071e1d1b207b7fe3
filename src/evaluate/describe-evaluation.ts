import { count } from "../contract/count.ts";
import type { Verdict } from "../platform/db/column-types.ts";
import type { Result } from "./score-reply.ts";

export interface Counts {
  /** The number of answers that are worse than before. */
  worse: number;
  right: number;
  partly: number;
  wrong: number;
  unknown: number;
}

export interface ChangedAnswer {
  question: string;
  before: Verdict;
  after: Result;
  expected: readonly string[];
  notInDocs: boolean;
  outcome: string;
  cited: readonly string[];
}

const namedMax = 20;
const questionCharactersMax = 120;

/** A line such as `12 questions: 9 right, 2 partly, 0 wrong; 1 got worse, 1 to judge again`. */
export function describeCounts({ right, partly, wrong, unknown, worse }: Counts): string {
  const changes = [
    ...(worse === 0 ? [] : [`${worse} got worse`]),
    ...(unknown === 0 ? [] : [`${unknown} to judge again`]),
  ];
  const questions = count(right + partly + wrong + unknown, "question");
  return [`${questions}: ${right} right, ${partly} partly, ${wrong} wrong`, changes.join(", ")]
    .filter(Boolean)
    .join("; ");
}

/** One line per changed answer, for the update's log. */
export function describeChanges(change: "worse" | "judge again", answers: readonly ChangedAnswer[]): string[] {
  const lines = answers.slice(0, namedMax).map((answer) => `${change}: ${describeChange(answer)}`);
  return answers.length > namedMax ? [...lines, `${change}: ${answers.length - namedMax} more`] : lines;
}

function describeChange({ question, before, after, expected, notInDocs, outcome, cited }: ChangedAnswer): string {
  const wanted = notInDocs ? "expected no answer" : `expected ${expected.join(" or ")}`;
  const shown = outcome === "not_in_docs" ? "no answer" : (cited[0] ?? "nothing");
  return `“${inOneLine(question)}” ${before} → ${after} (${wanted}, got ${shown})`;
}

/** Writes a question on one line for the log, because questions come from readers and may contain line breaks. */
function inOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a log.
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
  return line.length <= questionCharactersMax ? line : `${line.slice(0, questionCharactersMax - 1)}…`;
}
