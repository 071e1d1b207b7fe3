import type { Connection } from "../platform/db/database.ts";

/**
 * Records whose change each commit is. Only the first push of a commit counts: pushing a colleague's commit to another
 * branch doesn't make it one's own.
 */
export async function recordContributors(
  tx: Connection,
  projectId: string,
  shas: readonly string[],
  people: readonly string[],
): Promise<void> {
  if (shas.length === 0 || people.length === 0) return;
  await tx
    .insertInto("pushedCommits")
    .values([...new Set(shas)].map((commitSha) => ({ projectId, commitSha, people: JSON.stringify(people) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The IDs of the people who pushed these commits, edited the draft or wrote the agent's prompts they come from. */
export async function listContributors(
  connection: Connection,
  projectId: string,
  shas: readonly string[],
): Promise<Set<string>> {
  const rows = await connection
    .selectFrom("pushedCommits")
    .select("people")
    .where("projectId", "=", projectId)
    .where("commitSha", "in", shas)
    .execute();
  return new Set(rows.flatMap(({ people }) => JSON.parse(people) as string[]));
}
