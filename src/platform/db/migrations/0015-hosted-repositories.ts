import type { Connection } from "../database.ts";
import type { Migration } from "../migration.ts";

export const hostedRepositories: Migration = {
  name: "hosted-repositories",
  async up(tx) {
    await createRepositories(tx);
    await createRefs(tx);
    await createPacks(tx);
  },
};

async function createRepositories(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("hosted_repositories")
    .addColumn("project_id", "text", (column) => column.primaryKey().references("projects.id").onDelete("cascade"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("stamp", "text", (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("head", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createRefs(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("hosted_refs")
    .addColumn("project_id", "text", (column) =>
      column.notNull().references("hosted_repositories.project_id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("sha", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("hosted_refs_key", ["project_id", "name"])
    .execute();
}

/** Rows outlive their repository, because they say which objects of the store are still to be removed. */
async function createPacks(tx: Connection): Promise<void> {
  await tx.schema
    .createTable("hosted_packs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await tx.schema.createIndex("hosted_packs_by_project").on("hosted_packs").columns(["project_id", "state"]).execute();
}
