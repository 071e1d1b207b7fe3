import type { Connection, Database } from "../../platform/db/database.ts";
import { rememberUnchanged } from "../../platform/db/remember-unchanged.ts";
import type { ProjectRow, SiteRow } from "../../platform/db/tables.ts";
import type { ProjectModel } from "../../platform/model/project-model.ts";
import type { AccessKind, Audience, BuiltSite, PreviewAccess, SiteView } from "../access/access.ts";
import type { OwnBudgets } from "../model-budgets.ts";
import { removeAudiences } from "./audience-store.ts";

export type Site = Omit<SiteRow, "audience"> & { audience: SiteView };
type NewSite = Omit<Site, "audience" | "restrictions"> & Partial<Pick<Site, "audience" | "restrictions">>;

/** Read on every page request, so that a new site is shown as soon as it is published. */
export interface SiteReads {
  findBySubdomain(subdomain: string): Promise<PublishedSite | undefined>;
  findByDomain(domain: string): Promise<PublishedSite | undefined>;
  /** Also true for a project that has not published anything yet. */
  isCustomDomain(domain: string): Promise<boolean>;
}

interface ProjectSite extends BuiltSite {
  id: string;
  name: string;
  domain: string;
  model: ProjectModel;
  budgets: OwnBudgets;
  access: AccessKind;
  /** The artifact in the `sites` table (see `PublishedSite`); null before the first update. */
  base: string | null;
}

/**
 * A site that was looked up for a reader. It has no `artifact`, so that it can't be served before the gate
 * (`src/readers/`) has decided what the reader may see.
 */
export interface PublishedSite extends Pick<SiteRow, "projectId" | "subdomain">, BuiltSite {
  /**
   * The artifact in the `sites` table: what readers see who haven't signed in, or on a private site, what signed-in
   * readers without groups see.
   */
  base: string;
  access: AccessKind;
  previews: PreviewAccess;
  /** 0 if the scripts of the project are turned off. */
  authorCode?: number;
}

/** What a reader sees of a site. */
export interface PublishedArtifact extends Pick<SiteRow, "projectId" | "subdomain" | "artifact"> {
  /** Set on private sites. Their replies are never stored by shared caches. */
  audience?: Audience;
  /** True for sites that search engines must not list. */
  isUnlisted?: boolean;
  /** 0 if the scripts of the project are turned off. */
  authorCode?: number;
  /** Set for a site below a path; both are properties of the artifact. */
  basePath?: string | undefined;
  address?: string | undefined;
}

/** The columns of `BuiltSite`. */
const builtColumns = `sites.update_id as "updateId", sites.audience as "builtFor", sites.restrictions`;

const sitesRemembered = 1_000;

export function prepareSiteReads(database: Database): SiteReads {
  const columns = `sites.project_id as "projectId", sites.subdomain, sites.artifact as base,
    projects.author_code as "authorCode", coalesce(site_access.kind, 'public') as access,
    coalesce(site_access.previews, 'public') as previews, ${builtColumns}`;
  const bySubdomain = database.prepare<PublishedSite>(
    `select ${columns}
     from sites join projects on projects.id = sites.project_id
     left join site_access on site_access.project_id = sites.project_id
     where sites.subdomain = ?`,
  );
  const byDomain = database.prepare<PublishedSite>(
    `select ${columns}
     from project_domains
     join projects on projects.id = project_domains.project_id
     join sites on sites.subdomain = projects.domain
     left join site_access on site_access.project_id = projects.id
     where project_domains.domain = ?`,
  );
  const customDomain = database.prepare<{ domain: string }>("select domain from project_domains where domain = ?");
  return {
    isCustomDomain: async (domain) => (await customDomain.first([domain])) !== undefined,
    findBySubdomain: rememberUnchanged(database, sitesRemembered, (subdomain) => bySubdomain.first([subdomain])),
    findByDomain: rememberUnchanged(database, sitesRemembered, (domain) => byDomain.first([domain])),
  };
}

type ProjectSiteRow = Omit<ProjectSite, "budgets" | "model"> &
  Pick<ProjectRow, "budgets" | "model" | "modelUrl" | "modelKey">;

export type FindProjectSite = (projectId: string) => Promise<ProjectSite | undefined>;

export function prepareFindProjectSite(database: Database): FindProjectSite {
  const read = database.prepare<ProjectSiteRow>(
    `select projects.id, projects.name, projects.domain, projects.model, projects.model_url, projects.model_key,
       projects.budgets, sites.artifact as base, coalesce(site_access.kind, 'public') as access,
       ${builtColumns} from projects
     left join sites on sites.subdomain = projects.domain
     left join site_access on site_access.project_id = projects.id
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
export async function pointSite(
  tx: Connection,
  { audience = "open", restrictions = null, ...site }: NewSite,
): Promise<void> {
  const { subdomain: _subdomain, projectId: _projectId, ...target } = { ...site, audience, restrictions };
  await tx
    .insertInto("sites")
    .values({ ...site, audience, restrictions })
    .onConflict((conflict) => conflict.column("subdomain").doUpdateSet(target))
    .execute();
}

export async function findSite(connection: Connection, subdomain: string): Promise<Site | undefined> {
  const row = await connection.selectFrom("sites").selectAll().where("subdomain", "=", subdomain).executeTakeFirst();
  return row && { ...row, audience: row.audience as SiteView };
}

export async function listSites(connection: Connection, projectId: string): Promise<Site[]> {
  const rows = await connection.selectFrom("sites").selectAll().where("projectId", "=", projectId).execute();
  return rows.map((row) => ({ ...row, audience: row.audience as SiteView }));
}

/** What the store must have, newest first. */
export function listNewestSites(connection: Connection, limit: number) {
  const sites = connection.selectFrom("sites").select(["projectId", "subdomain", "artifact"]);
  return sites.orderBy("publishedAt", "desc").limit(limit).execute();
}

export async function removeSite(tx: Connection, subdomain: string): Promise<void> {
  await tx.deleteFrom("sites").where("subdomain", "=", subdomain).execute();
  await removeAudiences(tx, subdomain);
}
