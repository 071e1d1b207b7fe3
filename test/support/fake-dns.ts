import type { Clock } from "../../src/platform/clock.ts";
import type { Connection } from "../../src/platform/db/database.ts";
import { trustDomain } from "../../src/projects/domains/check-domain.ts";
import type { DnsLookup } from "../../src/projects/domains/find-proof.ts";
import { setDomains } from "../../src/projects/domains/set-domains.ts";
import type { SiteAddressing } from "../../src/projects/sites/site-address.ts";

/** A DNS server with the records of a test. */
export interface FakeDns extends DnsLookup {
  texts: Map<string, string[]>;
  aliases: Map<string, string[]>;
  /** Whether all lookups fail, as in an outage. */
  isAway: boolean;
  /** Every name that was looked up. */
  asked: string[];
}

export function createFakeDns(): FakeDns {
  const find = async (records: Map<string, string[]>, name: string) => {
    dns.asked.push(name);
    if (dns.isAway) {
      throw Object.assign(new Error(`queryTxt ESERVFAIL ${name}`), { code: "ESERVFAIL" });
    }
    return records.get(name) ?? [];
  };
  const dns: FakeDns = {
    texts: new Map(),
    aliases: new Map(),
    isAway: false,
    asked: [],
    findTexts: (name) => find(dns.texts, name),
    findAliases: (name) => find(dns.aliases, name),
  };
  return dns;
}

/** Adds custom domains that the operator vouches for to a project. */
export async function serveDomains(
  deps: { clock: Clock; addressing: SiteAddressing },
  tx: Connection,
  projectId: string,
  domains: readonly string[],
): Promise<void> {
  await setDomains(deps, tx, projectId, domains);
  for (const domain of domains) {
    const trustDeps = { ...deps, dns: createFakeDns(), onMove: async () => {} };
    await trustDomain(trustDeps, tx, { projectId, domain });
  }
}
