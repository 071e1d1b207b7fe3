import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limit, Operation } from "../../../contract/operation.ts";
import { canonicalAddress } from "../../../platform/address.ts";
import { AppError } from "../../../platform/errors.ts";
import { spanText, waitText } from "../../../platform/span-text.ts";
import type { Principal } from "../../call.ts";
import type { Counted, Counter } from "./count-request.ts";
import type { RequestCounter } from "./request-counter.ts";

interface LimitDeps {
  counter: RequestCounter;
}

/** What a reply tells of the limits that it was counted against. */
export function limitHeaders(counted: readonly Counted[]): Record<"ratelimit-policy" | "ratelimit", string> {
  const policies = counted.map(({ limit }) => `"${limit.name}";q=${limit.max};w=${limit.windowSeconds}`);
  const states = counted.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  );
  return { "ratelimit-policy": policies.join(", "), ratelimit: states.join(", ") };
}

/** Before the key is looked at: whoever tries keys is counted by address. */
export async function limitByAddress(
  deps: LimitDeps,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const subject = canonicalAddress(request.ip);
  await apply(
    deps,
    reply,
    limitsBy(operation, ["address"]).map((limit) => ({ limit, subject })),
  );
}

/** After the key: by organization, project and visitor. */
export async function limitByPrincipal(
  deps: LimitDeps,
  operation: Operation,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { projectId = "" } = request.params as { projectId?: string };
  const { organizationId, visitor } = principal;
  // The organization stands in all: nobody can use up the limit of a project that is not theirs.
  const project = `${organizationId}/${principal.projectId ?? projectId}`;
  const subjects = { organization: organizationId, project, visitor: `${project}/${visitor?.id ?? ""}`, address: "" };
  const counters = limitsBy(operation, ["organization", "project", "visitor"]).map((limit) => ({
    limit,
    subject: subjects[limit.by],
  }));
  await apply(deps, reply, counters);
}

function limitsBy(operation: Operation, by: readonly Limit["by"][]): Limit[] {
  return (operation.limits ?? []).filter((limit) => by.includes(limit.by));
}

async function apply({ counter }: LimitDeps, reply: FastifyReply, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) {
    return;
  }
  const counted = await counter.count(counters);
  addHeaders(reply, counted);
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

// The two fields of draft-ietf-httpapi-ratelimit-headers; a second call adds its policies to the first one's.
function addHeaders(reply: FastifyReply, counted: readonly Counted[]): void {
  for (const [name, value] of Object.entries(limitHeaders(counted))) {
    const before = reply.getHeader(name);
    reply.header(name, typeof before === "string" ? `${before}, ${value}` : value);
  }
}
