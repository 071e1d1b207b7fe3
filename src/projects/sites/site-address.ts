import { createHash } from "node:crypto";

const labelMaxLength = 63;
const hashLength = 6;

export interface SiteAddressing {
  /** Under which sites stand: `{domain}.{siteHost}`. */
  siteHost: string;
  /** Of the dashboard and the API, which never show a site. */
  ownHosts: readonly string[];
}

export type HostKind = { kind: "own" } | { kind: "subdomain"; subdomain: string } | { kind: "domain"; domain: string };

/** Whose a `Host` header is. What names nobody is looked up as a custom domain, and is our own if it is none. */
export function classifyHost({ siteHost, ownHosts }: SiteAddressing, header: string | undefined): HostKind {
  const host = hostName(header ?? "");
  if (host === "" || ownHosts.includes(host)) {
    return { kind: "own" };
  }
  if (host.endsWith(`.${siteHost}`)) {
    return { kind: "subdomain", subdomain: host.slice(0, -siteHost.length - 1) };
  }
  return { kind: "domain", domain: host };
}

/** The subdomain of a branch's preview. A branch that does not fit a host name as it is gets a mark of its own. */
export function previewSubdomain(branch: string, domain: string): string {
  const room = labelMaxLength - domain.length - 2;
  const slug = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug === branch && slug.length <= room) {
    return `${slug}--${domain}`;
  }
  const mark = createHash("sha256").update(branch).digest("hex").slice(0, hashLength);
  const short = slug.slice(0, Math.max(0, room - hashLength - 1)).replace(/-$/, "");
  return `${short === "" ? mark : `${short}-${mark}`}--${domain}`;
}

/** The domain of a project holds no two hyphens in a row, so only previews do. */
export function isPreview({ subdomain }: { subdomain: string }): boolean {
  return subdomain.includes("--");
}

function hostName(header: string): string {
  const host = header.toLowerCase().replace(/:\d+$/, "");
  return host.endsWith(".") ? host.slice(0, -1) : host;
}
