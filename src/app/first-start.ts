import { join } from "node:path";
import { createOrganization } from "../accounts/create-organization.ts";
import { createOwnerLink } from "../accounts/invite.ts";
import { listOrganizations } from "../accounts/store.ts";
import { createKey } from "../keys/create-key.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { createHostedProject } from "../projects/create-hosted-project.ts";
import type { Project } from "../projects/store.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

/** The sample project is Lectern's own documentation. */
const sampleFolder = join(import.meta.dirname, "../../docs");

/** Only hashes of these keys are stored. */
export interface FirstStart {
  project: Project;
  adminKey: string;
  assistantKey: string;
  /** The ID of the project's first update. */
  statusId: string;
  /** Whoever opens it first becomes an admin. */
  ownerLink: string;
}

/** Creates a sample project and keys if the database is empty, all in one transaction. */
export async function prepareFirstStart(app: App): Promise<FirstStart | undefined> {
  try {
    return await app.database.transaction(async (tx) =>
      (await listOrganizations(tx)).length > 0 ? undefined : createSample(app, tx),
    );
  } catch (error) {
    // Another node was faster: on PostgreSQL both see an empty database, but only one gets the domain.
    if (error instanceof AppError && error.code === "conflict") {
      return undefined;
    }
    throw error;
  }
}

async function createSample(app: App, tx: Transaction): Promise<FirstStart> {
  const organization = await createOrganization(app, tx, "My organization");
  const owner = { organizationId: organization.id };
  const { clock, config } = app;
  const project = await createHostedProject(
    { clock, url: config.url, repositoriesFolder: foldersOf(config).repositories },
    tx,
    { ...owner, name: "Lectern docs", domain: "docs", folder: sampleFolder },
  );
  const name = "First start";
  const admin = await createKey(app, tx, { ...owner, kind: "admin", projectId: null, name });
  const assistant = await createKey(app, tx, { ...owner, kind: "assistant", projectId: project.id, name });
  const update = await triggerUpdate(app, tx, { project, source: "onboarding" });
  const ownerLink = await createOwnerLink({ clock, url: config.url }, tx, organization.id);
  return { project, adminKey: admin.secret, assistantKey: assistant.secret, statusId: update.id, ownerLink };
}
