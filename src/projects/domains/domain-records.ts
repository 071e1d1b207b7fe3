import { createHash } from "node:crypto";

const tokenLength = 32;

/** The records that prove a domain; one of them is enough. */
export interface DomainRecords {
  txt: { name: string; value: string };
  cname: { name: string; value: string };
}

/**
 * The token is public, like every DNS record. It is derived from the project, so nobody else can use an existing
 * record.
 */
export function domainRecords(
  project: { id: string; domain: string },
  customDomain: string,
  siteHost: string,
): DomainRecords {
  const token = createHash("sha256").update(`${project.id}\n${customDomain}`).digest("hex").slice(0, tokenLength);
  return {
    txt: { name: `_lectern.${customDomain}`, value: `lectern-project=${token}` },
    cname: { name: customDomain, value: `${project.domain}.${siteHost}` },
  };
}
