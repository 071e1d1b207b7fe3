import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";
import type { Question } from "../../src/assistant/read-question.ts";
import { makeReply } from "../../src/assistant/reply/built-in-reply.ts";
import { choosePassages } from "../../src/assistant/reply/choose-passages.ts";
import {
  type Candidate,
  findCandidates,
  type ReadQuestion,
  readQuestion,
} from "../../src/assistant/reply/find-candidates.ts";
import { showPassage } from "../../src/assistant/reply/show-passage.ts";
import { writeBlocks } from "../../src/assistant/reply/write-blocks.ts";
import { passagesMax, writeReply } from "../../src/assistant/reply/write-reply.ts";
import { retrieve } from "../../src/assistant/retrieve.ts";
import { type Asked, understandQuestion } from "../../src/assistant/words/understand-question.ts";
import { vocabularyOf } from "../../src/assistant/words/vocabulary.ts";
import { answerLink } from "../../src/contract/answer-link.ts";
import type { SearchIndex } from "../../src/search/querying.ts";

/** A labeled question; see the README of `../shared/answers`. */
export interface LabeledQuestion {
  id: string;
  corpus: string;
  kind: string;
  question: string;
  before?: string;
  answerable: boolean;
  pages: string[];
  must: string[][];
}

export interface Result {
  id: string;
  text: string;
  refused: boolean;
  hedged: boolean;
  pages: string[];
}

/** The scorer from `../shared/answers`. */
export interface Scorer {
  normalise(text: string): string;
  score(
    questions: readonly LabeledQuestion[],
    results: readonly Result[],
  ): { category: string; question: LabeledQuestion }[];
  table(rows: unknown): string;
}

const siteUrl = "https://docs.example.org";
const questionsFolder = join(import.meta.dirname, "../questions");

export async function loadScorer(folder: string): Promise<Scorer> {
  return (await import(pathToFileURL(join(folder, "score.mjs")).href)) as Scorer;
}

function readQuestions(file: string): LabeledQuestion[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as LabeledQuestion);
}

/** Reads development questions, with the labels that were corrected since. */
export function readDev(file: string): LabeledQuestion[] {
  const corrected = JSON.parse(readFileSync(join(questionsFolder, "corrected.json"), "utf8")) as LabeledQuestion[];
  return readQuestions(file).map((one) => ({ ...one, ...corrected.find(({ id }) => id === one.id) }));
}

/** Rules may be written with the tuned half in mind. Nobody looks at the other half. */
export function halfOf({ id }: LabeledQuestion): "tuned" | "untouched" {
  return ((crc32(id) >>> 8) & 1) === 0 ? "tuned" : "untouched";
}

/** Reads the held-back questions, which are never used for tuning. */
export function readHeldBack(): LabeledQuestion[] {
  return readQuestions(join(questionsFolder, "held-back.jsonl"));
}

/** Reads the questions in readers' words about projects that `openPlainCorpora` opens. */
export function readEveryday(): LabeledQuestion[] {
  return readQuestions(join(questionsFolder, "everyday.jsonl"));
}

function asQuestion({ question }: LabeledQuestion): Question {
  return {
    fp: "bench",
    text: question,
    threadName: undefined,
    messageId: undefined,
    earlier: [],
    context: [],
    retrievalPageSize: 5,
    filter: {},
    currentPath: undefined,
  };
}

function readThread(index: SearchIndex, labeled: LabeledQuestion): Asked {
  const history = labeled.before === undefined ? [] : [{ role: "user" as const, text: labeled.before }];
  return understandQuestion(vocabularyOf(index), asQuestion(labeled), history);
}

/** The server's reply to a question. */
export function ask(index: SearchIndex, labeled: LabeledQuestion, url = siteUrl): Result {
  const asked = readThread(index, labeled);
  const question = asQuestion(labeled);
  const found = retrieve(index, url, asked.query, { pageSize: 5, filter: {}, currentPath: undefined });
  const deps = { index, url, siteUrl: (link: string) => answerLink(link, [url]) };
  const { kind, texts, cited } = makeReply(deps, { siteName: labeled.corpus, asked, question, found });
  return {
    id: labeled.id,
    text: texts.join(""),
    refused: kind.outcome === "not_in_docs",
    hedged: kind.outcome === "suggested",
    pages: cited.map(({ path }) => pageName(path)),
  };
}

/** A question with all its candidates, for fitting. */
export interface Prepared {
  labeled: LabeledQuestion;
  question: ReadQuestion;
  candidates: readonly Candidate[];
  /** The share of the facts that each candidate shows, from 0 to 1. */
  shows: readonly number[];
}

const shownCharacters = 600;

export function prepare(index: SearchIndex, labeled: LabeledQuestion, scorer: Scorer): Prepared {
  const question = readQuestion(index, readThread(index, labeled), labeled.question, {});
  const candidates = findCandidates(index, question, {
    siteName: labeled.corpus,
    filter: {},
    currentPath: undefined,
  });
  const shows = candidates.map((candidate) => {
    if (!labeled.pages.includes(pageName(candidate.page.path))) return 0;
    return visible(labeled, writeBlocks(showPassage(question, candidate, shownCharacters)), scorer);
  });
  return { labeled, question, candidates, shows };
}

export function writeBoth({ question, candidates }: Pick<Prepared, "question" | "candidates">) {
  const chosen = choosePassages(question, candidates, passagesMax);
  const write = (outcome: "answered" | "suggested") => writeReply(question, chosen, { outcome, siteUrl });
  return { chosen, answered: write("answered"), suggested: write("suggested") };
}

/** The share of the facts in a text. */
export function visible({ must }: LabeledQuestion, text: string, { normalise }: Scorer): number {
  if (must.length === 0) return 0;
  const plain = normalise(text);
  return must.filter((fact) => fact.some((one) => plain.includes(normalise(one)))).length / must.length;
}

export function pageName(path: string): string {
  return path.replace(/^\//, "") || "index";
}
