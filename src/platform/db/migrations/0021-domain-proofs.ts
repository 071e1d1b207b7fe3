import { sql } from "kysely";
import type { Migration } from "../migration.ts";

// Domains from before proofs existed keep working this long, so that an upgrade takes no site down.
const servedWithoutProofMilliseconds = 30 * 86_400_000;

/**
 * `project_domains` stays the list of domains that are served, one project each; the version before this one reads it too.
 * What projects claim, with or without proof, is in `domain_claims`.
 */
export const domainProofs: Migration = {
  name: "domain-proofs",
  async up(tx) {
    await tx.schema
      .createTable("domain_claims")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id").onDelete("cascade"))
      .addColumn("domain", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("misses", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("checked_at", "bigint")
      .addColumn("next_check_at", "bigint")
      .addColumn("served_until", "bigint")
      .addColumn("trusted", "integer", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("domain_claims_key", ["project_id", "domain"])
      .execute();
    await tx.schema.createIndex("domain_claims_by_check").on("domain_claims").column("next_check_at").execute();
    await tx.schema.createIndex("domain_claims_by_domain").on("domain_claims").column("domain").execute();
    // No reference: it outlives the project, whose subdomain someone else can take.
    await tx.schema
      .createTable("domain_owners")
      .addColumn("domain", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("proved_at", "bigint", (column) => column.notNull())
      .execute();
    const servedUntil = Date.now() + servedWithoutProofMilliseconds;
    await sql`insert into domain_claims (project_id, domain, created_at, state, next_check_at, served_until)
      select project_id, domain, created_at, 'pending', 0, ${servedUntil} from project_domains`.execute(tx);
  },
};
