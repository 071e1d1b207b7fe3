import { LRUCache } from "lru-cache";
import { DatabaseUnavailable } from "../../platform/db/database-unavailable.ts";
import type { Log } from "../../platform/log.ts";
import { findOutage } from "../../platform/outage.ts";
import type { PublishedSite, SiteReads } from "../../projects/sites/store.ts";

export interface LastKnownSites extends SiteReads {
  /** Whether the database is down. While it is, sites are served as they were last seen. */
  isAway(): boolean;
}

interface LastKnownDeps {
  reads: SiteReads;
  log: Pick<Log, "warn" | "info">;
  /** Stops the background checks. */
  signal: AbortSignal;
  limits?: Partial<typeof limitsDefault>;
}

interface KnownSite {
  read(): Promise<PublishedSite | undefined>;
  published: PublishedSite;
  confirmedAt: number;
}

const limitsDefault = {
  sitesMax: 2_000,
  /** If a site was changed or removed less than this long before an outage, its earlier version may be shown. */
  confirmEveryMilliseconds: 30_000,
  /** No site is shown longer than this after it was last confirmed. */
  outageMillisecondsMax: 86_400_000,
  /** A lookup normally takes a millisecond. After this long, the database counts as down. */
  lookupMilliseconds: 3_000,
  tickMilliseconds: 1_000,
  confirmsPerTick: 50,
};

// Looked up to test the connection. No site has it, because subdomains never start with a hyphen.
const noSubdomain = "-";

/**
 * Remembers which artifact each site shows, so that pages can be served while the database doesn't answer. Once the
 * database answers again, sites that were removed in the meantime are no longer served.
 */
export function rememberSites({ reads, log, signal, limits = {} }: LastKnownDeps): LastKnownSites {
  const { sitesMax, confirmEveryMilliseconds, outageMillisecondsMax, ...times } = { ...limitsDefault, ...limits };
  const sites = new LRUCache<string, KnownSite>({ max: sitesMax });
  let outage: unknown;

  async function lookUpSite(name: string, read: KnownSite["read"]): Promise<PublishedSite | undefined> {
    const published = await withTimeout(read(), times.lookupMilliseconds);
    if (published === undefined) {
      sites.delete(name);
    } else {
      sites.set(name, { read, published, confirmedAt: performance.now() });
    }
    return published;
  }

  async function find(name: string, read: KnownSite["read"]): Promise<PublishedSite | undefined> {
    if (outage === undefined) {
      try {
        return await lookUpSite(name, read);
      } catch (error) {
        noticeOutage(error);
      }
    }
    const known = sites.get(name);
    if (known === undefined || performance.now() - known.confirmedAt > outageMillisecondsMax) {
      throw outage;
    }
    return known.published;
  }

  function noticeOutage(error: unknown): void {
    if (findOutage(error)?.part !== "database") {
      throw error;
    }
    if (outage === undefined) {
      const hours = outageMillisecondsMax / 3_600_000;
      log.warn(
        { error, sites: sites.size, hours },
        "the database does not answer; known sites are served as last seen",
      );
    }
    outage = error;
  }

  async function tick(): Promise<void> {
    if (outage !== undefined) {
      await withTimeout(reads.findBySubdomain(noSubdomain), times.lookupMilliseconds);
      outage = undefined;
      log.info({}, "the database answers again; sites are served as published");
    }
    const oldest = performance.now() - confirmEveryMilliseconds;
    const due = [...sites.entries()].filter(([, { confirmedAt }]) => confirmedAt < oldest);
    for (const [name, { read }] of due.slice(0, times.confirmsPerTick)) {
      await lookUpSite(name, read);
    }
  }

  let isTicking = false;
  const timer = setInterval(() => {
    if (!isTicking) {
      isTicking = true;
      tick()
        .catch(noticeOutage)
        .catch((error: unknown) => log.warn({ error }, "could not confirm which sites are published"))
        .finally(() => {
          isTicking = false;
        });
    }
  }, times.tickMilliseconds);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });

  return {
    isAway: () => outage !== undefined,
    findBySubdomain: (subdomain) => find(`subdomain ${subdomain}`, () => reads.findBySubdomain(subdomain)),
    findByDomain: (domain) => find(`domain ${domain}`, () => reads.findByDomain(domain)),
    async isCustomDomain(domain) {
      if (outage !== undefined) {
        throw outage;
      }
      return reads.isCustomDomain(domain);
    },
  };
}

function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DatabaseUnavailable(`The database did not answer within ${milliseconds} ms.`));
    const timer = setTimeout(late, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
