import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * Whether an address equals one of these addresses or is in one of these ranges. IPv4-mapped IPv6 addresses count as
 * IPv4.
 */
export function isAddressIn(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return false;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  return (
    parsed !== undefined &&
    ranges.some((range) => {
      const [network, bits] = ipaddr.isValidCIDR(range)
        ? ipaddr.parseCIDR(range)
        : ([ipaddr.process(range), undefined] as const);
      if (network.kind() !== parsed.kind()) {
        return false;
      }
      return bits === undefined ? network.toString() === parsed.toString() : parsed.match([network, bits]);
    })
  );
}

/** The part of a request that `clientAddress` needs. */
export interface Addressed {
  ip: string | undefined;
  /** The trusted proxies, nearest first, followed by the address that the last of them reports as the client. */
  ips?: readonly string[] | undefined;
}

/**
 * The client's address, normalized, because proxies also write ports and brackets. An entry that isn't an address, such
 * as `unknown`, is ignored, so the request counts for the proxy that sent the entry. Empty once a client has hung up.
 */
export function clientAddress(request: Addressed): string {
  return plainAddress(request.ip) ?? request.ips?.toReversed().map(plainAddress).find(Boolean) ?? "";
}

/** The address in an entry of `X-Forwarded-For`, without a port, brackets or zone. Undefined if there is none. */
export function plainAddress(entry: string | undefined): string | undefined {
  if (entry === undefined || entry.length > entryLengthMax) return undefined;
  const known = plain.get(entry);
  if (known !== undefined) return known === "" ? undefined : known;
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d*)?$|^([^:]*):\d*$/.exec(entry.trim()) ?? [];
  const [address = ""] = (bracketed ?? dotted ?? entry.trim()).split("%", 1);
  const found = ipaddr.isValid(address) ? ipaddr.process(address).toString() : "";
  plain.set(entry, found);
  return found === "" ? undefined : found;
}

/**
 * The address that counters use. For IPv6 this is the /64 network, because a client can pick any address in its own
 * network. All texts that aren't addresses share one counter.
 */
export function canonicalAddress(request: Addressed): string {
  const address = clientAddress(request);
  return networkOf(address, 64) ?? address;
}

/**
 * The wider network whose requests a limit per address also counts, and how many times higher the limit is for it.
 * Providers assign whole /48 networks to single customers, who could otherwise pose as 65,536 clients.
 */
export function widerNetwork(address: string): { subject: string; times: number } | undefined {
  const subject = networkOf(address.replace(/\/64$/, ""), 48);
  return subject === undefined ? undefined : { subject, times: 10 };
}

// Cached because every request needs the plain address several times, and clients come back.
const plain = new LRUCache<string, string>({ max: 1_000 });
const entryLengthMax = 100;

/** Undefined unless the address is IPv6. */
function networkOf(address: string, bits: 48 | 64): string | undefined {
  if (!address.includes(":")) return undefined;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
