import type { DashboardProject, ProjectOverview } from "../contract/dashboard-operations.ts";
import type { Role } from "../contract/operation.ts";
import { type Clock, isoTime } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { readWindows } from "../platform/counters/store.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { presentHealth } from "../platform/model/model-health.ts";
import type { ServerSettings } from "../platform/server-settings/server-settings.ts";
import { presentDomains } from "./domains/present-domain.ts";
import { amountForPeople, budgetsOfProject } from "./model-budgets.ts";
import type { SiteAddressing } from "./sites/site-address.ts";
import { findSite } from "./sites/store.ts";
import type { Project } from "./store.ts";

/** What projects show and start of their updates, which are built on projects. */
export interface ProjectUpdates {
  findLatest(connection: Connection, project: Project): Promise<ProjectOverview["latestUpdate"]>;
  findScreenshots(
    connection: Connection,
    updateId: string,
  ): Promise<{ screenshotLight: string | null; screenshotDark: string | null } | undefined>;
  /** Starts the first update of a new project and returns its ID. */
  startFirst(tx: Transaction, project: Project): Promise<string>;
}

export interface PresentDeps {
  updates: ProjectUpdates;
  siteUrl(subdomain: string): string;
  addressing: SiteAddressing;
  clock: Clock;
  /** Whether the server lets projects run scripts of their own. */
  withAuthorCode: boolean;
  /** The limits of the server's model. */
  model: Config["model"];
  settings: Pick<ServerSettings, "model" | "findModel" | "findModelOf">;
}

/** A project as shown in lists. Names every field explicitly, because a project also has secrets. */
export async function presentOverview(
  { siteUrl, updates }: Pick<PresentDeps, "siteUrl" | "updates">,
  connection: Connection,
  project: Project,
  role: Role,
): Promise<ProjectOverview> {
  return {
    id: project.id,
    organizationId: project.organizationId,
    name: project.name,
    domain: project.domain,
    siteUrl: siteUrl(project.domain),
    repository: project.repository,
    branch: project.branch,
    directory: project.directory,
    isHosted: project.hostedRepository !== null,
    createdAt: isoTime(project.createdAt),
    role,
    latestUpdate: await updates.findLatest(connection, project),
    published: await presentPublished(updates, connection, project),
  };
}

export async function presentProject(
  { model, settings, clock, addressing, withAuthorCode, ...deps }: PresentDeps,
  connection: Connection,
  project: Project,
  role: Role,
): Promise<DashboardProject> {
  const domains = await presentDomains(addressing, connection, project);
  return {
    ...(await presentOverview(deps, connection, project, role)),
    customDomains: domains.map(({ domain }) => domain),
    domains,
    isStrict: project.isStrict,
    failOnErrors: project.failOnErrors,
    basePath: project.basePath,
    authorCode: { isOn: project.withAuthorCode, isAllowed: withAuthorCode },
    hasRepositoryToken: project.repositoryToken !== null,
    model: {
      own: project.model.name,
      url: project.model.url,
      hasKey: project.model.key !== null,
      installed: (await settings.model(connection)).name || null,
      health: presentHealth(await settings.findModelOf(project.model, connection)),
    },
    budgets: await readBudgets({ model, clock }, connection, project),
    agentPaths: [...project.agentPaths],
    sources: project.sources.map(({ path, repository, ref, directory }) => ({
      ...{ path, repository, directory, branch: null, tag: null },
      [ref.kind]: ref.name,
    })),
    agentPlansFirst: project.agentPlansFirst,
    hasSlack: project.slack !== null,
    contextRepositories: project.contextRepositories.map(({ repository, branch, folders, token }) => ({
      repository,
      branch,
      folders: [...folders],
      hasToken: token !== null,
    })),
    branchRules: { ...project.branchRules, otherBranches: [...project.branchRules.otherBranches] },
  };
}

async function presentPublished(
  updates: ProjectUpdates,
  connection: Connection,
  { domain }: Project,
): Promise<DashboardProject["published"]> {
  const site = await findSite(connection, domain);
  if (site === undefined) {
    return null;
  }
  const update = await updates.findScreenshots(connection, site.updateId);
  return {
    statusId: site.updateId,
    at: isoTime(site.publishedAt),
    screenshotLight: update?.screenshotLight ?? null,
    screenshotDark: update?.screenshotDark ?? null,
  };
}

/** The daily model budgets of a project and how much of them is used. */
async function readBudgets(
  { model, clock }: { model: Config["model"]; clock: Clock },
  connection: Connection,
  project: Project,
): Promise<DashboardProject["budgets"]> {
  const budgets = budgetsOfProject(model, project.budgets);
  const names = budgets.map(({ name }) => name);
  const windows = await readWindows(connection, project.id, names, clock.now());
  return budgets.map(({ name, of, unit, perDay, installed, own }) => {
    const window = windows.get(name);
    return {
      of,
      unit,
      perDay: amountForPeople(unit, perDay),
      installed: amountForPeople(unit, installed),
      isOwn: own !== undefined,
      used: amountForPeople(unit, window?.count ?? 0),
      resetsAt: window === undefined ? null : isoTime(window.resetAt),
    };
  });
}
