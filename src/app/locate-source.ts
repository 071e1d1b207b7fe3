import { join } from "node:path";
import { createRepositoryTokens } from "../code-hosts/choose-code-host.ts";
import { CodeHostError, isTransient } from "../code-hosts/code-host-error.ts";
import { findHostKind } from "../code-hosts/find-host-kind.ts";
import { GitError } from "../git/git-error.ts";
import type { Project } from "../projects/store.ts";
import type { SourceLocation } from "../updates/steps/fetch-source.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

/** Where the repository of a project is, and what is needed to reach it. */
export type LocateSource = (project: Project, signal: AbortSignal) => Promise<SourceLocation>;

export type LocateSourceDeps = Pick<App, "config" | "secrets" | "clock" | "log">;

/** For those who push: a project without a token of its own gets one of the GitHub App, or learns why not. */
export function createLocateSource(app: LocateSourceDeps): LocateSource {
  const { config } = app;
  const findToken = createRepositoryTokens({ ...app, ...config });
  return async (project, signal) => {
    const location = locate(app, project);
    if (location.kind === "hosted" || location.token !== undefined || config.githubApp === undefined) {
      return location;
    }
    const kind = await findHostKind(config, project.repository, signal);
    return { ...location, token: await findToken(project, kind, signal) };
  };
}

/** For those who only read: a repository that the GitHub App is not installed in may be a public one. */
export function createLocateReadable(app: LocateSourceDeps): LocateSource {
  const locateSource = createLocateSource(app);
  return async (project, signal) => {
    try {
      return await locateSource(project, signal);
    } catch (error) {
      if (!(error instanceof CodeHostError)) throw error;
      // Said as git would say it: the update is tried again, and its log tells why.
      if (isTransient(error)) throw new GitError("network", error.message, { cause: error });
      app.log.warn({ error, projectId: project.id }, "there is no token of the GitHub App; trying without one");
      return locate(app, project);
    }
  };
}

function locate({ config, secrets }: LocateSourceDeps, project: Project): SourceLocation {
  const folders = foldersOf(config);
  if (project.hostedRepository !== null) {
    return { kind: "hosted", gitDir: join(folders.repositories, `${project.hostedRepository}.git`) };
  }
  return {
    kind: "remote",
    url: project.repository,
    token: project.repositoryToken === null ? undefined : secrets.open(project.repositoryToken),
    // Apart for each organization: what one may fetch, another may not.
    mirrorsFolder: join(folders.mirrors, project.organizationId),
    allowedHosts: config.allowedHosts,
  };
}
