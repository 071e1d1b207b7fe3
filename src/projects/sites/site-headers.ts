/** Lectern's own files in a site, each named by its hash. */
export const ownFilesPath = "_lectern/";
/** Files of an artifact that visitors cannot fetch. */
export const privateFilesPath = ".lectern/";
export const searchIndexPath = `${privateFilesPath}search-index`;
/** A segment of the index, named by its hash. */
export const searchSegmentPath = (name: string) => `${privateFilesPath}search/${name}`;

const yearSeconds = 31_536_000;

/**
 * A page may run our own scripts and no others, not even script files among the author's pages. A policy can only name a path
 * together with its host.
 */
function pagePolicy(host: string, origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${host}/${ownFilesPath}`,
    "style-src 'self'",
    "img-src * data:",
    "media-src *",
    "font-src 'self'",
    "frame-src https:",
    ["connect-src 'self'", ...origins].join(" "),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Files other than pages may be displayed, but run and load nothing. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";

interface HeaderRequest {
  path: string;
  type: string;
  host: string;
  status: number;
  /** Other servers that the page may call. */
  origins: readonly string[];
}

export function siteHeaders({ path, type, host, status, origins }: HeaderRequest): Record<string, string | number> {
  return {
    "content-type": type,
    "content-security-policy": type.startsWith("text/html") ? pagePolicy(host, origins) : filePolicy,
    "cache-control":
      path.startsWith(ownFilesPath) && status === 200
        ? `public, max-age=${yearSeconds}, immutable`
        : "public, max-age=0, must-revalidate",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
}
