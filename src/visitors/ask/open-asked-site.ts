import type { IncomingHttpHeaders } from "node:http";
import type { AnalyticsEvent, NoteEvent } from "../../analytics/recorder.ts";
import { type OpenedSite, type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { type InsightEvent, recordEvent } from "../../insight/record-event.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Services } from "../../platform/services.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById, type Project } from "../../projects/store.ts";
import type { VisitorSettings } from "../../site/serving.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import { refusesCounting } from "../pages/see-view.ts";

const queryLengthMax = 200;

export interface AskedSiteDeps
  extends Pick<OpenSiteDeps, "artifacts" | "findIndex">,
    Pick<Services, "clock" | "database" | "log"> {
  /** The public address of this server. */
  url: string;
  /** Counts reads and searches; undefined if the server doesn't. */
  note?: NoteEvent | undefined;
}

interface AskingRequest {
  headers: IncomingHttpHeaders;
  /** The client's address. */
  ip: string;
}

/** A published site that programs ask. */
export interface AskedSite extends OpenedSite, Pick<Services, "log"> {
  project: Project;
  offers: VisitorSettings;
  note(event: InsightEvent): Promise<void>;
}

/** Undefined if the project no longer exists. */
export async function openAskedSite(
  deps: AskedSiteDeps,
  published: PublishedArtifact,
  request: AskingRequest,
): Promise<AskedSite | undefined> {
  const project = await findProjectById(deps.database.query, published.projectId);
  if (project === undefined) return undefined;
  const offers = await offeredParts(deps.artifacts, published);
  const origin =
    URL.parse(published.address ?? "")?.origin ?? `${new URL(deps.url).protocol}//${request.headers.host ?? ""}`;
  const opened = await openPublished(deps, project, published, origin);
  const isCounted = deps.note !== undefined && offers.analytics !== false && !refusesCounting(request.headers);
  const note = async (event: InsightEvent) => {
    if (!isCounted && event.type !== "rating") return;
    await recordEvent(deps, project.id, event);
    const seen = isPreview(published) ? undefined : seenByTool(event, published, request, deps.clock.now());
    if (seen !== undefined && isCounted) deps.note?.(seen);
  };
  return { ...opened, project, offers, note, log: deps.log };
}

/** Programs that ask or read over MCP are agents, whatever they call themselves. */
function seenByTool(
  event: InsightEvent,
  published: PublishedArtifact,
  request: AskingRequest,
  at: number,
): AnalyticsEvent | undefined {
  if (event.type === "search") {
    const target = event.query.trim().toLowerCase().slice(0, queryLengthMax);
    return { type: "action", at, projectId: published.projectId, action: "tool_search", page: "", target };
  }
  if (event.type !== "tool-read") return undefined;
  const userAgent = request.headers["user-agent"] ?? "";
  const from = { address: canonicalAddress(request), userAgent, referrer: "", country: "" };
  return { type: "view", at, published, page: event.page, form: "mcp", isText: true, ...from };
}
