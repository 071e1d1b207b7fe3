import { evaluationLimits } from "../contract/evaluation-limits.ts";
import type { Connection } from "../platform/db/database.ts";
import type {
  EvaluationQuestionRow,
  EvaluationResultRow,
  EvaluationRow,
  Verdict,
} from "../platform/db/tables/evaluation.ts";

/** Newest first. */
export function listEvaluations(connection: Connection, projectId: string): Promise<EvaluationRow[]> {
  return connection
    .selectFrom("evaluations")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("id", "desc")
    .limit(evaluationLimits.evaluationsKept)
    .execute();
}

export function findEvaluation(
  connection: Connection,
  projectId: string,
  id: string,
): Promise<EvaluationRow | undefined> {
  return connection
    .selectFrom("evaluations")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function isEvaluationQueued(connection: Connection, projectId: string, since: number): Promise<boolean> {
  const row = await connection
    .selectFrom("evaluations")
    .select("id")
    .where("project_id", "=", projectId)
    .where("status", "=", "queued")
    .where("created_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertEvaluation(tx: Connection, evaluation: EvaluationRow): Promise<void> {
  await tx.insertInto("evaluations").values(evaluation).execute();
}

export async function endEvaluation(
  tx: Connection,
  id: string,
  end: Partial<EvaluationRow> & Pick<EvaluationRow, "status" | "ended_at">,
): Promise<void> {
  await tx.updateTable("evaluations").set(end).where("id", "=", id).execute();
}

type ListedResult = EvaluationResultRow & Pick<EvaluationQuestionRow, "question" | "expected" | "not_in_docs">;

export function listResults(connection: Connection, evaluationId: string): Promise<ListedResult[]> {
  return connection
    .selectFrom("evaluation_results")
    .innerJoin("evaluation_questions", "evaluation_questions.id", "evaluation_results.question_id")
    .selectAll("evaluation_results")
    .select(["evaluation_questions.question", "evaluation_questions.expected", "evaluation_questions.not_in_docs"])
    .where("evaluation_id", "=", evaluationId)
    .orderBy("question_id", "desc")
    .execute();
}

/** The newest result of a question, with the answer's text if it is kept. */
export function findLatestResult(connection: Connection, questionId: string): Promise<EvaluationResultRow | undefined> {
  return connection
    .selectFrom("evaluation_results")
    .selectAll()
    .where("question_id", "=", questionId)
    .orderBy("evaluation_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The results of the newest complete evaluation, by question, and its time. */
export async function readPrevious(
  connection: Connection,
  projectId: string,
): Promise<{ at: number; results: ReadonlyMap<string, Verdict> }> {
  const last = await connection
    .selectFrom("evaluations")
    .select(["id", "created_at"])
    .where("project_id", "=", projectId)
    .where("status", "=", "completed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return { at: 0, results: new Map() };
  const rows = await connection
    .selectFrom("evaluation_results")
    .select(["question_id", "result"])
    .where("evaluation_id", "=", last.id)
    .execute();
  const known = rows.flatMap(({ question_id, result }) =>
    result === "unknown" ? [] : [[question_id, result] as const],
  );
  return { at: last.created_at, results: new Map(known) };
}

const rowsPerInsert = 50;

/** Stores the results of questions that still exist, and deletes the answer texts of earlier evaluations. */
export async function storeResults(
  tx: Connection,
  projectId: string,
  evaluationId: string,
  results: readonly EvaluationResultRow[],
): Promise<void> {
  for (let at = 0; at < results.length; at += rowsPerInsert) {
    await tx
      .insertInto("evaluation_results")
      .values(results.slice(at, at + rowsPerInsert))
      .execute();
  }
  await tx
    .updateTable("evaluation_results")
    .set({ answer: null })
    .where("answer", "is not", null)
    .where("evaluation_id", "!=", evaluationId)
    .where("evaluation_id", "in", (evaluations) =>
      evaluations.selectFrom("evaluations").select("id").where("project_id", "=", projectId),
    )
    .execute();
  await tx
    .deleteFrom("evaluations")
    .where("project_id", "=", projectId)
    .where("id", "not in", (evaluations) =>
      evaluations
        .selectFrom("evaluations")
        .select("id")
        .where("project_id", "=", projectId)
        .orderBy("id", "desc")
        .limit(evaluationLimits.evaluationsKept),
    )
    .execute();
}
