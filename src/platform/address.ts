import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Whether an address is one of these, or in one of these ranges. IPv4-mapped IPv6 addresses count as IPv4. */
export function isAddressIn(address: string, ranges: readonly string[]): boolean {
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

/**
 * The address that counters use: normalized, so that writing it differently doesn't escape a limit. For IPv6 it is the
 * /64 network, since a client can pick any address in its own.
 */
export function canonicalAddress(address: string | undefined): string {
  // The address is unknown once a client has hung up.
  if (address === undefined) return "";
  const known = canonical.get(address);
  if (known !== undefined) return known;
  const found = toCanonical(address);
  canonical.set(address, found);
  return found;
}

// Cached, because every request needs it several times and clients come back.
const canonical = new LRUCache<string, string>({ max: 1_000 });

function toCanonical(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}
