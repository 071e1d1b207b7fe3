import { evaluationLimits } from "../contract/evaluation-limits.ts";
import { countRows } from "../platform/db/count-rows.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { findRow } from "../platform/db/rows.ts";
import type { EvaluationQuestionRow, TurnRow } from "../platform/db/tables.ts";

/** Lists the questions of a project, newest first. */
export function listQuestions(connection: Connection, projectId: string): Promise<EvaluationQuestionRow[]> {
  return connection
    .selectFrom("evaluationQuestions")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("id", "desc")
    .limit(evaluationLimits.questions)
    .execute();
}

type QuestionKey = { id: string } | { answerId: string };

export async function findQuestion(connection: Connection, projectId: string, key: QuestionKey) {
  return findRow(connection, "evaluationQuestions", { projectId, ...key });
}

export async function countQuestions(connection: Connection, projectId: string): Promise<number> {
  return countRows(connection.selectFrom("evaluationQuestions").where("projectId", "=", projectId));
}

/**
 * Adds the question. If another member has just judged the same answer, this judgment replaces that one. Returns the
 * ID.
 */
export async function insertQuestion(tx: Connection, question: EvaluationQuestionRow): Promise<string> {
  const { id: _id, projectId: _projectId, createdAt: _createdAt, ...changed } = question;
  const { id } = await tx
    .insertInto("evaluationQuestions")
    .values(question)
    .onConflict((conflict) => conflict.columns(["projectId", "answerId"]).doUpdateSet(changed))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateQuestion(tx: Connection, question: EvaluationQuestionRow): Promise<void> {
  const { id, projectId: _projectId, createdAt: _createdAt, ...changed } = question;
  await tx.updateTable("evaluationQuestions").set(changed).where("id", "=", id).execute();
}

/** Deletes a question. Returns whether the question existed. */
export async function deleteQuestion(tx: Connection, projectId: string, id: string): Promise<boolean> {
  const deleted = tx.deleteFrom("evaluationQuestions").where((row) => row.and({ projectId, id }));
  return hasRow(deleted.returning("id"));
}

export async function findTurn(connection: Connection, projectId: string, id: string): Promise<TurnRow | undefined> {
  return findRow(connection, "turns", { projectId, id });
}
