import type { Connection } from "../platform/db/database.ts";
import { findSite } from "../projects/sites/store.ts";
import { findProjectById } from "../projects/store.ts";
import { type TriggerDeps, triggerUpdate } from "./trigger-update.ts";

/** Publishes a site again because its address changed. A site that was never published is skipped. */
export async function refreshSite(deps: TriggerDeps, tx: Connection, projectId: string): Promise<void> {
  const project = await findProjectById(tx, projectId);
  if (project !== undefined && (await findSite(tx, project.domain)) !== undefined) {
    await triggerUpdate(deps, tx, { project, source: "internal", trigger: "settings" });
  }
}
