import { gapLimits } from "../../contract/gap-limits.ts";
import type { Connection } from "../../platform/db/database.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { GapRow, TurnRow } from "../../platform/db/tables.ts";

/** A question as a reader asked it. */
export type UnansweredQuestion = Pick<
  TurnRow,
  "id" | "threadId" | "question" | "language" | "version" | "page" | "createdAt"
>;

export interface Gap extends Omit<GapRow, "questions" | "preview" | "published"> {
  questions: readonly UnansweredQuestion[];
  preview: Proof | null;
  published: Proof | null;
}

/** The IDs of the questions that were answered. */
export interface Proof {
  answered: readonly string[];
  at: number;
}

const unansweredMax = 300;
const worked = 200;

/** The newest questions without an answer. */
export function listUnanswered(
  connection: Connection,
  projectId: string,
  { since, ids }: { since: number; ids?: readonly string[] },
): Promise<UnansweredQuestion[]> {
  return connection
    .selectFrom("turns")
    .select(["id", "threadId", "question", "language", "version", "page", "createdAt"])
    .where("projectId", "=", projectId)
    .where("outcome", "=", "not_in_docs")
    .where("createdAt", ">", since)
    .$if(ids !== undefined, (turns) => turns.where("id", "in", [...(ids ?? [])]))
    .orderBy("id", "desc")
    .limit(unansweredMax)
    .execute();
}

/** The newest gaps; with a branch, those that a change on this branch should close. */
export async function listGaps(
  connection: Connection,
  projectId: string,
  { branch, limit = gapLimits.gaps }: { branch?: string; limit?: number } = {},
): Promise<Gap[]> {
  const rows = await connection
    .selectFrom("gaps")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(branch !== undefined, (gaps) => gaps.where("branch", "=", branch ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    questions: JSON.parse(row.questions),
    preview: row.preview === null ? null : JSON.parse(row.preview),
    published: row.published === null ? null : JSON.parse(row.published),
  }));
}

/** Gaps with questions that somebody works on already. */
export function listWorkedOn(connection: Connection, projectId: string): Promise<Gap[]> {
  return listGaps(connection, projectId, { limit: worked });
}

export async function insertGap(tx: Connection, { questions, ...gap }: Omit<Gap, "preview" | "published">) {
  await insertRow(tx, "gaps", { ...gap, questions: JSON.stringify(questions), preview: null, published: null });
}

export async function recordProof(
  tx: Connection,
  id: string,
  where: "preview" | "published",
  proof: Proof,
): Promise<void> {
  await updateRows(tx, "gaps", { id }, { [where]: JSON.stringify(proof), updatedAt: proof.at });
}
