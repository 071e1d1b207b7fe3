import { parseRepositoryUrl } from "../git/remote.ts";
import { pathProblem, quotePath } from "../git/tree-path.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { checkedProjectModel } from "../platform/model/project-model.ts";
import { type BudgetChange, changeBudgets } from "./change-budgets.ts";
import { checkedBranch, checkedDirectory, checkedName, checkedRepository } from "./create-project.ts";
import { setDomains } from "./domains/set-domains.ts";
import type { SiteAddressing } from "./sites/site-address.ts";
import { type Project, type ProjectChanges, updateAgentPaths, updateProject, updateProjectModel } from "./store.ts";

const agentPathsMax = 50;

/** Settings that are left out stay unchanged. The token is sealed. */
export interface ChangeRequest extends Omit<ProjectChanges, "webhookSecret"> {
  customDomains?: readonly string[];
  /** A model of the server's provider, `none`, or `default`. */
  model?: string;
  agentPaths?: readonly string[];
  budgets?: readonly BudgetChange[];
}

/** Secrets that were stored for the origin of the repository and no longer are. */
export type ForgottenSecret = "repositoryToken" | "webhookSecret";

/**
 * A repository on another origin starts without the secrets of the old one: its token must not be sent to the new host, and
 * the old host must not be able to sign webhooks any more. Returns what was forgotten.
 */
export async function changeProject(
  deps: { clock: Clock; model: Config["model"]; addressing: SiteAddressing },
  tx: Connection,
  project: Project,
  { customDomains, model, agentPaths, budgets, ...request }: ChangeRequest,
): Promise<ForgottenSecret[]> {
  const { name, repository, branch, directory, repositoryToken, isStrict, withAuthorCode } = request;
  if (project.hostedRepository !== null && (repository !== undefined || repositoryToken !== undefined)) {
    throw new AppError("bad_request", "This project's repository is in the built-in git host and cannot be changed.");
  }
  const forgotten = repository === undefined ? [] : secretsOfOrigin(project, repository, repositoryToken);
  await updateProject(tx, project.id, {
    ...Object.fromEntries(forgotten.map((secret) => [secret, null])),
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(repository === undefined ? {} : { repository: checkedRepository(repository) }),
    ...(branch === undefined ? {} : { branch: checkedBranch(branch) }),
    ...(directory === undefined ? {} : { directory: checkedDirectory(directory) }),
    ...(repositoryToken === undefined ? {} : { repositoryToken }),
    ...(isStrict === undefined ? {} : { isStrict }),
    ...(withAuthorCode === undefined ? {} : { withAuthorCode }),
  });
  if (customDomains !== undefined) {
    await setDomains(deps, tx, project.id, customDomains);
  }
  if (model !== undefined) {
    const installed = readModelChoice(deps.model.name, deps.model.url);
    await updateProjectModel(tx, project.id, checkedProjectModel(installed, model));
  }
  if (agentPaths !== undefined) {
    await updateAgentPaths(tx, project.id, checkedAgentPaths(agentPaths));
  }
  if (budgets !== undefined) {
    await changeBudgets(deps.model, tx, project.id, budgets);
  }
  return forgotten;
}

/** The stored secrets that don't fit a new address of the repository. A token in the same request is meant for it. */
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
    throw new AppError("bad_request", `The agent can be given at most ${agentPathsMax} paths; use a folder instead.`);
  }
  for (const path of paths) {
    const problem = pathProblem(path.replace(/\/$/, ""));
    if (problem !== undefined) {
      throw new AppError("bad_request", `The agent cannot be given ${quotePath(path)}, which ${problem}.`);
    }
  }
  return paths;
}

/** For the audit log: which settings were changed, and the new amounts of budgets. */
export function describeProjectChange(
  request: ChangeRequest,
  forgotten: readonly ForgottenSecret[],
): Record<string, string> {
  const { budgets } = request;
  return {
    ...(forgotten.length === 0 ? {} : { forgotten: forgotten.join(", ") }),
    ...(budgets === undefined ? {} : { budgets: budgets.map(describeBudgetChange).join(", ") }),
    changed: Object.keys(request).join(", "),
  };
}

function describeBudgetChange({ of, unit, perDay }: BudgetChange): string {
  const amount =
    perDay === null ? `${unit} as the server allows` : `${perDay} ${unit === "money" ? "in money" : unit} a day`;
  return `${amount} for ${of}`;
}
