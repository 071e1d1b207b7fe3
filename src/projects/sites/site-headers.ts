/** Where our own files of a site stand, each under its hash. */
export const ownFilesPath = "_lectern/";
/** Files of an artifact that are for us, not for readers. */
export const privateFilesPath = ".lectern/";
/** The index that search and the assistant read. */
export const searchIndexPath = `${privateFilesPath}search-index`;

const yearSeconds = 31_536_000;

/**
 * A page may run our own scripts and no other: not even a script file that the author has put beside the pages. The host
 * stands in the policy because only with it can a path be named.
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

/** Everything that is no page of ours is shown as a picture or text would be: it runs nothing and loads nothing. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";

export interface HeaderNeeds {
  path: string;
  type: string;
  host: string;
  status: number;
  /** Other servers that the page may talk to. */
  origins: readonly string[];
}

export function siteHeaders({ path, type, host, status, origins }: HeaderNeeds): Record<string, string | number> {
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
