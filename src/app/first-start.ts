import { join } from "node:path";
import { createOrganization } from "../accounts/create-organization.ts";
import { createOwnerLink } from "../accounts/invite.ts";
import { listOrganizations } from "../accounts/store.ts";
import { createKey } from "../keys/create-key.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { claimRepository, discardRepository, importRepository } from "../projects/create-hosted-project.ts";
import type { Project } from "../projects/store.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

/** The sample project is Lectern's own documentation. */
const sampleFolder = join(import.meta.dirname, "../../docs");

/** The keys shown at the first start. Only their hashes are stored. */
export interface FirstStart {
  project: Project;
  adminKey: string;
  assistantKey: string;
  /** The ID of the project's first update. */
  statusId: string;
  /** The first person to open the link becomes an admin. */
  ownerLink: string;
}

/** Creates a sample project and keys if the database is empty, all in one transaction. */
export async function prepareFirstStart(app: App): Promise<FirstStart | undefined> {
  const { database, config } = app;
  if (!(await isEmpty(database.query))) {
    return undefined;
  }
  const deps = { ...app, url: config.url, repositoriesFolder: foldersOf(config).repositories };
  // The import takes a while, so it runs outside the transaction.
  const repository = await importRepository(deps, sampleFolder);
  try {
    return await database.transaction(async (tx) => {
      if (!(await isEmpty(tx))) {
        return undefined;
      }
      const { id: organizationId } = await createOrganization(app, tx, "My organization");
      const sample = { organizationId, name: "Lectern docs", domain: "docs" };
      const project = await claimRepository(deps, tx, repository, sample);
      const name = "First start";
      const admin = await createKey(app, tx, { organizationId, kind: "admin", projectId: null, name });
      const assistant = await createKey(app, tx, { organizationId, kind: "assistant", projectId: project.id, name });
      const update = await triggerUpdate(app, tx, { project, source: "onboarding" });
      const ownerLink = await createOwnerLink(deps, tx, organizationId);
      return { project, adminKey: admin.secret, assistantKey: assistant.secret, statusId: update.id, ownerLink };
    });
  } catch (error) {
    // Another node was faster. On PostgreSQL both nodes see an empty database, but only one of them gets the domain.
    if (error instanceof AppError && error.code === "conflict") {
      return undefined;
    }
    throw error;
  } finally {
    await discardRepository(deps, repository);
  }
}

async function isEmpty(connection: Connection): Promise<boolean> {
  return (await listOrganizations(connection)).length === 0;
}
