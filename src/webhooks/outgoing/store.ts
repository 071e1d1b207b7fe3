import { countRows } from "../../platform/db/count-rows.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { OutgoingWebhookRow } from "../../platform/db/tables.ts";

const webhooksListedMax = 100;

export async function listWebhooks(connection: Connection, organizationId: string): Promise<OutgoingWebhookRow[]> {
  return connection
    .selectFrom("outgoingWebhooks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("id")
    .limit(webhooksListedMax)
    .execute();
}

/** The webhooks of all organizations, to encrypt their secrets again. */
export async function listAllWebhooks(connection: Connection): Promise<OutgoingWebhookRow[]> {
  return connection.selectFrom("outgoingWebhooks").selectAll().orderBy("id").execute();
}

/** The webhooks that receive events of a project. */
export async function listReceivers(tx: Connection, organizationId: string, projectId: string) {
  return tx
    .selectFrom("outgoingWebhooks")
    .select(["id", "events"])
    .where("organizationId", "=", organizationId)
    .where("state", "in", ["active", "failing"])
    .where((webhook) => webhook.or([webhook("projectId", "is", null), webhook("projectId", "=", projectId)]))
    .limit(webhooksListedMax)
    .execute();
}

export async function findWebhook(connection: Connection, organizationId: string, id: string) {
  const webhook = await findWebhookById(connection, id);
  return webhook?.organizationId === organizationId ? webhook : undefined;
}

/** Finds a webhook in any organization, for work that was authorized when it was requested. */
export async function findWebhookById(connection: Connection, id: string): Promise<OutgoingWebhookRow | undefined> {
  return connection.selectFrom("outgoingWebhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

export function countWebhooks(tx: Connection, organizationId: string): Promise<number> {
  return countRows(tx.selectFrom("outgoingWebhooks").where("organizationId", "=", organizationId));
}

export async function insertWebhook(tx: Connection, webhook: OutgoingWebhookRow): Promise<void> {
  await tx.insertInto("outgoingWebhooks").values(webhook).execute();
}

export async function updateWebhook(
  tx: Connection,
  id: string,
  changes: Partial<Omit<OutgoingWebhookRow, "id" | "organizationId">>,
): Promise<void> {
  await tx.updateTable("outgoingWebhooks").set(changes).where("id", "=", id).execute();
}

/** Records the health after a delivery. A webhook that was paused or turned off meanwhile stays that way. */
export async function recordHealth(
  tx: Connection,
  id: string,
  health: Partial<Pick<OutgoingWebhookRow, "state" | "failingSince" | "lastError" | "deliveredAt">>,
): Promise<void> {
  await tx
    .updateTable("outgoingWebhooks")
    .set(health)
    .where("id", "=", id)
    .where("state", "in", ["active", "failing"])
    .execute();
}

export async function deleteWebhook(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom("outgoingWebhooks").where("id", "=", id).execute();
}
