import { compileOnce } from "../platform/db/compile-once.ts";
import type { Connection } from "../platform/db/database.ts";
import type { ProjectRow } from "../platform/db/tables/projects.ts";
import type { ProjectModel } from "../platform/model/project-model.ts";
import { type BranchRules, readBranchRules } from "./branch-rules.ts";
import type { OwnBudgets } from "./model-budgets.ts";

export interface Project {
  id: string;
  organizationId: string;
  name: string;
  /** The site's subdomain; the contract calls it the domain identifier. */
  domain: string;
  repository: string;
  branch: string;
  directory: string;
  /** The repository's name in the built-in git host; null for a remote repository. */
  hostedRepository: string | null;
  /** Sealed. */
  repositoryToken: string | null;
  /** Sealed. */
  webhookSecret: string | null;
  /** Whether warnings fail an update. */
  isStrict: boolean;
  /** Whether an update with a page that can't be built fails. Otherwise it publishes the page's last good version. */
  failOnErrors: boolean;
  /** Whether scripts and integrations of the project may run in visitors' browsers, if the server allows it too. */
  withAuthorCode: boolean;
  /** The assistant's language model. Its key is sealed. */
  model: ProjectModel;
  /** Files, and folders with a trailing slash, that the agent may write besides the documentation. */
  agentPaths: readonly string[];
  /** The project's own daily limits for its models. */
  budgets: OwnBudgets;
  branchRules: BranchRules;
  createdAt: number;
}

/** Returns false if the domain identifier is taken. */
export async function insertProject(connection: Connection, project: Project): Promise<boolean> {
  const row = await connection
    .insertInto("projects")
    .values({
      id: project.id,
      organization_id: project.organizationId,
      name: project.name,
      domain: project.domain,
      repository: project.repository,
      branch: project.branch,
      directory: project.directory,
      hosted_repository: project.hostedRepository,
      repository_token: project.repositoryToken,
      webhook_secret: project.webhookSecret,
      strict: project.isStrict ? 1 : 0,
      fail_on_errors: project.failOnErrors ? 1 : 0,
      author_code: project.withAuthorCode ? 1 : 0,
      ...modelColumns(project.model),
      agent_paths: JSON.stringify(project.agentPaths),
      budgets: JSON.stringify(project.budgets),
      branch_rules: JSON.stringify(project.branchRules),
      created_at: project.createdAt,
    })
    .onConflict((conflict) => conflict.column("domain").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findProject(
  connection: Connection,
  organizationId: string,
  id: string,
): Promise<Project | undefined> {
  const row = await connection
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && toProject(row);
}

/** In any organization. For work that was authorized when it was requested. */
export async function findProjectById(connection: Connection, id: string): Promise<Project | undefined> {
  const [row] = await findByIdStatement(connection, { id });
  return row && toProject(row);
}

const findByIdStatement = compileOnce(["id"], (connection, { id }) =>
  connection.selectFrom("projects").selectAll().where("id", "=", id),
);

export async function findHostedProject(connection: Connection, repository: string): Promise<Project | undefined> {
  const row = await connection
    .selectFrom("projects")
    .selectAll()
    .where("hosted_repository", "=", repository)
    .executeTakeFirst();
  return row && toProject(row);
}

/** By ID or domain identifier, in any organization. For the operator's command line. */
export async function findProjectByName(connection: Connection, idOrDomain: string): Promise<Project | undefined> {
  const row = await connection
    .selectFrom("projects")
    .selectAll()
    .where((project) => project.or([project("id", "=", idOrDomain), project("domain", "=", idOrDomain)]))
    .executeTakeFirst();
  return row && toProject(row);
}

export async function listProjects(connection: Connection, organizationId?: string): Promise<Project[]> {
  let query = connection.selectFrom("projects").selectAll().orderBy("id");
  if (organizationId !== undefined) {
    query = query.where("organization_id", "=", organizationId);
  }
  return (await query.execute()).map(toProject);
}

export type ProjectChanges = Partial<
  Pick<
    Project,
    | "name"
    | "repository"
    | "branch"
    | "directory"
    | "repositoryToken"
    | "webhookSecret"
    | "isStrict"
    | "failOnErrors"
    | "withAuthorCode"
  >
>;

export async function updateProject(tx: Connection, projectId: string, changes: ProjectChanges): Promise<void> {
  const {
    name,
    repository,
    branch,
    directory,
    repositoryToken,
    webhookSecret,
    isStrict,
    failOnErrors,
    withAuthorCode,
  } = changes;
  await tx
    .updateTable("projects")
    .set((project) => ({
      name: name ?? project.ref("name"),
      repository: repository ?? project.ref("repository"),
      branch: branch ?? project.ref("branch"),
      directory: directory ?? project.ref("directory"),
      repository_token: repositoryToken === undefined ? project.ref("repository_token") : repositoryToken,
      webhook_secret: webhookSecret === undefined ? project.ref("webhook_secret") : webhookSecret,
      strict: isStrict === undefined ? project.ref("strict") : Number(isStrict),
      fail_on_errors: failOnErrors === undefined ? project.ref("fail_on_errors") : Number(failOnErrors),
      author_code: withAuthorCode === undefined ? project.ref("author_code") : Number(withAuthorCode),
    }))
    .where("id", "=", projectId)
    .execute();
}

/** Cascades to all rows of the project. */
export async function deleteProject(tx: Connection, projectId: string): Promise<void> {
  await tx.deleteFrom("projects").where("id", "=", projectId).execute();
}

export async function updateProjectModel(
  connection: Connection,
  projectId: string,
  model: ProjectModel,
): Promise<void> {
  await connection.updateTable("projects").set(modelColumns(model)).where("id", "=", projectId).execute();
}

function modelColumns({ name, url, key }: ProjectModel) {
  return { model: name, model_url: url, model_key: key };
}

export async function updateAgentPaths(
  connection: Connection,
  projectId: string,
  paths: readonly string[],
): Promise<void> {
  const row = { agent_paths: JSON.stringify(paths) };
  await connection.updateTable("projects").set(row).where("id", "=", projectId).execute();
}

export async function updateOwnBudgets(connection: Connection, projectId: string, budgets: OwnBudgets): Promise<void> {
  const row = { budgets: JSON.stringify(budgets) };
  await connection.updateTable("projects").set(row).where("id", "=", projectId).execute();
}

export async function updateBranchRules(connection: Connection, projectId: string, rules: BranchRules): Promise<void> {
  const row = { branch_rules: JSON.stringify(rules) };
  await connection.updateTable("projects").set(row).where("id", "=", projectId).execute();
}

/** Blocks other transactions that lock this project until this one ends: writing a row locks it in both databases. */
export async function lockProject(tx: Connection, projectId: string): Promise<void> {
  await tx
    .updateTable("projects")
    .set((project) => ({ created_at: project.ref("created_at") }))
    .where("id", "=", projectId)
    .execute();
}

/** The served custom domains, in the order they were added. `domains/store.ts` also has those that aren't served. */
export async function listDomains(connection: Connection, projectId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("project_domains")
    .select("domain")
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("domain")
    .execute();
  return rows.map((row) => row.domain);
}

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    domain: row.domain,
    repository: row.repository,
    branch: row.branch,
    directory: row.directory,
    hostedRepository: row.hosted_repository,
    repositoryToken: row.repository_token,
    webhookSecret: row.webhook_secret,
    isStrict: row.strict === 1,
    failOnErrors: row.fail_on_errors === 1,
    withAuthorCode: row.author_code === 1,
    model: { name: row.model, url: row.model_url, key: row.model_key },
    agentPaths: JSON.parse(row.agent_paths),
    budgets: JSON.parse(row.budgets),
    branchRules: readBranchRules(row.branch_rules),
    createdAt: row.created_at,
  };
}
