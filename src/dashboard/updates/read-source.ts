import { join } from "node:path";
import { readFileOf } from "../../git/read-file.ts";
import { defaultRepositoryLimits } from "../../git/repository.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { findUpdate } from "../../updates/store.ts";

export interface SourceDeps {
  /** Root folder of the built-in git host. */
  repositoriesFolder: string;
}

const bytesMax = 1024 * 1024;

/** Reads a file at the commit of an update. Only for repositories on the built-in git host. */
export async function readSource(
  { repositoriesFolder }: SourceDeps,
  connection: Connection,
  { statusId, path, signal }: { statusId: string; path: string; signal: AbortSignal },
): Promise<{ path: string; text: string }> {
  const update = await findUpdate(connection, statusId);
  const sha = update?.commit?.sha;
  if (update === undefined || sha === undefined) {
    throw new AppError("not_found", "This update has no commit, so there is no source to show.");
  }
  const project = await getProject(connection, update.organizationId, update.projectId);
  if (project.hostedRepository === null) {
    throw new AppError("not_found", "The repository is on another git host; view the file there.");
  }
  const content = await readFileOf(
    { gitDir: join(repositoriesFolder, `${project.hostedRepository}.git`) },
    { sha, path: join(project.directory, path), bytesMax, limits: defaultRepositoryLimits, signal },
  );
  if (content === undefined) {
    throw new AppError("not_found", `The commit ${sha.slice(0, 7)} has no file ${path}.`);
  }
  return { path, text: content.toString("utf8") };
}
