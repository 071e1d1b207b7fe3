import type { FastifyInstance } from "fastify";
import type { Limit } from "../../contract/operation.ts";
import type { Gates } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import { classifyHost, type SiteAddressing } from "../sites/site-address.ts";
import type { SiteReads } from "../sites/store.ts";

export const certificatePath = "/v1/certificates/allowed";

// A proxy asks before it requests a certificate, so it rarely asks twice for the same name.
const limits: readonly Limit[] = [{ name: "certificates", by: "address", max: 600, windowSeconds: 60 }];

interface CertificateDeps {
  gates: Pick<Gates, "limiterFor">;
  reads: SiteReads;
  addressing: SiteAddressing;
}

/** Tells a proxy, such as Caddy with `on_demand_tls`, whether to request a certificate for a name. */
export function certificateRoutes(http: FastifyInstance, deps: CertificateDeps): void {
  const limiter = deps.gates.limiterFor(limits);
  http.get<{ Querystring: { domain?: unknown } }>(certificatePath, async (request, reply) => {
    await limiter.byAddress(request, reply);
    const { domain } = request.query;
    if (typeof domain !== "string" || !(await isServed(deps, domain))) {
      throw new AppError("not_found", "This server doesn't serve that domain.");
    }
    return reply.type("text/plain; charset=utf-8").send("allowed");
  });
}

async function isServed({ addressing, reads }: CertificateDeps, domain: string): Promise<boolean> {
  const kind = classifyHost(addressing, domain);
  switch (kind.kind) {
    case "own":
      return addressing.ownHosts.includes(domain.toLowerCase());
    case "subdomain":
      return (await reads.findBySubdomain(kind.subdomain)) !== undefined;
    case "domain":
      return reads.isCustomDomain(kind.domain);
  }
}
