import type { Connection } from "../db/database.ts";
import type { NodeRow } from "../db/tables.ts";

export type NodeRole = NodeRow["role"];

/** Records that the process is alive. */
export async function reportNode(connection: Connection, node: NodeRow): Promise<void> {
  await connection
    .insertInto("nodes")
    .values(node)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seenAt: node.seenAt }))
    .execute();
}

export async function removeNode(connection: Connection, id: string): Promise<void> {
  await connection.deleteFrom("nodes").where("id", "=", id).execute();
}

/** The number of processes that have reported since this time. */
export async function countNodes(connection: Connection, seenSince: number): Promise<Record<NodeRole, number>> {
  const rows = await connection.selectFrom("nodes").select("role").where("seenAt", ">=", seenSince).execute();
  const count = (role: NodeRole) => rows.filter((row) => row.role === role).length;
  return { api: count("api"), worker: count("worker") };
}

export async function sweepNodes(connection: Connection, seenBefore: number): Promise<void> {
  await connection.deleteFrom("nodes").where("seenAt", "<", seenBefore).execute();
}
