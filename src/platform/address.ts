import ipaddr from "ipaddr.js";

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

/** One spelling for each address, so that a counter cannot be escaped by writing it differently. */
export function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
