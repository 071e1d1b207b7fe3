import type { IncomingHttpHeaders } from "node:http";
import { type SeenAction, type SeenView, targetText } from "../../analytics/events.ts";
import type { AnalyticsEvent, NoteEvent } from "../../analytics/recorder.ts";
import { type OpenedSite, type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Services } from "../../platform/services.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById, type Project } from "../../projects/store.ts";
import type { VisitorSettings } from "../../site/serving.ts";
import { askPath } from "../pages/ask-path.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import { countryOf, isFetchedAhead, refusesCounting } from "../pages/see-view.ts";

export interface AskedSiteDeps
  extends Pick<OpenSiteDeps, "artifacts" | "findIndex">,
    Pick<Services, "clock" | "database" | "log"> {
  /** The public address of this server. */
  url: string;
  /** Counts reads and searches; undefined if the server doesn't. */
  note?: NoteEvent | undefined;
  /** See `ViewRules`. */
  countryHeader?: string;
}

interface AskingRequest {
  headers: IncomingHttpHeaders;
  /** The client's address. */
  ip: string;
  /** The addresses of the client and of the trusted proxies in front of this server, if there are any. */
  ips?: readonly string[];
}

/** A published site that programs ask. */
export interface AskedSite extends OpenedSite, Pick<Services, "log"> {
  project: Project;
  offers: VisitorSettings;
  note(event: ToolEvent): void;
}

/** What a program does on a site. */
type ToolEvent =
  | {
      type: "search";
      query: string;
      results: number;
      page: string | undefined;
      /** How it asked, if this is a question in full sentences that it wants answered. */
      askedBy?: "mcp" | "address";
    }
  | { type: "read"; page: string };

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
  const { headers } = request;
  const isWanted = offers.analytics !== false && !refusesCounting(headers) && !isFetchedAhead(headers);
  const note = (event: ToolEvent) => {
    if (!isWanted || isPreview(published)) return;
    for (const seen of seenByTool(event, { published, request, at: deps.clock.now(), ...deps })) deps.note?.(seen);
  };
  return { ...opened, project, offers, note, log: deps.log };
}

/** Programs that ask or read over MCP are agents, whatever they call themselves. */
function seenByTool(
  event: ToolEvent,
  { published, request, at, countryHeader = "" }: SeenDeps,
): readonly AnalyticsEvent[] {
  const { headers } = request;
  const view = (page: string, form: SeenView["form"]): SeenView => ({
    ...{ type: "view", at, published, page, form, isText: headers["sec-fetch-mode"] !== "navigate" },
    ...{ address: canonicalAddress(request), userAgent: headers["user-agent"] ?? "", referrer: "" },
    country: (request.ips?.length ?? 0) > 1 ? countryOf(headers[countryHeader]) : "",
  });
  const act = (action: SeenAction["action"], page: string, target: string): SeenAction => ({
    ...{ type: "action", at, projectId: published.projectId, action, page, target },
  });
  if (event.type === "read") return [view(event.page, "mcp"), act("tool_read", event.page, "")];
  const { query, results, page = "", askedBy } = event;
  const target = targetText(query);
  return [
    act(askedBy === undefined ? "tool_search" : "tool_question", page, target),
    ...(results === 0 ? [act("tool_empty", page, target)] : []),
    ...(askedBy === "address" ? [view(askPath, "ask")] : []),
  ];
}

interface SeenDeps {
  published: PublishedArtifact;
  request: AskingRequest;
  at: number;
  countryHeader?: string;
}
