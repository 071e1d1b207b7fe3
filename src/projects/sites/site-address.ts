import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../../platform/config.ts";

const labelMaxLength = 63;
const hashLength = 6;

export interface SiteAddressing {
  /** The parent domain of sites: `{domain}.{siteHost}`. */
  siteHost: string;
  /** Hosts of the dashboard and the API. They never show a site. */
  ownHosts: readonly string[];
}

export type HostKind = { kind: "own" } | { kind: "subdomain"; subdomain: string } | { kind: "domain"; domain: string };

export function siteAddressing({ url, host, siteHost }: Pick<Config, "url" | "host" | "siteHost">): SiteAddressing {
  return { siteHost, ownHosts: [new URL(url).hostname, host.toLowerCase()] };
}

/** An unknown host is looked up as a custom domain; if it isn't one, it counts as the server's own. */
export function classifyHost({ siteHost, ownHosts }: SiteAddressing, header: string | undefined): HostKind {
  const host = hostName(header ?? "");
  if (host === "" || ownHosts.includes(host)) {
    return { kind: "own" };
  }
  if (host.endsWith(`.${siteHost}`)) {
    return { kind: "subdomain", subdomain: host.slice(0, -siteHost.length - 1) };
  }
  return isLocal(host) || host === siteHost ? { kind: "own" } : { kind: "domain", domain: host };
}

/** Whether the name is the server's own or that of a site, so that it can't be a custom domain. */
export function isReserved(addressing: SiteAddressing, domain: string): boolean {
  return classifyHost(addressing, domain).kind !== "domain";
}

/** The subdomain of a branch's preview. If the branch's name is not a valid host name, a hash of it is appended. */
export function previewSubdomain(branch: string, domain: string): string {
  const room = labelMaxLength - domain.length - 2;
  const slug = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug === branch && slug.length <= room) {
    return `${slug}--${domain}`;
  }
  const suffix = createHash("sha256").update(branch).digest("hex").slice(0, hashLength);
  const short = slug.slice(0, Math.max(0, room - hashLength - 1)).replace(/-$/, "");
  return `${short === "" ? suffix : `${short}-${suffix}`}--${domain}`;
}

/** Where a branch is published: at the project's own address, or as a preview. */
export function subdomainOf(project: { branch: string; domain: string }, branch: string): string {
  return branch === project.branch ? project.domain : previewSubdomain(branch, project.domain);
}

/** Only previews have two hyphens in a row. */
export function isPreview({ subdomain }: { subdomain: string }): boolean {
  return subdomain.includes("--");
}

function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("[") || isIP(host) !== 0;
}

function hostName(header: string): string {
  const host = header.toLowerCase().replace(/:\d+$/, "");
  return host.endsWith(".") ? host.slice(0, -1) : host;
}
