import type { EarlierMessage } from "../assistant/read-question.ts";
import { evaluationLimits } from "../contract/evaluation-limits.ts";
import type { AskedQuestion } from "../evaluate/ask-again.ts";
import type { Result } from "../evaluate/score-reply.ts";
import { CommandProblem } from "./output.ts";

/** A question and its result, as printed. */
export interface EvaluatedQuestion {
  question: string;
  pages: readonly string[];
  result: Result;
  before: Exclude<Result, "unknown"> | null;
  outcome: string;
  cited: readonly string[];
}

/** A question from a file, as asked and scored. */
export interface WrittenQuestion extends AskedQuestion {
  pages: readonly string[];
  notInDocs: boolean;
  /** The facts that the answer must show. Each fact is a list of alternatives. */
  facts: readonly (readonly string[])[];
  before: EvaluatedQuestion["before"];
  /** The line as read, so that saving keeps all other fields. */
  line: Readonly<Record<string, unknown>>;
}

const questionsMax = 2_000;
const results: readonly unknown[] = ["right", "partly", "wrong"];

/** Reads a file with one JSON object per line. Empty lines and lines that start with `//` are skipped. */
export function readQuestionsFile(text: string, file: string): WrittenQuestion[] {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), place: `${file}:${index + 1}` }));
  const questions = lines.filter(({ line }) => line !== "" && !line.startsWith("//"));
  if (questions.length === 0) throw new CommandProblem(`${file} has no questions.`);
  if (questions.length > questionsMax) throw new CommandProblem(`${file} has more than ${questionsMax} questions.`);
  return questions.map(({ line, place }) => readQuestionLine(line, place));
}

function readQuestionLine(text: string, place: string): WrittenQuestion {
  const line = parse(text, place);
  const { question, pages = [], must = [], before, answerable = true, version, result } = line;
  if (typeof question !== "string" || question.trim() === "" || question.length > evaluationLimits.questionCharacters) {
    throw new CommandProblem(
      `${place}: "question" must be a text of up to ${evaluationLimits.questionCharacters} characters.`,
    );
  }
  if (!isTexts(pages))
    throw new CommandProblem(`${place}: "pages" must be a list of paths, such as ["guides/install"].`);
  if (!Array.isArray(must) || !must.every(isTexts)) {
    throw new CommandProblem(`${place}: "must" must be a list of facts, each a list of alternatives.`);
  }
  const notInDocs = answerable === false;
  if (notInDocs === pages.length > 0) {
    throw new CommandProblem(`${place}: set "pages" to the pages that should answer, or "answerable" to false.`);
  }
  const earlier: EarlierMessage[] = typeof before === "string" ? [{ role: "user", text: before }] : [];
  return {
    question,
    earlier,
    // The question's language isn't used as a filter, because readers may ask in another language than that of the
    // docs.
    language: null,
    version: typeof version === "string" ? version : null,
    page: null,
    pages,
    notInDocs,
    facts: notInDocs ? [] : must,
    before: results.includes(result) ? (result as WrittenQuestion["before"]) : null,
    line,
  };
}

function parse(text: string, place: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Invalid JSON is reported below, like any value that isn't an object.
  }
  throw new CommandProblem(`${place}: not a JSON object; write one per line.`);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
