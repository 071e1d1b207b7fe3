import type { EvaluationQuestionRow, EvaluationResultRow } from "../platform/db/tables.ts";
import type { readPrevious } from "./evaluation-store.ts";
import { type Reply, scoreReply } from "./score-reply.ts";

/** Scores a reply, and names the earlier result that it is compared with. */
export function toResult(
  evaluationId: string,
  question: EvaluationQuestionRow,
  reply: Reply,
  previous: Awaited<ReturnType<typeof readPrevious>>,
): EvaluationResultRow {
  const { judgment, outcome, answer } = question;
  const judged =
    judgment === null || outcome === null
      ? undefined
      : { verdict: judgment, reply: { outcome, cited: JSON.parse(question.cited), text: answer } };
  const truth = {
    pages: JSON.parse(question.expected),
    notInDocs: question.notInDocs === 1,
    facts: JSON.parse(question.must),
    judged,
  };
  // A result from before the last judgment was scored with different expectations, so it can't be compared.
  const isComparable = question.updatedAt <= previous.at;
  return {
    evaluationId,
    questionId: question.id,
    result: scoreReply(truth, reply),
    resultBefore: (isComparable ? previous.results.get(question.id) : undefined) ?? judgment,
    outcome: reply.outcome,
    cited: JSON.stringify(reply.cited),
    isSameText: answer === null ? null : Number(answer === reply.text),
    answer: reply.text,
  };
}
