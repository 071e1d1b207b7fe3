import type { Secrets } from "../platform/secrets.ts";
import type { Project } from "../projects/store.ts";
import { type BuiltInDeps, builtInHost } from "./built-in-host.ts";
import type { ChooseCodeHost, CodeHost } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { findHostKind, type KnownHosts } from "./find-host-kind.ts";
import { giteaHost } from "./gitea-host.ts";
import { createInstallationTokens, type GithubApp } from "./github-app.ts";
import { githubHost } from "./github-host.ts";
import { gitlabHost } from "./gitlab-host.ts";
import type { RemoteRepository } from "./remote-host.ts";
import { placeOf, type RemoteKind } from "./repository-place.ts";

export interface CodeHostDeps extends BuiltInDeps, KnownHosts {
  secrets: Secrets;
  /** For repositories of projects that have no token of their own. */
  githubApp?: GithubApp | undefined;
}

const adapters: Readonly<Record<RemoteKind, (repository: RemoteRepository) => CodeHost>> = {
  github: githubHost,
  gitlab: gitlabHost,
  gitea: giteaHost,
};

/** From a project to the host of its repository. */
export function chooseCodeHost(deps: CodeHostDeps): ChooseCodeHost {
  const findToken = createRepositoryTokens(deps);
  return async (project, signal) => {
    if (project.hostedRepository !== null) {
      return builtInHost(deps, project);
    }
    const kind = await findHostKind(deps, project.repository, signal);
    const { host, apiUrl, path } = placeOf(project.repository, kind);
    const token = await findToken(project, kind, signal);
    if (token === undefined) {
      throw new CodeHostError(
        "no-access",
        `The project has no token for ${host}; set one that may write: lectern project set ${project.domain} --token TOKEN.`,
      );
    }
    const { allowedHosts, clock } = deps;
    return adapters[kind]({ apiUrl, path, allowedHosts, clock, credentials: credentialsFor(kind, token) });
  };
}

/** The token for git and for the API of a repository's host: the project's own, or one of the GitHub App. */
export type FindRepositoryToken = (
  project: Project,
  kind: RemoteKind,
  signal: AbortSignal,
) => Promise<string | undefined>;

export function createRepositoryTokens({
  secrets,
  githubApp,
  clock,
  allowedHosts,
}: Pick<CodeHostDeps, "secrets" | "githubApp" | "clock" | "allowedHosts">): FindRepositoryToken {
  const findInstallationToken = githubApp && createInstallationTokens(githubApp, clock);
  return async (project, kind, signal) => {
    if (project.repositoryToken !== null) {
      return secrets.open(project.repositoryToken);
    }
    if (kind !== "github") {
      return undefined;
    }
    const { apiUrl, path } = placeOf(project.repository, kind);
    return findInstallationToken?.({ apiUrl, path, allowedHosts, clock }, signal);
  };
}

function credentialsFor(kind: RemoteKind, token: string): Record<string, string> {
  return kind === "gitlab" ? { "private-token": token } : { authorization: `Bearer ${token}` };
}
