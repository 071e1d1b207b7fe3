import { isIP } from "node:net";

/** Browsers offer passkeys only to named hosts, over HTTPS or on the same computer. */
export function canUsePasskeys(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 && (protocol === "https:" || isLocal);
}
