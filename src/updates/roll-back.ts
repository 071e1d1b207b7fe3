import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { artifactsKept } from "./after-publish.ts";
import { findUpdate, listArtifacts } from "./store.ts";
import type { Update } from "./update.ts";

/** The update to go back to: one that published the project's own site, and whose artifact is still kept. */
export async function getRollbackTarget(
  connection: Connection,
  project: Project,
  updateId: string,
): Promise<Update & { artifact: string }> {
  const update = await findUpdate(connection, updateId);
  if (update === undefined || update.projectId !== project.id) {
    throw new AppError("not_found", "There is no such update in this project; list them to find one to go back to.");
  }
  const { artifact } = update;
  if (update.status !== "success" || artifact === null || update.subdomain !== project.domain) {
    throw new AppError("conflict", "Only an update that published the project's site can be gone back to.");
  }
  const kept = await listArtifacts(connection, project.id, project.domain, artifactsKept);
  if (!kept.includes(artifact)) {
    throw new AppError(
      "conflict",
      `Only the last ${artifactsKept} sites are kept, and this one is older; trigger an update of its commit.`,
    );
  }
  return { ...update, artifact };
}
