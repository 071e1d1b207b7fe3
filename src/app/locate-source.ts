import { join } from "node:path";
import type { CodeRepository } from "../agent/context/code-tools.ts";
import { createRepositoryTokens } from "../code-hosts/choose-code-host.ts";
import { CodeHostError, isTransient } from "../code-hosts/code-host-error.ts";
import { GitError } from "../git/git-error.ts";
import { contextNames } from "../projects/context-repositories.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import type { SourceLocation } from "../projects/source/find-tip.ts";
import type { Project } from "../projects/store.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

type LocateSource = (project: Project, signal: AbortSignal) => Promise<SourceLocation>;

export type LocateSourceDeps = Pick<App, "config" | "database" | "objects" | "secrets" | "clock" | "log">;

/** For pushing: a project without its own token gets one from the GitHub App, or an error that says why not. */
export function createLocateSource(app: LocateSourceDeps): LocateSource {
  const { config } = app;
  const findToken = createRepositoryTokens({ ...app, ...config });
  return async (project, signal) => {
    const location = await locate(app, project, signal);
    if (location.kind === "hosted" || location.token !== undefined || config.githubApp === undefined) {
      return location;
    }
    return { ...location, token: await findToken(project, signal) };
  };
}

/** For reading: a repository in which the GitHub App is not installed may be public. */
export function createLocateReadable(app: LocateSourceDeps): LocateSource {
  const locateSource = createLocateSource(app);
  return async (project, signal) => {
    try {
      return await locateSource(project, signal);
    } catch (error) {
      if (!(error instanceof CodeHostError)) throw error;
      // Reported as a git error, so that the update is retried and its log says why.
      if (isTransient(error)) throw new GitError("network", error.message, { cause: error });
      app.log.warn({ error, projectId: project.id }, "got no token from the GitHub App; trying without one");
      const location = await locate(app, project, signal);
      return location.kind === "remote" ? { ...location, tokenProblem: error.message } : location;
    }
  };
}

async function locate(app: LocateSourceDeps, project: Project, signal: AbortSignal): Promise<SourceLocation> {
  const { config, secrets } = app;
  const folders = foldersOf(config);
  if (project.hostedRepository !== null) {
    const { gitDir } = await openRepository({ ...app, repositoriesFolder: folders.repositories }, project, signal);
    return { kind: "hosted", gitDir };
  }
  return {
    kind: "remote",
    url: project.repository,
    token: project.repositoryToken === null ? undefined : secrets.open(project.repositoryToken),
    // Separate for each organization, because another may not have access to the repository.
    mirrorsFolder: join(folders.mirrors, project.organizationId),
    allowedHosts: config.allowedHosts,
  };
}

/** The code repositories that a project's agent may read. Only their own tokens are used for them. */
export function locateCode({ config, secrets }: Pick<App, "config" | "secrets">, project: Project): CodeRepository[] {
  const names = contextNames(project.contextRepositories);
  return project.contextRepositories.map(({ repository: url, branch, folders, token }, index) => ({
    name: names[index] ?? url,
    branch,
    folders,
    location: {
      kind: "remote",
      url,
      token: token === null ? undefined : secrets.open(token),
      // Every fetch asks the host with this token first, so a mirror of the organization shows nothing more.
      mirrorsFolder: join(foldersOf(config).mirrors, project.organizationId),
      allowedHosts: config.allowedHosts,
    },
  }));
}
