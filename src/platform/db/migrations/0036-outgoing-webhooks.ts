import { sql } from "kysely";
import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const outgoingWebhooks: Migration = {
  name: "outgoing-webhooks",
  async up(tx) {
    await createWebhooks(tx);
    await createDeliveries(tx);
  },
};

async function createWebhooks(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("outgoing_webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) =>
      column.notNull().references("organizations.id").onDelete("cascade"),
    )
    .addColumn("project_id", "text", (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("secret", "text")
    .addColumn("previous_secret", "text")
    .addColumn("previous_until", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("failing_since", "bigint")
    .addColumn("last_error", "text")
    .addColumn("delivered_at", "bigint")
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex("outgoing_webhooks_by_organization")
    .on("outgoing_webhooks")
    .columns(["organization_id", "id"])
    .execute();
}

async function createDeliveries(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("outgoing_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhook_id", "text", (column) =>
      column.notNull().references("outgoing_webhooks.id").onDelete("cascade"),
    )
    .addColumn("project_id", "text", (column) => column.references("projects.id").onDelete("cascade"))
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("event_type", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint")
    .addColumn("attempted_at", "bigint")
    .addColumn("response_status", "integer")
    .addColumn("response_body", "text")
    .addColumn("duration_milliseconds", "integer")
    .addColumn("problem", "text")
    .addColumn("is_redelivery", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex("outgoing_deliveries_by_webhook")
    .on("outgoing_deliveries")
    .columns(["webhook_id", "id"])
    .execute();
  await tx.schema
    .createIndex("outgoing_deliveries_waiting")
    .on("outgoing_deliveries")
    .columns(["webhook_id", "next_attempt_at"])
    .where(sql.ref("status"), "=", "waiting")
    .execute();
  await tx.schema
    .createIndex("outgoing_deliveries_by_project")
    .on("outgoing_deliveries")
    .columns(["project_id"])
    .execute();
}
