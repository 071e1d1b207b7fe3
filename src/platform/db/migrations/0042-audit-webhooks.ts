import type { Migration } from "../migration.ts";

/** The audit log is sent by ordinary webhooks. */
export const auditWebhooks: Migration = {
  name: "audit-webhooks",
  async up(tx) {
    await tx.schema.dropTable("audit_outbox").execute();
    await tx.schema.dropTable("audit_streams").execute();
  },
};
