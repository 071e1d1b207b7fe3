import { ownCommand } from "../platform/own-command.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { openPreview } from "../updates/act-on-push.ts";
import { findAppRepository } from "./app-hosts.ts";
import { type BuiltInDeps, builtInHost } from "./built-in-host.ts";
import type { ChooseCodeHost, CodeHost } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { findHostKind, type KnownHosts } from "./find-host-kind.ts";
import { giteaHost } from "./gitea-host.ts";
import { createInstallationTokens, type GithubApp } from "./github-app.ts";
import { githubHost } from "./github-host.ts";
import { gitlabHost } from "./gitlab-host.ts";
import type { RemoteRepository } from "./remote-host.ts";
import { type RemoteKind, repositoryAddress } from "./repository-address.ts";

export interface CodeHostDeps extends BuiltInDeps, KnownHosts, Pick<Services, "secrets"> {
  /** The GitHub App, which acts for projects that have no token. */
  githubApp?: GithubApp | undefined;
}

const adapters: Readonly<Record<RemoteKind, (repository: RemoteRepository) => CodeHost>> = {
  github: githubHost,
  gitlab: gitlabHost,
  gitea: giteaHost,
};

export function chooseCodeHost(deps: CodeHostDeps): ChooseCodeHost {
  const findToken = createRepositoryTokens(deps);
  return async (project, signal) => {
    if (project.hostedRepository !== null) {
      return builtInHost(deps, project);
    }
    const kind = await findHostKind(deps, project.repository, signal);
    const { host, apiUrl, path } = repositoryAddress(project.repository, kind);
    const token = await findToken(project, signal);
    if (token === undefined) {
      throw new CodeHostError(
        "no-access",
        `The project has no token for ${host}; set one with write access: ${ownCommand(`project set ${project.domain} --token TOKEN`)}.`,
      );
    }
    const { allowedHosts, clock } = deps;
    return adapters[kind]({ apiUrl, path, allowedHosts, clock, credentials: credentialsFor(kind, token) });
  };
}

/** Publishes a preview right after a pull request is opened, even if no webhook announces it. */
export function withPreview(
  deps: Pick<Services, "clock" | "database" | "queue">,
  choose: ChooseCodeHost,
): ChooseCodeHost {
  return async (project, signal) => {
    const host = await choose(project, signal);
    return {
      ...host,
      async openPullRequest(request, openSignal) {
        const link = await host.openPullRequest(request, openSignal);
        const branch = { project, branch: request.head, source: "internal", trigger: "preview" } as const;
        await deps.database.transaction((tx) => openPreview(deps, tx, branch));
        return link;
      },
    };
  };
}

/** Finds the token for git and for the host's API: the project's own token, or one from the GitHub App. */
type FindRepositoryToken = (project: Project, signal: AbortSignal) => Promise<string | undefined>;

export function createRepositoryTokens(
  deps: Pick<CodeHostDeps, "database" | "secrets" | "githubApp" | "clock" | "allowedHosts" | "codeHosts">,
): FindRepositoryToken {
  const { secrets, githubApp, clock, allowedHosts, codeHosts } = deps;
  const findInstallationToken = githubApp && createInstallationTokens(githubApp, deps);
  return async ({ organizationId, repository, repositoryToken }, signal) => {
    if (repositoryToken !== null) {
      return secrets.open(repositoryToken);
    }
    const found = findInstallationToken && findAppRepository(codeHosts, repository);
    return found && findInstallationToken?.({ ...found, organizationId, allowedHosts, clock }, signal);
  };
}

function credentialsFor(kind: RemoteKind, token: string): Record<string, string> {
  return kind === "gitlab" ? { "private-token": token } : { authorization: `Bearer ${token}` };
}
