import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isAddressIn } from "../address.ts";
import { OutgoingError } from "./outgoing-error.ts";

export type LookUp = (host: string) => Promise<string[]>;

interface VettedHost {
  /** The only addresses to connect to. */
  addresses: string[];
  /** Whether the operator allowed the host, or a range that contains it. */
  isListed: boolean;
}

const lookUpSecondsMax = 10;

/**
 * Returns the addresses of a host that the server may connect to. Private addresses are refused unless the operator
 * allows the host or a range that contains them; otherwise a project could reach services in the server's own network.
 */
export async function vetHost(
  host: string,
  allowedHosts: readonly string[],
  { lookUp = systemLookUp, signal }: { lookUp?: LookUp | undefined; signal?: AbortSignal | undefined } = {},
): Promise<VettedHost> {
  const isNamed = allowedHosts.some((allowed) => allowed.toLowerCase() === host);
  const ranges = allowedHosts.filter((allowed) => ipaddr.isValid(allowed) || ipaddr.isValidCIDR(allowed));
  const found = ipaddr.isValid(host) ? [host] : await boundedLookUp(host, lookUp, signal);
  const inRange = found.filter((address) => isNamed || isAddressIn(address, ranges));
  const addresses = found.filter((address) => inRange.includes(address) || isPublic(address));
  if (addresses.length === 0) {
    throw new OutgoingError(
      "refused",
      `The host ${host} is not on the public internet; to use it, the operator must add it to the allowed hosts.`,
    );
  }
  return { addresses, isListed: inRange.length === addresses.length };
}

/**
 * Always returns the vetted addresses. The name isn't resolved again, because it could then resolve to another address.
 */
export function lookUpIn(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = found;
    if (options.all) {
      done(null, found);
    } else {
      done(null, first?.address ?? "", first?.family);
    }
  };
}

async function boundedLookUp(host: string, lookUp: LookUp, signal: AbortSignal | undefined): Promise<string[]> {
  const deadline = AbortSignal.timeout(lookUpSecondsMax * 1_000);
  const stop = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const stopped = Promise.withResolvers<never>();
  const slow = `${host} could not be resolved within ${lookUpSecondsMax} seconds; try again later.`;
  const onStop = () => stopped.reject(new OutgoingError("network", slow));
  stop.addEventListener("abort", onStop, { once: true });
  try {
    return await Promise.race([lookUp(host), stopped.promise]);
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof OutgoingError
      ? cause
      : new OutgoingError("network", `The host ${host} does not exist; check the repository URL.`, { cause });
  } finally {
    stop.removeEventListener("abort", onStop);
  }
}

async function systemLookUp(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Other IPv6 addresses may contain an IPv4 address, such as `::127.0.0.1`, and ipaddr.js doesn't know all of them. */
const publicIpv6 = ["2000::/3"];

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || isAddressIn(address, publicIpv6));
}
