import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limit } from "../../../contract/operation.ts";
import { canonicalAddress, widerNetwork } from "../../../platform/address.ts";
import { AppError } from "../../../platform/errors.ts";
import { spanText, waitText } from "../../../platform/span-text.ts";
import type { Principal } from "../../call.ts";
import type { Counted, Counter, RequestCounter } from "./request-counter.ts";

/** Counts the requests to one operation against its limits, and refuses those that exceed one. */
export interface RateLimiter {
  byAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts by organization, project and visitor. */
  byPrincipal(principal: Principal, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createRateLimiter(counter: RequestCounter, limits: readonly Limit[]): RateLimiter {
  const ofAddress = limits.filter(({ by }) => by === "address");
  const ofPrincipal = limits.filter(({ by }) => by !== "address");
  return {
    async byAddress(request, reply) {
      const subject = canonicalAddress(request);
      const wider = widerNetwork(subject);
      await apply(
        counter,
        reply,
        ofAddress.map((limit) => ({ limit, subject })),
        wider &&
          ofAddress.map((limit) => ({ limit: { ...limit, max: limit.max * wider.times }, subject: wider.subject })),
      );
    },
    async byPrincipal(principal, request, reply) {
      const { projectId = "" } = request.params as { projectId?: string };
      const { organizationId, visitor } = principal;
      // Every counter includes the organization, so nobody can use up the limit of another organization's project.
      const project = `${organizationId}/${principal.projectId ?? projectId}`;
      const subjects = {
        organization: organizationId,
        project,
        visitor: `${project}/${visitor?.id ?? ""}`,
        address: "",
      };
      await apply(
        counter,
        reply,
        ofPrincipal.map((limit) => ({ limit, subject: subjects[limit.by] })),
      );
    },
  };
}

/** The headers show only the client's own limits, not those of `wider` networks, which it shares with others. */
async function apply(
  counter: RequestCounter,
  reply: FastifyReply,
  own: readonly Counter[],
  wider: readonly Counter[] = [],
): Promise<void> {
  if (own.length === 0) {
    return;
  }
  const counted = await counter.count([...own, ...wider]);
  addHeaders(reply, counted.slice(0, own.length));
  const exceeded = counted.filter((count) => count.exceeded);
  if (exceeded.length > 0) {
    const retryAfterSeconds = Math.max(...exceeded.map((count) => count.resetSeconds));
    const [limit] = exceeded.map((count) => count.limit);
    throw new AppError(
      "limited",
      `Over the limit of ${limit?.max} requests in ${spanText(limit?.windowSeconds ?? 0)}; try again in ${waitText(retryAfterSeconds)}.`,
      { retryAfterSeconds },
    );
  }
}

// The header fields of draft-ietf-httpapi-ratelimit-headers. A second call adds its policies to those of the first.
function addHeaders(reply: FastifyReply, counted: readonly Counted[]): void {
  for (const { limit, remaining, resetSeconds } of counted) {
    append(reply, "ratelimit-policy", `"${limit.name}";q=${limit.max};w=${limit.windowSeconds}`);
    append(reply, "ratelimit", `"${limit.name}";r=${remaining};t=${resetSeconds}`);
  }
}

function append(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name);
  reply.header(name, typeof before === "string" ? `${before}, ${value}` : value);
}
