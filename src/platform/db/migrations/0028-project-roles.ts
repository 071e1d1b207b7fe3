import type { Migration } from "../migration.ts";

export const projectRoles: Migration = {
  name: "project-roles",
  async up(tx) {
    await tx.schema
      .createTable("project_roles")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("project_roles_key", ["project_id", "user_id"])
      .execute();
    await tx.schema.createIndex("project_roles_by_user").on("project_roles").column("user_id").execute();
  },
};
