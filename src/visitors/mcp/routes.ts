import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnalyticsEvent, NoteEvent } from "../../analytics/recorder.ts";
import { type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { operations } from "../../contract/operations.ts";
import type { Principal } from "../../http/call.ts";
import type { Gates } from "../../http/register-operation.ts";
import { type InsightEvent, recordEvent } from "../../insight/record-event.ts";
import { canonicalAddress } from "../../platform/address.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById } from "../../projects/store.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import { refusesCounting } from "../pages/see-view.ts";
import type { McpSite } from "./answer-mcp.ts";
import { mcpPath } from "./mcp-page.ts";

const preflightSeconds = 86_400;
const queryLengthMax = 200;

interface McpDeps extends Pick<OpenSiteDeps, "artifacts" | "findIndex">, Pick<Services, "clock" | "database" | "log"> {
  gates: Pick<Gates, "limiterFor">;
  /** The site that a request is for; undefined on the API's own address. */
  findSite(request: IncomingMessage): PublishedArtifact | undefined;
  /** The public address of this server. */
  url: string;
  /** Counts reads and searches; undefined if the server doesn't. */
  note?: NoteEvent | undefined;
}

/**
 * Whether the request is for the MCP server. A browser that opens the same path gets the site's page of that name, or
 * an explanation if there is none.
 */
export function isMcpRequest({ method, url = "", headers }: IncomingMessage): boolean {
  const isHere = url === mcpPath || url.startsWith(`${mcpPath}?`);
  return isHere && (!["GET", "HEAD"].includes(method ?? "") || /text\/event-stream/i.test(headers.accept ?? ""));
}

/** Everything is public, so any website may call the tools; the rate limits are those of the public API. */
export function mcpRoutes(http: FastifyInstance, deps: McpDeps): void {
  const limiter = deps.gates.limiterFor(operations.searchPages.limits);
  const allowAll = (reply: FastifyReply) =>
    reply
      .header("access-control-allow-origin", "*")
      .header("access-control-expose-headers", "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After");

  http.options(mcpPath, async (request, reply) => {
    requireSite(deps, request);
    return allowAll(reply)
      .code(204)
      .header("access-control-allow-methods", "POST, OPTIONS")
      .header(
        "access-control-allow-headers",
        "Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Session-Id",
      )
      .header("access-control-max-age", String(preflightSeconds))
      .send();
  });
  // In the protocol, GET opens a stream and DELETE ends a session. This server has neither.
  http.route({
    method: ["GET", "DELETE"],
    url: mcpPath,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      requireSite(deps, request);
      allowAll(reply).header("allow", "POST");
      throw new AppError("method_not_allowed", "Method not allowed; send messages with POST.");
    },
  });
  http.post(mcpPath, async (request, reply) => {
    const published = requireSite(deps, request);
    allowAll(reply);
    await limiter.byAddress(request, reply);
    const opened = await openSite(deps, published, request);
    if (opened === undefined) {
      throw new AppError("not_found", "This site doesn't offer tools.");
    }
    if (Array.isArray(request.body)) {
      // A batch would count as one request. Newer versions of the protocol have dropped batches.
      throw new AppError("bad_request", "Send one message at a time, not a list.");
    }
    await limiter.byPrincipal(principalOf(opened.organizationId, published), request, reply);
    const version = request.headers["mcp-protocol-version"];
    // Loaded on first use: most servers are never asked for tools.
    const { answerMcp } = await import("./answer-mcp.ts");
    const { status, body } = await answerMcp(opened.site, {
      body: request.body ?? null,
      protocolVersion: typeof version === "string" ? version : undefined,
    });
    return reply.code(status).type("application/json; charset=utf-8").send(body);
  });
}

function requireSite({ findSite }: McpDeps, request: FastifyRequest): PublishedArtifact {
  const site = findSite(request.raw);
  if (site === undefined) {
    throw new AppError("not_found", "Path not found; see /openapi.json for all operations.");
  }
  return site;
}

/** Undefined if the site doesn't offer tools. */
async function openSite(deps: McpDeps, published: PublishedArtifact, request: FastifyRequest) {
  const project = await findProjectById(deps.database.query, published.projectId);
  const { mcp, analytics } = await offeredParts(deps.artifacts, published);
  if (project === undefined || !mcp) return undefined;
  const origin =
    URL.parse(published.address ?? "")?.origin ?? `${new URL(deps.url).protocol}//${request.headers.host ?? ""}`;
  const opened = await openPublished(deps, project, published, origin);
  const isCounted = deps.note !== undefined && analytics !== false && !refusesCounting(request.headers);
  const note: McpSite["note"] = async (event) => {
    if (!isCounted) return;
    await recordEvent(deps, project.id, event);
    if (!isPreview(published)) deps.note?.(seenByTool(event, { published, request, at: deps.clock.now() }));
  };
  return { site: { ...opened, domain: project.domain, note, log: deps.log }, organizationId: project.organizationId };
}

/** Tools that read a page over MCP are agents, whatever they call themselves. */
function seenByTool(
  event: InsightEvent,
  { published, request, at }: { published: PublishedArtifact; request: FastifyRequest; at: number },
): AnalyticsEvent {
  if (event.type === "search") {
    const target = event.query.trim().toLowerCase().slice(0, queryLengthMax);
    return { type: "action", at, projectId: published.projectId, action: "tool_search", page: "", target };
  }
  const page = event.type === "tool-read" ? event.page : "/";
  const userAgent = request.headers["user-agent"] ?? "";
  const from = { address: canonicalAddress(request), userAgent, referrer: "", country: "" };
  return { type: "view", at, published, page, form: "mcp", isText: true, ...from };
}

function principalOf(organizationId: string, { projectId }: PublishedArtifact): Principal {
  return { kind: "assistant", keyId: "mcp", organizationId, projectId, scopes: [] };
}
