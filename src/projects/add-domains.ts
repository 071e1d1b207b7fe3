import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { insertDomain } from "./store.ts";

const hostMaxLength = 253;
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Gives a project its custom domains, in this order: the first is the address that pages name. */
export async function addDomains(
  tx: Connection,
  projectId: string,
  customDomains: readonly string[],
  now: number,
): Promise<void> {
  for (const [index, domain] of [...new Set(customDomains.map(checkedCustomDomain))].entries()) {
    // They are read in the order of their times.
    if (!(await insertDomain(tx, projectId, domain, now + index))) {
      throw new AppError(
        "conflict",
        `The custom domain "${domain}" belongs to another project; take it from there first.`,
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
