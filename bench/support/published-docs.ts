import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { foldersOf } from "../../src/app/folders.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { createHostedProject } from "../../src/projects/create-hosted-project.ts";
import { findUpdate } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { createInstallation, type Installation, startLectern, stop, untilReady } from "./lectern.ts";

const publishSeconds = 600;

export interface PublishedDocs {
  app: Installation["app"];
  server: ChildProcess;
  /** The address for questions. */
  messageUrl: string;
  headers: Record<string, string>;
  remove(): Promise<void>;
}

/**
 * Publishes Lectern's own documentation on a separate server, and creates a key for asking questions.
 */
export async function publishDocs(): Promise<PublishedDocs> {
  const installation = await createInstallation();
  const { app, url } = installation;
  const deps = { ...app, url, repositoriesFolder: foldersOf(app.config).repositories };
  const folder = join(import.meta.dirname, "../../docs");
  const { organizationId } = installation.project;
  const project = await createHostedProject(deps, { organizationId, name: "Lectern", domain: "docs", folder });
  const update = await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "onboarding" }));
  const { secret } = await createKey(app, app.database.query, {
    kind: "assistant",
    organizationId: project.organizationId,
    projectId: project.id,
  });
  const server = startLectern("start", installation.environment);
  await untilReady(url);
  await untilPublished(app, update.id);
  return {
    app,
    server,
    messageUrl: `${url}/discovery/v2/assistant/${project.domain}/message`,
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    async remove() {
      await stop(server);
      await installation.remove();
    },
  };
}

async function untilPublished({ database }: Installation["app"], updateId: string): Promise<void> {
  const deadline = performance.now() + publishSeconds * 1_000;
  while (performance.now() < deadline) {
    const update = await findUpdate(database.query, updateId);
    if (update?.status === "success") return;
    await setTimeout(100);
  }
  throw new Error("The documentation was not published.");
}
