import { type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { recordEvent } from "../../insight/record-event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById } from "../../projects/store.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import type { McpSite } from "./answer-mcp.ts";

interface OpenMcpSiteDeps extends Pick<OpenSiteDeps, "database" | "artifacts" | "findIndex"> {
  clock: Clock;
}

/** Undefined if the site doesn't offer tools. */
export async function openMcpSite(
  deps: OpenMcpSiteDeps,
  published: PublishedArtifact,
  url: string,
): Promise<{ site: McpSite; organizationId: string } | undefined> {
  const project = await findProjectById(deps.database.query, published.projectId);
  const { mcp } = await offeredParts(deps.artifacts, published);
  if (project === undefined || !mcp) return undefined;
  const opened = await openPublished(deps, project, published, url);
  const note: McpSite["note"] = (event) => recordEvent(deps, project.id, event);
  return { site: { ...opened, domain: project.domain, note }, organizationId: project.organizationId };
}
