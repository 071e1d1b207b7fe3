import { recordProjectChange } from "../platform/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { WebhookRefusalRow } from "../platform/db/tables/updates.ts";
import type { WebhookHost } from "./webhook-request.ts";

/** Anyone can send what is refused, so a project keeps only this many, and the same problem only so often. */
export const refusalsMax = 10;
export const refusalPauseMilliseconds = 10_000;

interface Refusal {
  id: string;
  projectId: string;
  host: WebhookHost;
  event: string;
  problem: string;
  at: number;
}

/** Keeps the refusal in place of the project's oldest. */
export async function recordRefusal(tx: Connection, refusal: Refusal): Promise<void> {
  const { projectId, host, problem, at } = refusal;
  const same = await tx
    .selectFrom("webhook_refusals")
    .select("id")
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .where("problem", "=", problem)
    .where("at", ">", at - refusalPauseMilliseconds)
    .executeTakeFirst();
  if (same !== undefined) {
    return;
  }
  await tx
    .insertInto("webhook_refusals")
    .values({ id: refusal.id, project_id: projectId, host, event: refusal.event, problem, at })
    .execute();
  const kept = (await listRefusals(tx, projectId)).map(({ id }) => id);
  await tx.deleteFrom("webhook_refusals").where("project_id", "=", projectId).where("id", "not in", kept).execute();
  await recordProjectChange(tx, projectId, { kind: "webhook", subject: refusal.id }, at);
}

/** Newest first. */
export async function listRefusals(connection: Connection, projectId: string): Promise<WebhookRefusalRow[]> {
  return connection
    .selectFrom("webhook_refusals")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(refusalsMax)
    .execute();
}

export async function sweepRefusals(connection: Connection, refusedBefore: number): Promise<void> {
  await connection.deleteFrom("webhook_refusals").where("at", "<=", refusedBefore).execute();
}
