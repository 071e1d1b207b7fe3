import { authorCodePath, noSources, type PolicySources } from "../../site/serving.ts";

/** Lectern's own files in a site, each named by its hash. */
export const ownFilesPath = "_lectern/";
/** Files of an artifact that visitors cannot fetch. */
export const privateFilesPath = ".lectern/";
export const searchIndexPath = `${privateFilesPath}search-index`;
/** A segment of the index, named by its hash. */
export const searchSegmentPath = (name: string) => `${privateFilesPath}search/${name}`;

const yearSeconds = 31_536_000;

/**
 * A page may run Lectern's scripts and those that its build has listed, but no inline scripts. A policy can only name a
 * path together with its host.
 */
function pagePolicy(places: readonly string[], origins: readonly string[], sources: PolicySources | undefined): string {
  const { script, style, font, frame, connect, form, hasInlineStyles, hasWorkers } = sources ?? noSources;
  const scripts = script.flatMap((source) => (source.startsWith("/") ? places.map((place) => place + source) : source));
  return [
    "default-src 'none'",
    list(`script-src ${places.map((place) => `${place}/${ownFilesPath}`).join(" ")}`, scripts),
    list(`style-src 'self'${hasInlineStyles ? " 'unsafe-inline'" : ""}`, style),
    "img-src * data: blob:",
    "media-src * blob:",
    list("font-src 'self' data:", font),
    // Sites published by older versions don't say which websites they embed.
    sources === undefined ? "frame-src https:" : list("frame-src 'self'", frame),
    list("connect-src 'self'", [...origins, ...connect]),
    // A service worker of the author could intercept requests for Lectern's own paths.
    `worker-src ${hasWorkers ? "blob:" : "'none'"}`,
    "manifest-src 'self'",
    list("form-action 'self'", form),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function list(start: string, sources: readonly string[]): string {
  return [start, ...sources].join(" ");
}

/** Files other than pages may be displayed, but run and load nothing. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";

interface HeaderRequest {
  path: string;
  type: string;
  /** Where the site is: its host, with its base path. */
  host: string;
  /** The same for the public address, if a proxy forwards to the host. */
  publicHost?: string | undefined;
  status: number;
  /** Other servers that the page may call. */
  origins: readonly string[];
  /** The sources that the site's pages may load and contact besides the site itself. */
  sources: PolicySources | undefined;
}

export function siteHeaders(request: HeaderRequest): Record<string, string | number> {
  const { path, type, host, publicHost = host, status, origins, sources } = request;
  return {
    "content-type": type,
    "content-security-policy": type.startsWith("text/html")
      ? pagePolicy([...new Set([host, publicHost])], origins, sources)
      : filePolicy,
    "cache-control":
      // The author's code is requested each time, so that it stops running when the operator forbids it.
      path.startsWith(ownFilesPath) && !path.startsWith(authorCodePath) && status === 200
        ? `public, max-age=${yearSeconds}, immutable`
        : "public, max-age=0, must-revalidate",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
}
