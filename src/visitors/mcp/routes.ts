import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../../contract/operations.ts";
import type { Principal } from "../../http/call.ts";
import type { Gates } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import type { McpSite } from "./answer-mcp.ts";

const mcpPath = "/mcp";
const preflightSeconds = 86_400;

export interface McpDeps {
  gates: Pick<Gates, "limiterFor">;
  /** The site that a request came to; undefined for one that came to the API's own address. */
  findSite(request: IncomingMessage): PublishedArtifact | undefined;
  /** Undefined where the owners do not offer it. */
  openSite(published: PublishedArtifact, host: string): Promise<{ site: McpSite; organizationId: string } | undefined>;
}

/** Whether it is for the tools: a browser that asks for the same path gets the page of that name. */
export function isMcpRequest({ method, url = "", headers }: IncomingMessage): boolean {
  const isHere = url === mcpPath || url.startsWith(`${mcpPath}?`);
  return isHere && (!["GET", "HEAD"].includes(method ?? "") || /text\/event-stream/i.test(headers.accept ?? ""));
}

/** The tools of each site. Everything is public, so any website may call them too; the limits are those of the public API. */
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
  // There is nothing to listen to and no session to end.
  http.route({
    method: ["GET", "DELETE"],
    url: mcpPath,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      requireSite(deps, request);
      allowAll(reply).header("allow", "POST");
      throw new AppError("method_not_allowed", "This path does not answer that method; send messages by POST.");
    },
  });
  http.post(mcpPath, async (request, reply) => {
    const published = requireSite(deps, request);
    allowAll(reply);
    await limiter.byAddress(request, reply);
    const opened = await deps.openSite(published, request.headers.host ?? "");
    if (opened === undefined) {
      throw new AppError("not_found", "This site does not offer tools.");
    }
    if (Array.isArray(request.body)) {
      // A batch would count as one request. The protocol has given them up.
      throw new AppError("bad_request", "Send one message at a time, not a list of them.");
    }
    await limiter.byPrincipal(principalOf(opened.organizationId, published), request, reply);
    const version = request.headers["mcp-protocol-version"];
    // Only here: a server that nobody asks for tools does not load what they need.
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
    throw new AppError("not_found", "There is nothing at this path; /openapi.json lists what there is.");
  }
  return site;
}

function principalOf(organizationId: string, { projectId }: PublishedArtifact): Principal {
  return { kind: "assistant", keyId: "mcp", organizationId, projectId, scopes: [] };
}
