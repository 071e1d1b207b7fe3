import { evaluationLimits } from "../contract/evaluation-limits.ts";
import type { Connection } from "../platform/db/database.ts";
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

export function findQuestion(
  connection: Connection,
  projectId: string,
  by: { id: string } | { answerId: string },
): Promise<EvaluationQuestionRow | undefined> {
  const questions = connection.selectFrom("evaluationQuestions").selectAll().where("projectId", "=", projectId);
  return (
    "id" in by ? questions.where("id", "=", by.id) : questions.where("answerId", "=", by.answerId)
  ).executeTakeFirst();
}

export async function countQuestions(connection: Connection, projectId: string): Promise<number> {
  const { count } = await connection
    .selectFrom("evaluationQuestions")
    .select((questions) => questions.fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
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
  const result = await tx
    .deleteFrom("evaluationQuestions")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export function findTurn(connection: Connection, projectId: string, id: string): Promise<TurnRow | undefined> {
  return connection
    .selectFrom("turns")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}
