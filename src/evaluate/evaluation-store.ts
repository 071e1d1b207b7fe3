import { evaluationLimits } from "../contract/evaluation-limits.ts";
import type { Verdict } from "../platform/db/column-types.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { findRow } from "../platform/db/rows.ts";
import type { EvaluationQuestionRow, EvaluationResultRow, EvaluationRow } from "../platform/db/tables.ts";

/** Lists the evaluations of a project, newest first. */
export function listEvaluations(connection: Connection, projectId: string): Promise<EvaluationRow[]> {
  return connection
    .selectFrom("evaluations")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("id", "desc")
    .limit(evaluationLimits.evaluationsKept)
    .execute();
}

export async function findEvaluation(connection: Connection, projectId: string, id: string) {
  return findRow(connection, "evaluations", { projectId, id });
}

export async function isEvaluationQueued(connection: Connection, projectId: string, since: number): Promise<boolean> {
  const recent = connection.selectFrom("evaluations").select("id").where("createdAt", ">", since).limit(1);
  return hasRow(recent.where((row) => row.and({ projectId, status: "queued" })));
}

export async function insertEvaluation(tx: Connection, evaluation: EvaluationRow): Promise<void> {
  await tx.insertInto("evaluations").values(evaluation).execute();
}

export async function endEvaluation(
  tx: Connection,
  id: string,
  end: Partial<EvaluationRow> & Pick<EvaluationRow, "status" | "endedAt">,
): Promise<void> {
  await tx.updateTable("evaluations").set(end).where("id", "=", id).execute();
}

type ListedResult = EvaluationResultRow & Pick<EvaluationQuestionRow, "question" | "expected" | "notInDocs">;

export function listResults(connection: Connection, evaluationId: string): Promise<ListedResult[]> {
  return connection
    .selectFrom("evaluationResults")
    .innerJoin("evaluationQuestions", "evaluationQuestions.id", "evaluationResults.questionId")
    .selectAll("evaluationResults")
    .select(["evaluationQuestions.question", "evaluationQuestions.expected", "evaluationQuestions.notInDocs"])
    .where("evaluationId", "=", evaluationId)
    .orderBy("questionId", "desc")
    .execute();
}

/** The newest result of a question, with the text of the answer if it is still stored. */
export function findLatestResult(connection: Connection, questionId: string): Promise<EvaluationResultRow | undefined> {
  return connection
    .selectFrom("evaluationResults")
    .selectAll()
    .where("questionId", "=", questionId)
    .orderBy("evaluationId", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The results of the newest complete evaluation by question, and the time of that evaluation. */
export async function readPrevious(
  connection: Connection,
  projectId: string,
): Promise<{ at: number; results: ReadonlyMap<string, Verdict> }> {
  const last = await connection
    .selectFrom("evaluations")
    .select(["id", "createdAt"])
    .where("projectId", "=", projectId)
    .where("status", "=", "completed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return { at: 0, results: new Map() };
  const rows = await connection
    .selectFrom("evaluationResults")
    .select(["questionId", "result"])
    .where("evaluationId", "=", last.id)
    .execute();
  const known = rows.flatMap(({ questionId, result }) => (result === "unknown" ? [] : [[questionId, result] as const]));
  return { at: last.createdAt, results: new Map(known) };
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
      .insertInto("evaluationResults")
      .values(results.slice(at, at + rowsPerInsert))
      .execute();
  }
  await tx
    .updateTable("evaluationResults")
    .set({ answer: null })
    .where("answer", "is not", null)
    .where("evaluationId", "!=", evaluationId)
    .where("evaluationId", "in", (evaluations) =>
      evaluations.selectFrom("evaluations").select("id").where("projectId", "=", projectId),
    )
    .execute();
  await tx
    .deleteFrom("evaluations")
    .where("projectId", "=", projectId)
    .where("id", "not in", (evaluations) =>
      evaluations
        .selectFrom("evaluations")
        .select("id")
        .where("projectId", "=", projectId)
        .orderBy("id", "desc")
        .limit(evaluationLimits.evaluationsKept),
    )
    .execute();
}
