import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Whether an address is one of these, or in one of these ranges. IPv4 inside IPv6 counts as IPv4. */
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

/** Who a request is from: whoever is in front of the last proxy that we trust. */
export function forwardedAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: readonly string[],
): string | undefined {
  let address = socketAddress;
  if (trusted.length === 0 || forwardedFor === undefined) return address;
  for (const before of String(forwardedFor).split(",").reverse()) {
    if (address === undefined || !isAddressIn(address, trusted)) break;
    address = before.trim();
  }
  return address;
}

/**
 * Whom a counter counts: one spelling for each address, so that it cannot be escaped by writing it differently. Of IPv6 the
 * network, since a client has a whole one (a /64) to choose its addresses from.
 */
export function canonicalAddress(address: string | undefined): string {
  // Of a client that has hung up the address is not known any more.
  if (address === undefined) return "";
  const known = canonical.get(address) ?? toCanonical(address);
  canonical.set(address, known);
  return known;
}

// Every request asks for it several times, and its client comes again.
const canonical = new LRUCache<string, string>({ max: 1_000 });

function toCanonical(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64` : parsed.toString();
}
