import type { Connection } from "../platform/db/database.ts";

const rowsPerInsert = 1_000;

/**
 * Records whose change each commit is; `people` is empty after a push with a key. Only the first push of a commit
 * counts: pushing a colleague's commit to another branch doesn't make it one's own.
 */
export async function recordContributors(
  tx: Connection,
  projectId: string,
  shas: readonly string[],
  people: readonly string[],
): Promise<void> {
  const rows = shas.map((commitSha) => ({ projectId, commitSha, people: JSON.stringify(people) }));
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    await tx
      .insertInto("pushedCommits")
      .values(rows.slice(at, at + rowsPerInsert))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The IDs of the people who pushed these commits, edited the draft or wrote the agent's prompts they come from. */
export async function listContributors(
  connection: Connection,
  projectId: string,
  shas: readonly string[],
): Promise<Set<string>> {
  if (shas.length === 0) return new Set();
  const rows = await connection
    .selectFrom("pushedCommits")
    .select("people")
    .where("projectId", "=", projectId)
    .where("commitSha", "in", shas)
    .execute();
  return new Set(rows.flatMap(({ people }) => JSON.parse(people) as string[]));
}
