import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import type { Intercept } from "../../http/create-http.ts";
import type { Encoding, ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import { newRequestId } from "../../platform/id.ts";
import type { Log } from "../../platform/log.ts";
import { classifyHost, type HostKind, type SiteAddressing } from "../../projects/sites/site-address.ts";
import { siteHeaders } from "../../projects/sites/site-headers.ts";
import type { PublishedArtifact, SiteReads } from "../../projects/sites/store.ts";
import { type FindPageDeps, type Found, findPage } from "./find-page.ts";
import { parseRange } from "./parse-range.ts";
import { redirectLocation } from "./redirect-location.ts";
import { nameOfRead, type Read, type RememberedReplies, rememberReplies, type SentFile } from "./remembered-replies.ts";
import { type WantedForm, wantedForm } from "./wanted-form.ts";

const hostsRemembered = 10_000;
const pathMaxLength = 2_000;
const plainTextType = "text/plain; charset=utf-8";
const hostPattern = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i;

// The best first. A quality of 0 is a refusal.
const encodings: readonly { encoding: Encoding; pattern: RegExp }[] = [
  { encoding: "brotli", pattern: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/ },
  { encoding: "gzip", pattern: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/ },
];

// What a reader asks for is shared with others and stays in the cache, so nobody's leaving stops it; each read has a bound of
// its own. A large file is a stream, and that ends with its connection.
const unhurried = new AbortController().signal;

export interface SiteServerDeps extends FindPageDeps {
  addressing: SiteAddressing;
  reads: SiteReads;
  /** True for a request to a site that its files do not answer: it goes on to the routes. By method, address and `Accept` alone. */
  claim?(request: IncomingMessage, published: PublishedArtifact): boolean;
  /** Changes with everything that is written; undefined where that cannot be told. */
  readVersion?: (() => number) | undefined;
  observe(route: string, status: number, seconds: number): void;
  log: Log;
}

/**
 * Takes the requests that are for a published site, before any route of ours sees them: nothing of the API or the
 * dashboard answers on a site's address, but what is claimed for its readers, and nothing of a site on theirs. False for a
 * request that is ours.
 */
export function createSiteServer(deps: SiteServerDeps): Intercept {
  const kinds = new LRUCache<string, HostKind>({ max: hostsRemembered });
  const kindOf = (header: string): HostKind => {
    const known = kinds.get(header);
    if (known !== undefined) {
      return known;
    }
    const kind: HostKind = hostPattern.test(header) ? classifyHost(deps.addressing, header) : { kind: "own" };
    kinds.set(header, kind);
    return kind;
  };
  const replies = rememberReplies(deps.readVersion);
  return (request, response) => {
    const kind = kindOf(request.headers.host ?? "");
    if (kind.kind === "own") {
      return false;
    }
    const visit: Visit = { request, response, name: nameOfRead(request), id: newRequestId(), began: performance.now() };
    return serveAgain(deps, replies, visit) || serveHost(deps, replies, kind, visit);
  };
}

/** A request to a site. */
interface Visit extends Read {
  began: number;
}

/** What was asked before and has not changed is answered at once: readers come back, and they all read the same pages. */
function serveAgain(deps: SiteServerDeps, replies: RememberedReplies, visit: Visit): boolean {
  try {
    if (!replies.sendCurrent(visit)) {
      return false;
    }
  } catch {
    // The database is away; looking the site up says so.
    return false;
  }
  note(deps, visit);
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
    // Before the site is looked up: what is published meanwhile then makes the reply an old one.
    const version = replies.readVersion();
    const published = await findPublished(deps.reads, kind);
    // A tenant's domain shows their site or nothing, and never the dashboard: not even before the first update.
    if (published === undefined && kind.kind === "domain" && !(await deps.reads.isCustomDomain(kind.domain))) {
      return false;
    }
    if (published !== undefined && deps.claim?.(request, published)) {
      return false;
    }
    if (published === undefined || !replies.sendFor(visit, published, version)) {
      response.setHeader("x-request-id", requestId);
      const sent = await serve(deps, request, response, published);
      if (published !== undefined && sent !== undefined) {
        replies.keep(visit, published, sent, version);
      }
    }
  } catch (error) {
    deps.log.error({ error, requestId }, "a page could not be served");
    refuse(response, 500, "This page cannot be shown right now; try again in a moment.");
  }
  note(deps, visit);
  return true;
}

function note({ observe, log }: SiteServerDeps, { request, response, id: requestId, began }: Visit): void {
  const milliseconds = performance.now() - began;
  const { statusCode: status } = response;
  observe("site", status, milliseconds / 1000);
  if (log.isLevelEnabled("debug")) {
    const { method, socket } = request;
    log.debug({ requestId, method, route: "site", status, milliseconds, address: socket.remoteAddress }, "request");
  }
}

function findPublished(
  reads: SiteReads,
  kind: Exclude<HostKind, { kind: "own" }>,
): Promise<PublishedArtifact | undefined> {
  return kind.kind === "subdomain" ? reads.findBySubdomain(kind.subdomain) : reads.findByDomain(kind.domain);
}

async function serve(
  deps: SiteServerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  published: PublishedArtifact | undefined,
): Promise<SentFile | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return refuse(response, 405, "A site only answers GET and HEAD.");
  }
  if (published === undefined) {
    return refuse(response, 404, "There is no site at this address, or nothing was published on it yet.");
  }
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = decodePath(mark === -1 ? url : url.slice(0, mark));
  if (path === undefined) {
    return refuse(response, 400, "This address is not well formed.");
  }
  const wanted = wantedForm(request.headers.accept);
  const found = await findPage(deps, published, { path, accepted: acceptedEncodings(request), wanted }, unhurried);
  return reply(request, response, found, wanted, mark === -1 ? undefined : url.slice(mark + 1));
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  found: Found,
  wanted: WantedForm,
  query: string | undefined,
): Promise<SentFile | undefined> {
  if (found.kind === "none") {
    return refuse(response, 404, "There is nothing at this address.");
  }
  if (found.kind === "redirect") {
    const location = redirectLocation(found.location, query);
    response.writeHead(found.status, { location, "content-length": 0 });
    response.end();
    return undefined;
  }
  const { file, path, status, machine, origins } = found;
  const isMarkdown = file.type.startsWith("text/markdown");
  const type = isMarkdown && wanted === "text" ? plainTextType : file.type;
  const headers = {
    ...siteHeaders({ path, type, host: request.headers.host ?? "", status, origins }),
    ...machine,
  };
  headers.vary = isMarkdown || type.startsWith("text/html") ? "accept, accept-encoding" : "accept-encoding";
  headers.etag = `"${file.hash}"`;
  if (file.encoding !== undefined) {
    headers["content-encoding"] = file.encoding === "brotli" ? "br" : "gzip";
  }
  if (status === 200 && request.headers["if-none-match"]?.includes(file.hash)) {
    response.writeHead(304, headers);
    response.end();
    return undefined;
  }
  await send(request, response, file, status, { ...headers });
  return status === 200 ? { file, headers } : undefined;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
  status: number,
  headers: Record<string, string | number>,
): Promise<void> {
  const range = status === 200 ? askedRange(request, file) : undefined;
  if (range === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${file.size}`, "content-length": 0 });
    response.end();
    return;
  }
  headers["accept-ranges"] = "bytes";
  headers["content-length"] = range === undefined ? file.size : range.end - range.start + 1;
  if (range !== undefined) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${file.size}`;
  }
  if (request.method === "HEAD") {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  const body = await file.open(range, unhurried);
  response.writeHead(range === undefined ? status : 206, headers);
  if (Buffer.isBuffer(body)) {
    response.end(body);
  } else {
    await pipe(body, response);
  }
}

function askedRange({ method, headers }: IncomingMessage, file: ServedFile): ReturnType<typeof parseRange> {
  const ifRange = headers["if-range"];
  // The rest of a file that has changed since would not fit to what the reader has.
  const isSame = ifRange === undefined || ifRange === `"${file.hash}"`;
  return method === "GET" && file.encoding === undefined && isSame ? parseRange(headers.range, file.size) : undefined;
}

async function pipe(body: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response);
  } catch {
    // The reader left, or the store broke off after the headers were sent: the cut connection is all that can be told.
    response.destroy();
  }
}

function refuse(response: ServerResponse, status: number, sentence: string): undefined {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(sentence),
  });
  response.end(sentence);
}

function decodePath(rawPath: string): string | undefined {
  if (rawPath.length > pathMaxLength || !rawPath.startsWith("/")) {
    return undefined;
  }
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return undefined;
  }
}

function acceptedEncodings(request: IncomingMessage): Encoding[] {
  const header = request.headers["accept-encoding"];
  const text = typeof header === "string" ? header : "";
  return encodings.filter(({ pattern }) => pattern.test(text)).map(({ encoding }) => encoding);
}
