import type { Services } from "../platform/services.ts";
import type { ProjectUpdates } from "../projects/present-project.ts";
import { presentSummary } from "./read-status.ts";
import { findLatestUpdate, findUpdate } from "./store.ts";
import { triggerUpdate } from "./trigger-update.ts";

/** What the routes of projects show and start. */
export function projectUpdates(deps: Pick<Services, "clock" | "database" | "queue">): ProjectUpdates {
  return {
    async findLatest(connection, { id, domain }) {
      const latest = await findLatestUpdate(connection, id, domain);
      return latest === undefined ? null : presentSummary(latest);
    },
    findScreenshots: findUpdate,
    startFirst: async (tx, project) => (await triggerUpdate(deps, tx, { project, source: "onboarding" })).id,
  };
}
