import type { Connection } from "../../platform/db/database.ts";
import type { OutgoingWebhookRow } from "../../platform/db/tables/events.ts";

const webhooksListedMax = 100;

export async function listWebhooks(connection: Connection, organizationId: string): Promise<OutgoingWebhookRow[]> {
  return connection
    .selectFrom("outgoing_webhooks")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("id")
    .limit(webhooksListedMax)
    .execute();
}

/** The webhooks of all organizations, to encrypt their secrets again. */
export async function listAllWebhooks(connection: Connection): Promise<OutgoingWebhookRow[]> {
  return connection.selectFrom("outgoing_webhooks").selectAll().orderBy("id").execute();
}

/** The webhooks that receive events of a project. */
export async function listReceivers(
  tx: Connection,
  organizationId: string,
  projectId: string,
): Promise<Pick<OutgoingWebhookRow, "id" | "events">[]> {
  return tx
    .selectFrom("outgoing_webhooks")
    .select(["id", "events"])
    .where("organization_id", "=", organizationId)
    .where("state", "in", ["active", "failing"])
    .where((webhook) => webhook.or([webhook("project_id", "is", null), webhook("project_id", "=", projectId)]))
    .limit(webhooksListedMax)
    .execute();
}

export async function findWebhook(
  connection: Connection,
  organizationId: string,
  id: string,
): Promise<OutgoingWebhookRow | undefined> {
  const webhook = await findWebhookById(connection, id);
  return webhook?.organization_id === organizationId ? webhook : undefined;
}

/** Finds a webhook in any organization, for work that was authorized when it was requested. */
export async function findWebhookById(connection: Connection, id: string): Promise<OutgoingWebhookRow | undefined> {
  return connection.selectFrom("outgoing_webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locks the organization's row, so that concurrent requests can't exceed the limit. */
export async function countWebhooks(tx: Connection, organizationId: string): Promise<number> {
  await tx
    .updateTable("organizations")
    .set((organization) => ({ name: organization.ref("name") }))
    .where("id", "=", organizationId)
    .execute();
  const row = await tx
    .selectFrom("outgoing_webhooks")
    .select((webhook) => webhook.fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function insertWebhook(tx: Connection, webhook: OutgoingWebhookRow): Promise<void> {
  await tx.insertInto("outgoing_webhooks").values(webhook).execute();
}

export async function updateWebhook(
  tx: Connection,
  id: string,
  changes: Partial<Omit<OutgoingWebhookRow, "id" | "organization_id">>,
): Promise<void> {
  await tx.updateTable("outgoing_webhooks").set(changes).where("id", "=", id).execute();
}

/** Records the health after a delivery. A webhook that was paused or turned off meanwhile stays that way. */
export async function recordHealth(
  tx: Connection,
  id: string,
  health: Partial<Pick<OutgoingWebhookRow, "state" | "failing_since" | "last_error" | "delivered_at">>,
): Promise<void> {
  await tx
    .updateTable("outgoing_webhooks")
    .set(health)
    .where("id", "=", id)
    .where("state", "in", ["active", "failing"])
    .execute();
}

export async function deleteWebhook(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom("outgoing_webhooks").where("id", "=", id).execute();
}
