import type { Connection, Database } from "../../platform/db/database.ts";
import type { ProjectRow } from "../../platform/db/tables/projects.ts";
import type { SiteRow } from "../../platform/db/tables/updates.ts";
import type { ProjectModel } from "../../platform/model/project-model.ts";
import type { OwnBudgets } from "../model-budgets.ts";

export type Site = SiteRow;

/** Read on every page request, so that a new site is shown as soon as it is published. */
export interface SiteReads {
  findBySubdomain(subdomain: string): Promise<PublishedArtifact | undefined>;
  findByDomain(domain: string): Promise<PublishedArtifact | undefined>;
  /** Also true for a project that has not published anything yet. */
  isCustomDomain(domain: string): Promise<boolean>;
}

interface ProjectSite {
  id: string;
  name: string;
  domain: string;
  model: ProjectModel;
  budgets: OwnBudgets;
  /** Null before the first update. */
  artifact: string | null;
}

export interface PublishedArtifact extends Pick<SiteRow, "projectId" | "subdomain" | "artifact"> {
  /** 0 if the scripts of the project are turned off. */
  authorCode?: number;
  /** Set for a site below a path; both are properties of the artifact. */
  basePath?: string | undefined;
  address?: string | undefined;
}

export function prepareSiteReads(database: Database): SiteReads {
  const bySubdomain = database.prepare<PublishedArtifact>(
    `select sites.project_id as "projectId", sites.subdomain, sites.artifact, projects.author_code as "authorCode"
     from sites join projects on projects.id = sites.project_id
     where sites.subdomain = ?`,
  );
  const byDomain = database.prepare<PublishedArtifact>(
    `select sites.project_id as "projectId", sites.subdomain, sites.artifact, projects.author_code as "authorCode"
     from project_domains
     join projects on projects.id = project_domains.project_id
     join sites on sites.subdomain = projects.domain
     where project_domains.domain = ?`,
  );
  const customDomain = database.prepare<{ domain: string }>("select domain from project_domains where domain = ?");
  return {
    isCustomDomain: async (domain) => (await customDomain.first([domain])) !== undefined,
    findBySubdomain: (subdomain) => bySubdomain.first([subdomain]),
    findByDomain: (domain) => byDomain.first([domain]),
  };
}

type ProjectSiteRow = Omit<ProjectSite, "budgets" | "model"> &
  Pick<ProjectRow, "budgets" | "model" | "modelUrl" | "modelKey">;

export type FindProjectSite = (projectId: string) => Promise<ProjectSite | undefined>;

export function prepareFindProjectSite(database: Database): FindProjectSite {
  const read = database.prepare<ProjectSiteRow>(
    `select projects.id, projects.name, projects.domain, projects.model, projects.model_url, projects.model_key,
       projects.budgets, sites.artifact from projects
     left join sites on sites.subdomain = projects.domain
     where projects.id = ?`,
  );
  return async (projectId) => {
    const row = await read.first([projectId]);
    if (row === undefined) return undefined;
    const { model: name, modelUrl: url, modelKey: key, ...site } = row;
    return { ...site, model: { name, url, key }, budgets: JSON.parse(row.budgets) };
  };
}

/** Publishes the site. Call it in the same transaction that records the update's success. */
export async function pointSite(tx: Connection, site: Site): Promise<void> {
  const { subdomain: _subdomain, projectId: _projectId, ...target } = site;
  await tx
    .insertInto("sites")
    .values(site)
    .onConflict((conflict) => conflict.column("subdomain").doUpdateSet(target))
    .execute();
}

export async function findSite(connection: Connection, subdomain: string): Promise<Site | undefined> {
  return connection.selectFrom("sites").selectAll().where("subdomain", "=", subdomain).executeTakeFirst();
}

export async function listSites(connection: Connection, projectId: string): Promise<Site[]> {
  return connection.selectFrom("sites").selectAll().where("projectId", "=", projectId).execute();
}

export async function removeSite(tx: Connection, subdomain: string): Promise<void> {
  await tx.deleteFrom("sites").where("subdomain", "=", subdomain).execute();
}
