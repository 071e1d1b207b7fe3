import { isIPv6 } from "node:net";
import { ScreenshotError } from "./screenshot-error.ts";

export interface Site {
  href: string;
  origin: string;
  hostname: string;
  port: number;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
// Commas, spaces and stars have a meaning in the resolver's rules.
const plainHostname = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Reads the address of a page, and refuses one that is no web page's. */
export function toSite(url: string): Site {
  const address = URL.parse(url);
  const defaultPort = defaultPorts[address?.protocol ?? ""];
  if (address === null || defaultPort === undefined || !plainHostname.test(address.hostname)) {
    throw new ScreenshotError("page", "The address of the page is not one that begins with http:// or https://.");
  }
  const { href, origin, hostname, port } = address;
  return { href, origin, hostname, port: port === "" ? defaultPort : Number(port) };
}

/** The resolver's rule that lets a browser reach this site, and on its host nothing but this site. */
export function siteRule(site: Site, connectTo?: { host: string; port: number }): string {
  const { host, port } = connectTo ?? { host: site.hostname, port: site.port };
  // All ports of the host lead to the one that is named.
  return `MAP ${site.hostname.replace(/[[\]]/g, "")} ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
