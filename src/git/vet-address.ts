import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isAddressIn } from "../platform/address.ts";
import { abortError, GitError } from "./git-error.ts";

export type LookUp = (host: string) => Promise<string[]>;

interface VettedHost {
  /** Where to connect, and nowhere else. */
  addresses: string[];
  /** Whether the operator listed the host, or the range it lies in. */
  isListed: boolean;
}

const lookUpSecondsMax = 10;

/**
 * The addresses of a host to which the server may connect. Addresses inside the operator's network are refused, unless
 * the operator lists the host itself or a range that holds them: else a project could reach what only the server can.
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
    throw new GitError(
      "refused",
      `The host ${host} is not on the public internet; if it should be used, the operator lists it as an allowed host.`,
    );
  }
  return { addresses, isListed: inRange.length === addresses.length };
}

/** Between the vetting and the connection the name could be pointed elsewhere, so it is not asked for again. */
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
  const onStop = () =>
    stopped.reject(
      signal?.aborted
        ? abortError(signal.reason)
        : new GitError(
            "network",
            `The name ${host} was not found within ${lookUpSecondsMax} seconds; try again later.`,
          ),
    );
  stop.addEventListener("abort", onStop, { once: true });
  try {
    return await Promise.race([lookUp(host), stopped.promise]);
  } catch (cause) {
    throw cause instanceof GitError
      ? cause
      : new GitError("network", `There is no host ${host}; check the address of the repository.`, { cause });
  } finally {
    stop.removeEventListener("abort", onStop);
  }
}

async function systemLookUp(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}
