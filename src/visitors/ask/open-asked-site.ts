import { type OpenedSite, type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { type InsightEvent, recordEvent } from "../../insight/record-event.ts";
import type { Services } from "../../platform/services.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById, type Project } from "../../projects/store.ts";
import type { VisitorSettings } from "../../site/serving.ts";
import { offeredParts } from "../pages/offered-parts.ts";

export interface AskedSiteDeps
  extends Pick<OpenSiteDeps, "artifacts" | "findIndex">,
    Pick<Services, "clock" | "database" | "log"> {
  /** The public address of this server. */
  url: string;
}

/** A published site that programs ask. */
export interface AskedSite extends OpenedSite, Pick<Services, "log"> {
  project: Project;
  offers: VisitorSettings;
  note(event: InsightEvent): Promise<void>;
}

/** Undefined if the project no longer exists. `host` is the one in the request, which decided the site. */
export async function openAskedSite(
  deps: AskedSiteDeps,
  published: PublishedArtifact,
  host: string,
): Promise<AskedSite | undefined> {
  const project = await findProjectById(deps.database.query, published.projectId);
  if (project === undefined) return undefined;
  const offers = await offeredParts(deps.artifacts, published);
  const origin = URL.parse(published.address ?? "")?.origin ?? `${new URL(deps.url).protocol}//${host}`;
  const opened = await openPublished(deps, project, published, origin);
  const note = (event: InsightEvent) => recordEvent(deps, project.id, event);
  return { ...opened, project, offers, note, log: deps.log };
}
