import { parseRepositoryUrl } from "../git/remote.ts";
import { pathProblem, quotePath } from "../git/tree-path.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import type { Services } from "../platform/services.ts";
import { isPrivate } from "./access/access.ts";
import { findAccess } from "./access/store.ts";
import { type BranchRules, changeBranchRules } from "./branch-rules.ts";
import { type BudgetChange, changeBudgets } from "./change-budgets.ts";
import { changedModel, type ModelChange } from "./change-model.ts";
import { checkedBasePath } from "./check-base-path.ts";
import { type ContextRepositoryChange, changeContextRepositories } from "./context-repositories.ts";
import { checkedBranch, checkedDirectory, checkedName, checkedRepository } from "./create-project.ts";
import { setDomains } from "./domains/set-domains.ts";
import { checkedSources, type WrittenSource } from "./project-sources.ts";
import type { SiteAddressing } from "./sites/site-address.ts";
import { type Project, type ProjectChanges, updateProject } from "./store.ts";

const agentPathsMax = 50;

/** Omitted settings stay unchanged. The token and the model's key are sealed. */
export interface ChangeRequest extends ModelChange, Pick<ProjectChanges, PlainSetting> {
  customDomains?: readonly string[];
  agentPaths?: readonly string[];
  agentPlansFirst?: boolean;
  contextRepositories?: readonly ContextRepositoryChange[];
  budgets?: readonly BudgetChange[];
  branchRules?: Partial<BranchRules>;
  sources?: readonly WrittenSource[];
}

type PlainSetting =
  | "name"
  | "repository"
  | "branch"
  | "directory"
  | "basePath"
  | "repositoryToken"
  | "slack"
  | "isStrict"
  | "failOnErrors"
  | "withAuthorCode";

/** Secrets that are deleted because they belonged to the old repository's origin. */
export type ForgottenSecret = "repositoryToken" | "webhookSecret";

/** Sign-in pages and cookies belong to the root of a host. */
export const privateBelowPath =
  "A private site can't be below a path of another website. Make it public, or remove its base path and give it a domain of its own.";

/**
 * A repository on another origin starts without the secrets of the old one: its token must not be sent to the new host,
 * and the old host must no longer be able to sign webhooks. Returns the deleted secrets.
 */
export async function changeProject(
  deps: Pick<Services, "clock"> & {
    model: Config["model"];
    settings: { model(tx: Connection): Promise<{ name: string; url: string }> };
    addressing: SiteAddressing;
  },
  tx: Connection,
  project: Project,
  {
    customDomains,
    model,
    modelUrl,
    modelKey,
    agentPaths,
    budgets,
    branchRules,
    contextRepositories,
    sources,
    ...request
  }: ChangeRequest,
): Promise<ForgottenSecret[]> {
  const { name, repository, branch, directory, basePath, repositoryToken } = request;
  if (project.hostedRepository !== null && (repository !== undefined || repositoryToken !== undefined)) {
    throw new AppError("bad_request", "This project's repository is on the built-in git host and can't be changed.");
  }
  if (basePath && isPrivate((await findAccess(tx, project.id)).kind))
    throw new AppError("bad_request", privateBelowPath);
  const forgotten = repository === undefined ? [] : secretsOfOrigin(project, repository, repositoryToken);
  const hasModel = model !== undefined || modelUrl !== undefined || modelKey !== undefined;
  const installed = hasModel ? await deps.settings.model(tx) : undefined;
  await updateProject(tx, project.id, {
    name: name === undefined ? undefined : checkedName(name),
    repository: repository === undefined ? undefined : checkedRepository(repository),
    branch: branch === undefined ? undefined : checkedBranch(branch),
    directory: directory === undefined ? undefined : checkedDirectory(directory),
    basePath: basePath === undefined ? undefined : checkedBasePath(basePath),
    repositoryToken,
    slack: request.slack,
    isStrict: request.isStrict,
    failOnErrors: request.failOnErrors,
    withAuthorCode: request.withAuthorCode,
    agentPaths: agentPaths && checkedAgentPaths(agentPaths),
    sources:
      sources &&
      checkedSources(sources, {
        repository: repository ?? project.repository,
        ...{ checkedRepository, checkedBranch, checkedDirectory },
      }),
    agentPlansFirst: request.agentPlansFirst,
    contextRepositories:
      contextRepositories && changeContextRepositories(project.contextRepositories, contextRepositories),
    branchRules: branchRules && changeBranchRules(project.branchRules, branchRules, checkedBranch),
    model:
      installed &&
      changedModel(readModelChoice(installed.name, installed.url), project.model, { model, modelUrl, modelKey }),
    ...Object.fromEntries(forgotten.map((secret) => [secret, null])),
  });
  if (customDomains !== undefined) {
    await setDomains(deps, tx, project.id, customDomains);
  }
  if (budgets !== undefined) {
    await changeBudgets(deps.model, tx, project.id, budgets);
  }
  return forgotten;
}

/**
 * The stored secrets that don't belong to a new repository address. A token in the same request is meant for the new
 * address.
 */
function secretsOfOrigin(project: Project, repository: string, newToken: string | null | undefined): ForgottenSecret[] {
  if (parseRepositoryUrl(project.repository).origin === parseRepositoryUrl(checkedRepository(repository)).origin) {
    return [];
  }
  return [
    ...(project.repositoryToken !== null && newToken === undefined ? (["repositoryToken"] as const) : []),
    ...(project.webhookSecret === null ? [] : (["webhookSecret"] as const)),
  ];
}

export function checkedAgentPaths(list: readonly string[]): string[] {
  const paths = [...new Set(list.map((path) => path.trim()))];
  if (paths.length > agentPathsMax) {
    throw new AppError("bad_request", `The agent can have at most ${agentPathsMax} extra paths; use a folder instead.`);
  }
  for (const path of paths) {
    const problem = pathProblem(path.replace(/\/$/, ""));
    if (problem !== undefined) {
      throw new AppError("bad_request", `The agent can't be given ${quotePath(path)}, which ${problem}.`);
    }
  }
  return paths;
}

/** Describes a change for the audit log: which settings were changed, and the new amounts of budgets. */
export function describeProjectChange(
  request: ChangeRequest,
  forgotten: readonly ForgottenSecret[],
): Record<string, string> {
  const { budgets, branchRules, sources } = request;
  return {
    ...(forgotten.length === 0 ? {} : { forgotten: forgotten.join(", ") }),
    ...(budgets === undefined ? {} : { budgets: budgets.map(describeBudgetChange).join(", ") }),
    ...(branchRules === undefined ? {} : { branchRules: describeRules(branchRules) }),
    ...(sources === undefined ? {} : { sources: sources.map(({ path }) => path).join(", ") || "none" }),
    changed: Object.entries(request)
      .flatMap(([name, value]) => (value === undefined ? [] : [name]))
      .join(", "),
  };
}

function describeRules(rules: Partial<BranchRules>): string {
  return Object.entries(rules)
    .map(([rule, value]) => `${rule}: ${Array.isArray(value) ? value.join(" ") || "none" : value}`)
    .join(", ");
}

function describeBudgetChange({ of, unit, perDay }: BudgetChange): string {
  const amount =
    perDay === null ? `${unit} up to the server's limit` : `${perDay} ${unit === "money" ? "in money" : unit} a day`;
  return `${amount} for ${of}`;
}
