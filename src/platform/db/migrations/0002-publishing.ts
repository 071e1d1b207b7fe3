import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const publishing: Migration = {
  name: "publishing",
  async up(tx) {
    await extendProjects(tx);
    await extendUpdates(tx);
    await createSites(tx);
    await createDeliveries(tx);
  },
};

async function extendProjects(tx: Connection): Promise<void> {
  await tx.schema.alterTable("projects").addColumn("hosted_repository", "text").execute();
  await tx.schema
    .createIndex("projects_by_hosted_repository")
    .on("projects")
    .column("hosted_repository")
    .unique()
    .execute();
  await tx.schema.alterTable("projects").addColumn("repository_token", "text").execute();
  await tx.schema.alterTable("projects").addColumn("webhook_secret", "text").execute();
  await tx.schema
    .alterTable("projects")
    .addColumn("strict", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

async function extendUpdates(tx: Connection): Promise<void> {
  await tx.schema
    .alterTable("updates")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("build"))
    .execute();
  await tx.schema.alterTable("updates").addColumn("artifact", "text").execute();
  await tx.schema
    .createIndex("updates_by_site")
    .on("updates")
    .columns(["project_id", "subdomain", "status", "id"])
    .execute();
}

async function createSites(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("sites")
    .addColumn("subdomain", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("update_id", "text", (column) => column.notNull())
    .addColumn("artifact", "text", (column) => column.notNull())
    .addColumn("commit_sha", "text")
    .addColumn("published_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("sites_by_project").on("sites").columns(["project_id", "branch"]).execute();
}

async function createDeliveries(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("webhook_deliveries")
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("delivery_id", "text", (column) => column.notNull())
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("update_id", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_deliveries_key", ["project_id", "delivery_id"])
    .execute();
  await tx.schema.createIndex("webhook_deliveries_by_time").on("webhook_deliveries").column("at").execute();
}
