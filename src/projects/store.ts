import { compileOnce } from "../platform/db/compile-once.ts";
import type { Connection } from "../platform/db/database.ts";
import { hasRow } from "../platform/db/has-row.ts";
import { lockRow } from "../platform/db/rows.ts";
import type { ProjectRow } from "../platform/db/tables.ts";
import type { ProjectModel } from "../platform/model/project-model.ts";
import { type BranchRules, readBranchRules } from "./branch-rules.ts";
import type { OwnBudgets } from "./model-budgets.ts";
import type { ProjectSource } from "./project-sources.ts";

export interface Project extends Omit<ProjectRow, keyof EncodedColumns> {
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
  /** Whether a person approves the plan of a language model before it changes files. */
  agentPlansFirst: boolean;
  /** The code repositories that the agent may read. */
  contextRepositories: readonly ContextRepository[];
  /** The project's own daily limits for its models. */
  budgets: OwnBudgets;
  branchRules: BranchRules;
  sources: readonly ProjectSource[];
}

/** A code repository that the agent reads to write about the code. It is never executed or served. */
export interface ContextRepository {
  repository: string;
  branch: string;
  /** Only these folders are read; empty for all. */
  folders: readonly string[];
  /** Sealed. */
  token: string | null;
}

type EncodedColumns = Pick<
  ProjectRow,
  | "strict"
  | "failOnErrors"
  | "authorCode"
  | "model"
  | "modelUrl"
  | "modelKey"
  | "agentPaths"
  | "agentPlansFirst"
  | "contextRepositories"
  | "budgets"
  | "branchRules"
  | "sources"
>;

/** Returns false if the domain identifier is taken. */
export async function insertProject(connection: Connection, project: Project): Promise<boolean> {
  const { isStrict, withAuthorCode, model, ...rest } = project;
  const inserted = connection.insertInto("projects").values({
    ...rest,
    ...modelColumns(model),
    strict: Number(isStrict),
    failOnErrors: Number(rest.failOnErrors),
    authorCode: Number(withAuthorCode),
    agentPaths: JSON.stringify(rest.agentPaths),
    agentPlansFirst: Number(rest.agentPlansFirst),
    contextRepositories: JSON.stringify(rest.contextRepositories),
    budgets: JSON.stringify(rest.budgets),
    branchRules: JSON.stringify(rest.branchRules),
    sources: JSON.stringify(rest.sources),
  });
  return hasRow(inserted.onConflict((conflict) => conflict.column("domain").doNothing()).returning("id"));
}

export async function findProject(connection: Connection, organizationId: string, id: string) {
  const project = await findProjectById(connection, id);
  return project?.organizationId === organizationId ? project : undefined;
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
  const projects = connection.selectFrom("projects").selectAll();
  const row = await projects.where("hostedRepository", "=", repository).executeTakeFirst();
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
    query = query.where("organizationId", "=", organizationId);
  }
  return (await query.execute()).map(toProject);
}

/** Undefined settings stay unchanged. */
export type ProjectChanges = {
  [Setting in keyof Omit<Project, "id" | "organizationId" | "domain" | "createdAt" | "hostedRepository">]?:
    | Project[Setting]
    | undefined;
};

export async function updateProject(tx: Connection, projectId: string, changes: ProjectChanges): Promise<void> {
  const { isStrict, failOnErrors, withAuthorCode, model, agentPaths, budgets, branchRules, ...others } = changes;
  const { agentPlansFirst, contextRepositories, sources, ...same } = others;
  const columns = {
    ...same,
    ...(model && modelColumns(model)),
    strict: isStrict === undefined ? undefined : Number(isStrict),
    failOnErrors: failOnErrors === undefined ? undefined : Number(failOnErrors),
    authorCode: withAuthorCode === undefined ? undefined : Number(withAuthorCode),
    agentPaths: agentPaths && JSON.stringify(agentPaths),
    agentPlansFirst: agentPlansFirst === undefined ? undefined : Number(agentPlansFirst),
    contextRepositories: contextRepositories && JSON.stringify(contextRepositories),
    budgets: budgets && JSON.stringify(budgets),
    branchRules: branchRules && JSON.stringify(branchRules),
    sources: sources && JSON.stringify(sources),
  };
  if (Object.values(columns).some((value) => value !== undefined)) {
    await tx.updateTable("projects").set(columns).where("id", "=", projectId).execute();
  }
}

/** Cascades to all rows of the project. */
export async function deleteProject(tx: Connection, projectId: string): Promise<void> {
  await tx.deleteFrom("projects").where("id", "=", projectId).execute();
}

function modelColumns({ name, url, key }: ProjectModel) {
  return { model: name, modelUrl: url, modelKey: key };
}

/** Blocks other transactions that lock this project until this one ends. */
export async function lockProject(tx: Connection, projectId: string): Promise<void> {
  await lockRow(tx, "projects", { id: projectId });
}

/** The served custom domains, in the order they were added. `domains/store.ts` also has those that aren't served. */
export async function listDomains(connection: Connection, projectId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("projectDomains")
    .select("domain")
    .where("projectId", "=", projectId)
    .orderBy("createdAt")
    .orderBy("domain")
    .execute();
  return rows.map((row) => row.domain);
}

function toProject({ strict, authorCode, modelUrl, modelKey, ...row }: ProjectRow): Project {
  return {
    ...row,
    isStrict: strict === 1,
    failOnErrors: row.failOnErrors === 1,
    withAuthorCode: authorCode === 1,
    model: { name: row.model, url: modelUrl, key: modelKey },
    agentPaths: JSON.parse(row.agentPaths),
    agentPlansFirst: row.agentPlansFirst === 1,
    contextRepositories: JSON.parse(row.contextRepositories),
    budgets: JSON.parse(row.budgets),
    branchRules: readBranchRules(row.branchRules),
    sources: JSON.parse(row.sources),
  };
}
