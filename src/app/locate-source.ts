import { join } from "node:path";
import type { Project } from "../projects/store.ts";
import type { SourceLocation } from "../updates/steps/fetch-source.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

/** Where the repository of a project is, and what is needed to reach it. */
export function locateSource({ config, secrets }: App, project: Project): SourceLocation {
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
