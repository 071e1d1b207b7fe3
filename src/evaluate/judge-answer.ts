import type { Static } from "typebox";
import { listMessages } from "../assistant/store.ts";
import { evaluationLimits } from "../contract/evaluation-limits.ts";
import type { AnswerJudgment, NewEvaluationQuestion, QuestionChange } from "../contract/evaluation-operations.ts";
import type { Clock } from "../platform/clock.ts";
import type { Verdict } from "../platform/db/column-types.ts";
import type { Connection } from "../platform/db/database.ts";
import type { EvaluationQuestionRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { cleanPath } from "../search/querying.ts";
import { findLatestResult } from "./evaluation-store.ts";
import { countQuestions, findQuestion, findTurn, insertQuestion, updateQuestion } from "./question-store.ts";

export interface Judging {
  clock: Clock;
  projectId: string;
  /** The name of the person who judges. */
  judgedBy: string;
  /** Whether the published site has this page. */
  hasPage(path: string): boolean;
}

type TruthGiven = Pick<Static<typeof QuestionChange>, "pages" | "notInDocs" | "must" | "note">;
type JudgedAnswer = Pick<EvaluationQuestionRow, "answer" | "outcome" | "cited">;

const judgedOutcomes: readonly string[] = ["answered", "suggested", "not_in_docs"];
const earlierMessagesMax = 10;
const earlierCharactersMax = 2_000;
const answerCharactersMax = 20_000;

/**
 * Adds a reader's question to the project's own questions. Judging the same answer again replaces the earlier judgment.
 */
export async function judgeAnswer(
  judging: Judging,
  tx: Connection,
  { answerId, judgment, ...truth }: Static<typeof AnswerJudgment>,
): Promise<EvaluationQuestionRow> {
  const known = await findQuestion(tx, judging.projectId, { answerId });
  if (known !== undefined) {
    // The conversation may have been deleted, so the stored answer is used.
    return change(judging, tx, { ...known, judgment, ...readTruth(judging, truth, judgment, known) });
  }
  const turn = await findTurn(tx, judging.projectId, answerId);
  if (turn === undefined) {
    throw new AppError("not_found", "Answer not found; it may have been deleted after the retention period.");
  }
  if (!judgedOutcomes.includes(turn.outcome)) {
    throw new AppError(
      "bad_request",
      "Only complete answers can be judged: this one failed, was stopped, or is small talk.",
    );
  }
  const messages = await listMessages(tx, turn.threadId);
  const at = messages.findIndex(({ id }) => id === answerId);
  // The message before the answer is the question.
  const earlier = messages.slice(0, Math.max(at - 1, 0)).slice(-earlierMessagesMax);
  const answer = {
    answer: messages[at]?.text.slice(0, answerCharactersMax) ?? null,
    outcome: turn.outcome,
    cited: turn.sources,
  };
  return add(tx, {
    ...(await newQuestion(judging, tx, turn.question.slice(0, evaluationLimits.questionCharacters))),
    earlier: JSON.stringify(earlier.map(({ role, text }) => ({ role, text: text.slice(0, earlierCharactersMax) }))),
    language: turn.language,
    version: turn.version,
    page: turn.page,
    answerId,
    judgment,
    ...answer,
    ...readTruth(judging, truth, judgment, answer),
  });
}

export async function addQuestion(
  judging: Judging,
  tx: Connection,
  { question, language, version, ...given }: Static<typeof NewEvaluationQuestion>,
): Promise<EvaluationQuestionRow> {
  const truth = readTruth(judging, given);
  if (truth.notInDocs === 0 && truth.expected === "[]") {
    throw new AppError("bad_request", "Name the pages that should answer the question, or set notInDocs.");
  }
  return add(tx, {
    ...(await newQuestion(judging, tx, question.trim())),
    language: language ?? null,
    version: version ?? null,
    ...truth,
  });
}

/** Changes the expected answer. If a judgment is given, it is about the latest answer. */
export async function changeQuestion(
  judging: Judging,
  tx: Connection,
  id: string,
  { judgment, ...truth }: Static<typeof QuestionChange>,
): Promise<EvaluationQuestionRow> {
  const known = await findQuestion(tx, judging.projectId, { id });
  if (known === undefined) throw questionNotFound();
  if (judgment === undefined) {
    return change(judging, tx, { ...known, ...readTruth(judging, truth, known.judgment, known) });
  }
  const latest = await findLatestResult(tx, id);
  const answer: JudgedAnswer | undefined = latest ?? (known.outcome === null ? undefined : known);
  if (answer === undefined) {
    throw new AppError("bad_request", "There is no answer to judge yet; start an evaluation first.");
  }
  const { outcome, cited } = answer;
  const text = answer.answer?.slice(0, answerCharactersMax) ?? null;
  const judged = { answer: text, outcome, cited, judgment };
  return change(judging, tx, { ...known, ...judged, ...readTruth(judging, truth, judgment, judged) });
}

export function questionNotFound(): AppError {
  return new AppError("not_found", "Question not found.");
}

async function newQuestion(
  { clock, projectId, judgedBy }: Judging,
  tx: Connection,
  question: string,
): Promise<EvaluationQuestionRow> {
  if ((await countQuestions(tx, projectId)) >= evaluationLimits.questions) {
    throw new AppError(
      "bad_request",
      `A project can have at most ${evaluationLimits.questions} judged questions; remove one that no longer matters.`,
    );
  }
  const now = clock.now();
  return {
    id: newId("evq", clock),
    projectId,
    question,
    earlier: "[]",
    language: null,
    version: null,
    page: null,
    expected: "[]",
    notInDocs: 0,
    must: "[]",
    note: null,
    judgment: null,
    answerId: null,
    answer: null,
    outcome: null,
    cited: "[]",
    judgedBy,
    createdAt: now,
    updatedAt: now,
  };
}

/** A right answer sets the expectation: the page that it cites first, or no answer if it was a refusal. */
function readTruth(
  { hasPage }: Judging,
  { pages = [], notInDocs, must, note }: TruthGiven,
  judgment?: Verdict | null,
  answer?: Pick<JudgedAnswer, "outcome" | "cited">,
): Pick<EvaluationQuestionRow, "expected" | "notInDocs" | "note"> & Partial<Pick<EvaluationQuestionRow, "must">> {
  const expected = [...new Set(pages.map(cleanPath))];
  if (notInDocs && expected.length > 0) {
    throw new AppError("bad_request", "Name the pages that should answer or set notInDocs, but not both.");
  }
  const missing = expected.find((path) => !hasPage(path));
  if (missing !== undefined) {
    throw new AppError("bad_request", `The published site has no page ${missing}.`);
  }
  const isRight = judgment === "right" && expected.length === 0;
  const isRefusal = notInDocs ?? (isRight && answer?.outcome === "not_in_docs");
  const cited: string[] = isRight && !isRefusal ? JSON.parse(answer?.cited ?? "[]").slice(0, 1) : [];
  return {
    expected: JSON.stringify(expected.length > 0 ? expected : cited.map(cleanPath)),
    notInDocs: isRefusal ? 1 : 0,
    ...(must !== undefined && { must: JSON.stringify(must) }),
    note: note?.trim() || null,
  };
}

async function add(tx: Connection, question: EvaluationQuestionRow): Promise<EvaluationQuestionRow> {
  return { ...question, id: await insertQuestion(tx, question) };
}

async function change(
  { clock, judgedBy }: Judging,
  tx: Connection,
  question: EvaluationQuestionRow,
): Promise<EvaluationQuestionRow> {
  const changed = { ...question, judgedBy, updatedAt: clock.now() };
  await updateQuestion(tx, changed);
  return changed;
}
