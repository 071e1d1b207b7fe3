import type { Connection, Database } from "../../platform/db/database.ts";
import type { SiteRow } from "../../platform/db/tables/updates.ts";
import type { OwnBudgets } from "../model-budgets.ts";

export interface Site {
  /** The domain identifier, or `{branch}--{domain}` for a preview. */
  subdomain: string;
  projectId: string;
  branch: string;
  updateId: string;
  /** The digest of the published artifact. */
  artifact: string;
  commitSha: string | null;
  publishedAt: number;
}

/** Read on every page request, so that a new site is shown from the moment it is published. */
export interface SiteReads {
  findBySubdomain(subdomain: string): Promise<PublishedArtifact | undefined>;
  findByDomain(domain: string): Promise<PublishedArtifact | undefined>;
  /** True also for a project that has not published anything yet. */
  isCustomDomain(domain: string): Promise<boolean>;
}

export interface ProjectSite {
  id: string;
  name: string;
  domain: string;
  model: string | null;
  budgets: OwnBudgets;
  /** Null before the first update. */
  artifact: string | null;
}

export interface PublishedArtifact {
  projectId: string;
  subdomain: string;
  artifact: string;
}

export function prepareSiteReads(database: Database): SiteReads {
  const bySubdomain = database.prepare<ArtifactRow>(
    "select project_id, subdomain, artifact from sites where subdomain = ?",
  );
  const byDomain = database.prepare<ArtifactRow>(
    `select sites.project_id, sites.subdomain, sites.artifact from project_domains
     join projects on projects.id = project_domains.project_id
     join sites on sites.subdomain = projects.domain
     where project_domains.domain = ?`,
  );
  const customDomain = database.prepare<{ domain: string }>("select domain from project_domains where domain = ?");
  return {
    isCustomDomain: async (domain) => (await customDomain.first([domain])) !== undefined,
    findBySubdomain: async (subdomain) => toPublished(await bySubdomain.first([subdomain])),
    findByDomain: async (domain) => toPublished(await byDomain.first([domain])),
  };
}

export type FindProjectSite = (projectId: string) => Promise<ProjectSite | undefined>;

export function prepareFindProjectSite(database: Database): FindProjectSite {
  const read = database.prepare<Omit<ProjectSite, "budgets"> & { budgets: string }>(
    `select projects.id, projects.name, projects.domain, projects.model, projects.budgets, sites.artifact from projects
     left join sites on sites.subdomain = projects.domain
     where projects.id = ?`,
  );
  return async (projectId) => {
    const row = await read.first([projectId]);
    return row && { ...row, budgets: JSON.parse(row.budgets) };
  };
}

interface ArtifactRow {
  project_id: string;
  subdomain: string;
  artifact: string;
}

/** Publishes. Call it in the same transaction as the update's success. */
export async function pointSite(tx: Connection, site: Site): Promise<void> {
  const target = {
    branch: site.branch,
    update_id: site.updateId,
    artifact: site.artifact,
    commit_sha: site.commitSha,
    published_at: site.publishedAt,
  };
  await tx
    .insertInto("sites")
    .values({ subdomain: site.subdomain, project_id: site.projectId, ...target })
    .onConflict((conflict) => conflict.column("subdomain").doUpdateSet(target))
    .execute();
}

export async function findSite(connection: Connection, subdomain: string): Promise<Site | undefined> {
  const row = await connection.selectFrom("sites").selectAll().where("subdomain", "=", subdomain).executeTakeFirst();
  return row === undefined ? undefined : toSite(row);
}

export async function listSites(connection: Connection, projectId: string): Promise<Site[]> {
  const rows = await connection.selectFrom("sites").selectAll().where("project_id", "=", projectId).execute();
  return rows.map(toSite);
}

export async function removeSite(tx: Connection, subdomain: string): Promise<void> {
  await tx.deleteFrom("sites").where("subdomain", "=", subdomain).execute();
}

function toPublished(row: ArtifactRow | undefined): PublishedArtifact | undefined {
  return row === undefined
    ? undefined
    : { projectId: row.project_id, subdomain: row.subdomain, artifact: row.artifact };
}

function toSite(row: SiteRow): Site {
  return {
    subdomain: row.subdomain,
    projectId: row.project_id,
    branch: row.branch,
    updateId: row.update_id,
    artifact: row.artifact,
    commitSha: row.commit_sha,
    publishedAt: row.published_at,
  };
}
