import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Intercept } from "../../http/create-http.ts";
import type { Encoding } from "../../platform/compress.ts";
import { newRequestId } from "../../platform/id.ts";
import type { Log } from "../../platform/log.ts";
import { classifyHost, type HostKind, type SiteAddressing } from "../../projects/sites/site-address.ts";
import { siteHeaders } from "../../projects/sites/site-headers.ts";
import type { PublishedArtifact, PublishedSite, SiteReads } from "../../projects/sites/store.ts";
import type { Gate } from "../../readers/gate.ts";
import { pathBelow, tryDecodeUrl, urlWithin } from "../../site/serving.ts";
import { withBasePath } from "./base-path.ts";
import { languageHeaders } from "./choose-language.ts";
import { type FindPageDeps, type Found, findPage } from "./find-page.ts";
import type { LastKnownSites } from "./last-known-sites.ts";
import { moveTo, plainTextType, refuse, refuseFailed, refuseReader, sendMcpPage } from "./other-replies.ts";
import {
  nameOfRead,
  type OnSent,
  type Read,
  type RememberedReplies,
  rememberReplies,
  type SentFile,
} from "./remembered-replies.ts";
import { sendFile } from "./send-file.ts";
import { type WantedForm, wantedForm } from "./wanted-form.ts";

const hostsRemembered = 10_000;
const pathMaxLength = 2_000;
/** Pages of other sites on this server's domain can't embed files of a private site, whose cookie browsers would send. */
const notEmbedded = { "cross-origin-resource-policy": "same-origin" };
const privateHeaders = { "cache-control": "private, no-store", vary: "cookie", ...notEmbedded };
const hostPattern = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i;

// The encodings, best first. A quality of 0 means that the client refuses the encoding.
const encodings: readonly { encoding: Encoding; pattern: RegExp }[] = [
  { encoding: "brotli", pattern: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/ },
  { encoding: "gzip", pattern: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/ },
];

// Reads from the store are cached and shared, so a client that disconnects doesn't abort them. They have their own
// timeout.
const neverAborted = new AbortController().signal;

interface SiteServerDeps extends FindPageDeps {
  /** Undefined if every host shows the same site, as in a preview. */
  addressing: SiteAddressing | undefined;
  reads: SiteReads & Partial<Pick<LastKnownSites, "isAway">>;
  /** Decides what a reader may see of a site. */
  gate: Gate;
  /** True for a request to the pages where readers of a private site sign in, which are routes. */
  claimSignIn?(request: IncomingMessage, site: PublishedSite): boolean;
  /**
   * True for a request that is answered by a route, not a file. Depends only on the method, address and `Accept`
   * header.
   */
  claim?(request: IncomingMessage, published: PublishedArtifact): boolean;
  /** Returns a version that changes with every write to the database; undefined if the database has no version. */
  readVersion?: (() => number) | undefined;
  observe(route: string, status: number, seconds: number): void;
  /** Counts a view. */
  onSent?: OnSent | undefined;
  log: Log;
}

/**
 * Answers requests to published sites before any route sees them, so that a site's address never reaches the API or the
 * dashboard, except for the paths claimed for its visitors. Returns false for every other host.
 */
export function createSiteServer(deps: SiteServerDeps): Intercept {
  const memoMethod = (header: string) => kindOfHost(deps.addressing, header);
  const kinds = new LRUCache<string, HostKind>({ max: hostsRemembered, memoMethod });
  const replies = rememberReplies(deps.readVersion, deps.onSent);
  return (request, response) => {
    const kind = kinds.memo(request.headers.host ?? "");
    if (kind.kind === "own") {
      return false;
    }
    const id = newRequestId();
    const visit: Visit = { request, response, name: nameOfRead(request), id, startedAt: performance.now() };
    // An author's service worker could answer for Lectern's own paths, such as the one that issues tokens.
    if (request.headers["service-worker"] !== undefined) {
      refuse(response, 403, "A site can't have a service worker.");
      return true;
    }
    return serveRemembered(deps, replies, visit) || serveHost(deps, replies, kind, visit);
  };
}

function kindOfHost(addressing: SiteAddressing | undefined, header: string): HostKind {
  if (!hostPattern.test(header)) {
    return { kind: "own" };
  }
  return addressing === undefined ? { kind: "domain", domain: header } : classifyHost(addressing, header);
}

/** A request to a site. */
interface Visit extends Read {
  startedAt: number;
}

function serveRemembered(deps: SiteServerDeps, replies: RememberedReplies, visit: Visit): boolean {
  try {
    if (!replies.sendCurrent(visit)) {
      return false;
    }
  } catch {
    // The database doesn't answer; looking up the site will report that.
    return false;
  }
  observe(deps, visit);
  return true;
}

async function serveHost(
  deps: SiteServerDeps,
  replies: RememberedReplies,
  kind: Exclude<HostKind, { kind: "own" }>,
  visit: Visit,
): Promise<boolean> {
  const { request, response, id: requestId } = visit;
  try {
    // Read the version before looking up the site: if a site is published in between, the reply counts as outdated.
    const versionBefore = tryReadVersion(replies);
    const site = await (kind.kind === "subdomain"
      ? deps.reads.findBySubdomain(kind.subdomain)
      : deps.reads.findByDomain(kind.domain));
    // While the database is down, a remembered site may be outdated, whatever the version.
    const version = deps.reads.isAway?.() ? undefined : versionBefore;
    // A custom domain never shows the dashboard, not even before the first update.
    if (site === undefined && kind.kind === "domain" && !(await deps.reads.isCustomDomain(kind.domain))) {
      return false;
    }
    if (site !== undefined && deps.claimSignIn?.(request, site)) {
      return false;
    }
    // Awaits only for private sites.
    const admitting = site && deps.gate.admit(site, request.headers.cookie);
    const admission = admitting instanceof Promise ? await admitting : admitting;
    if (admission !== undefined && admission.kind !== "admitted") {
      response.setHeader("x-request-id", requestId);
      refuseReader(request, response, admission.kind);
      observe(deps, visit);
      return true;
    }
    const admitted = admission?.published;
    const published = admitted && (await withBasePath(deps.artifacts, admitted));
    if (published?.basePath !== undefined) {
      const { url = "/" } = request;
      const within = urlWithin(published.basePath, url);
      if (within === undefined) {
        moveTo(response, `${published.basePath}${url}`, requestId);
        observe(deps, visit);
        return true;
      }
      // From here on, everything sees the path within the site.
      request.url = within;
    }
    if (published !== undefined && deps.claim?.(request, published)) {
      if (published.audience !== undefined) response.setHeaders(new Map(Object.entries(privateHeaders)));
      return false;
    }
    const sender = published && { published, version, isValid: admission?.isValid };
    if (sender === undefined || !replies.sendFor(visit, sender)) {
      response.setHeader("x-request-id", requestId);
      const sent = await serve(deps, request, response, published);
      if (sender !== undefined && sent !== undefined) replies.keep(visit, sender, sent);
    }
  } catch (error) {
    refuseFailed(deps, visit, error);
  }
  observe(deps, visit);
  return true;
}

/** The version, or undefined if the database has none or doesn't answer. Looking up the site will report an outage. */
function tryReadVersion(replies: RememberedReplies): number | undefined {
  try {
    return replies.readVersion();
  } catch {
    return undefined;
  }
}

function observe({ observe, log }: SiteServerDeps, { request, response, id: requestId, startedAt }: Visit): void {
  const milliseconds = performance.now() - startedAt;
  const { statusCode: status } = response;
  observe("site", status, milliseconds / 1000);
  if (log.isLevelEnabled("debug")) {
    const { method, socket } = request;
    log.debug({ requestId, method, route: "site", status, milliseconds, address: socket.remoteAddress }, "request");
  }
}

async function serve(
  deps: SiteServerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  published: PublishedArtifact | undefined,
): Promise<SentFile | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return refuse(response, 405, "Sites only support GET and HEAD.");
  }
  if (published === undefined) {
    return refuse(response, 404, "No site has been published at this address yet.");
  }
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = decodePath(mark === -1 ? url : url.slice(0, mark));
  if (path === undefined) {
    return refuse(response, 400, "This URL is malformed.");
  }
  const wanted = wantedForm(request.headers.accept);
  const found = await findPage(
    deps,
    published,
    { path, accepted: acceptedEncodings(request), wanted, headers: request.headers },
    neverAborted,
  );
  if (published.audience === "public" && (found.kind === "none" || (found.kind === "file" && found.status === 404))) {
    // The same reply for a page that doesn't exist and for one that only some readers may see.
    return refuseReader(request, response, "sign_in");
  }
  const query = mark === -1 ? undefined : url.slice(mark + 1);
  return reply(deps, request, response, found, { published, wanted, query });
}

async function reply(
  { onSent }: Pick<SiteServerDeps, "onSent">,
  request: IncomingMessage,
  response: ServerResponse,
  found: Found,
  { published, wanted, query }: { published: PublishedArtifact; wanted: WantedForm; query: string | undefined },
): Promise<SentFile | undefined> {
  const { basePath = "", address } = published;
  const isPrivate = published.audience !== undefined;
  const host = `${request.headers.host ?? ""}${basePath}`;
  const publicHost = address?.replace(/^https?:\/\//, "");
  if (found.kind === "none") {
    return refuse(response, 404, "Not found.");
  }
  if (found.kind === "ask") {
    return refuse(response, 400, `Add a question to this address: ${basePath}/ask?q=How+do+I+start`);
  }
  if (found.kind === "redirect") {
    const location = redirectLocation(pathBelow(basePath, found.location), query);
    const headers = found.byLanguage ? languageHeaders : isPrivate ? privateHeaders : {};
    response.writeHead(found.status, { location, "content-length": 0, ...headers });
    response.end();
    return undefined;
  }
  if (found.kind === "mcp") {
    return sendMcpPage(request, response, publicHost ?? host, basePath);
  }
  const { file, path, status, origins, sources } = found;
  const isMarkdown = file.type.startsWith("text/markdown");
  const type = isMarkdown && wanted === "text" ? plainTextType : file.type;
  const headers = {
    ...siteHeaders({ path, type, host, publicHost, status, origins, sources }),
    ...found.headers,
  };
  headers.vary = isMarkdown || type.startsWith("text/html") ? "accept, accept-encoding" : "accept-encoding";
  if (found.byLanguage) {
    headers["cache-control"] = languageHeaders["cache-control"];
    headers.vary += `, ${languageHeaders.vary}`;
  }
  headers.etag = `"${file.hash}"`;
  if (isPrivate) {
    headers.vary = `${headers.vary}, cookie`;
    headers["cache-control"] = String(headers["cache-control"]).replace("public", "private");
    Object.assign(headers, notEmbedded);
  }
  if (file.encoding !== undefined) {
    headers["content-encoding"] = file.encoding === "brotli" ? "br" : "gzip";
  }
  if (status === 200) onSent?.(request, published, { path, file });
  if (status === 200 && request.headers["if-none-match"]?.includes(headers.etag)) {
    response.writeHead(304, headers);
    response.end();
    return undefined;
  }
  await sendFile(request, response, file, status, { ...headers }, neverAborted);
  // Remembered replies are found by the address alone.
  return status === 200 && !found.byLanguage ? { file, path, headers } : undefined;
}

/** The destination with the request's query string, encoded exactly once. */
function redirectLocation(destination: string, query: string | undefined): string {
  const hash = destination.indexOf("#");
  const [address, fragment] = hash === -1 ? [destination, ""] : [destination.slice(0, hash), destination.slice(hash)];
  const asked = query === undefined ? "" : `${address.includes("?") ? "&" : "?"}${query}`;
  // Authors may have encoded some characters already; those must not be encoded twice.
  return encodeURI(`${address}${asked}${fragment}`).replaceAll(/%25([0-9a-f]{2})/gi, "%$1");
}

function decodePath(rawPath: string): string | undefined {
  return rawPath.length > pathMaxLength || !rawPath.startsWith("/") ? undefined : tryDecodeUrl(rawPath);
}

function acceptedEncodings(request: IncomingMessage): Encoding[] {
  const header = request.headers["accept-encoding"];
  const text = typeof header === "string" ? header : "";
  return encodings.filter(({ pattern }) => pattern.test(text)).map(({ encoding }) => encoding);
}
