import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { insertDomain } from "./store.ts";

const hostMaxLength = 253;
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Adds custom domains in this order; pages name the first one as their address. */
export async function addDomains(
  tx: Connection,
  projectId: string,
  customDomains: readonly string[],
  now: number,
): Promise<void> {
  for (const [index, domain] of [...new Set(customDomains.map(checkedCustomDomain))].entries()) {
    // Their times keep them in order.
    if (!(await insertDomain(tx, projectId, domain, now + index))) {
      throw new AppError(
        "conflict",
        `The custom domain "${domain}" belongs to another project; remove it there first.`,
      );
    }
  }
}

function checkedCustomDomain(text: string): string {
  const domain = text.toLowerCase();
  if (domain.length > hostMaxLength || !hostPattern.test(domain)) {
    throw new AppError("bad_request", `"${text}" is not a domain such as docs.example.com.`);
  }
  return domain;
}
