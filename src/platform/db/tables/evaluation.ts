/** The questions a project measures its answers with, and their results after each update. */
export interface EvaluationTables {
  evaluationQuestions: EvaluationQuestionRow;
  evaluations: EvaluationRow;
  evaluationResults: EvaluationResultRow;
}

export type Verdict = "right" | "partly" | "wrong";

/** A question that a member judged or wrote. It outlives the conversation it came from. */
export interface EvaluationQuestionRow {
  id: string;
  projectId: string;
  question: string;
  /** The conversation before the question, as JSON: a list of messages. */
  earlier: string;
  language: string | null;
  version: string | null;
  /** The page the reader was on. */
  page: string | null;
  /** Paths of the pages that should answer the question, as JSON. */
  expected: string;
  /** 1 if the docs don't answer the question, so that the assistant should say so. */
  notInDocs: number;
  /** The facts that the answer must show, as JSON: for each fact, a list of alternatives. */
  must: string;
  note: string | null;
  /** The member's verdict on the answer below; null for a question that was added by hand. */
  judgment: Verdict | null;
  /** The ID of the judged answer's message; null if no reader got it. */
  answerId: string | null;
  answer: string | null;
  outcome: string | null;
  /** Paths of the pages the judged answer cites, as JSON. */
  cited: string;
  judgedBy: string;
  createdAt: number;
  updatedAt: number;
}

/** One run in which all questions were asked again. */
export interface EvaluationRow {
  id: string;
  projectId: string;
  /** The update whose publication started the run; null if a person started it. */
  updateId: string | null;
  status: "queued" | "completed" | "failed";
  questionCount: number;
  rightCount: number;
  partlyCount: number;
  wrongCount: number;
  unknownCount: number;
  betterCount: number;
  worseCount: number;
  createdAt: number;
  endedAt: number | null;
}

export interface EvaluationResultRow {
  evaluationId: string;
  questionId: string;
  result: Verdict | "unknown";
  /** The result that this one is compared with; null for the first result of a question that nobody judged. */
  resultBefore: Verdict | null;
  outcome: string;
  cited: string;
  /** 1 if the answer has the same text as the judged one, 0 if it differs, null if no answer was judged. */
  isSameText: number | null;
  /** Kept only for the newest evaluation, so that members can judge the answer. */
  answer: string | null;
}
