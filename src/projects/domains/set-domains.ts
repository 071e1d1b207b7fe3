import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { isReserved, type SiteAddressing } from "../sites/site-address.ts";
import { lockProject } from "../store.ts";
import { newClaim } from "./domain-claim.ts";
import { deleteClaim, listClaims, lockClaim, reorderServed, saveClaim, stopServing } from "./store.ts";

const domainsMax = 20;
const hostMaxLength = 253;
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Sets a project's custom domains, in this order. Pages name the first verified one as their address. A new domain
 * isn't served until it is proved, so other projects may claim it as well.
 */
export async function setDomains(
  { clock, addressing }: Pick<Services, "clock"> & { addressing: SiteAddressing },
  tx: Connection,
  projectId: string,
  customDomains: readonly string[],
): Promise<void> {
  const domains = [...new Set(customDomains.map(checkedCustomDomain))];
  if (domains.length > domainsMax) {
    throw new AppError("bad_request", `A project can have at most ${domainsMax} custom domains.`);
  }
  // Without the lock, concurrent changes would mix their lists.
  await lockProject(tx, projectId);
  for (const claim of await listClaims(tx, projectId)) {
    if (domains.includes(claim.domain)) continue;
    // Deleting waits for a check that is about to serve the domain.
    await deleteClaim(tx, claim);
    await stopServing(tx, claim);
  }
  const now = clock.now();
  for (const [index, domain] of domains.entries()) {
    const known = await lockClaim(tx, projectId, domain);
    if (known === undefined && isReserved(addressing, domain)) {
      throw new AppError(
        "bad_request",
        `"${domain}" is one of this server's own addresses and can't be a custom domain. Use a domain you own.`,
      );
    }
    // The creation times keep the domains in order.
    const claim = { ...(known ?? newClaim(projectId, domain, now)), createdAt: now + index };
    await saveClaim(tx, claim);
    await reorderServed(tx, claim);
  }
}

function checkedCustomDomain(text: string): string {
  const domain = text.toLowerCase();
  if (domain.length > hostMaxLength || !hostPattern.test(domain)) {
    throw new AppError("bad_request", `"${text}" isn't a valid domain; use one such as docs.example.com.`);
  }
  return domain;
}
