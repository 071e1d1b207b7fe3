import type { IncomingMessage, ServerResponse } from "node:http";
import { storeErrors } from "../../platform/artifacts/observe-store.ts";
import { ArtifactDamaged } from "../../platform/artifacts/storage-error.ts";
import type { Log } from "../../platform/log.ts";
import { findOutage } from "../../platform/outage.ts";
import { signInAddress } from "../../readers/reader-paths.ts";
import { mcpPage, mcpPagePolicy } from "./mcp-page.ts";

const outageRetrySeconds = 5;
const lostQuietMilliseconds = 3_600_000;
let lostQuietUntil = 0;
const preparingRetrySeconds = 3;
const addressMaxLength = 2_000;
export const plainTextType = "text/plain; charset=utf-8";

export function refuse(response: ServerResponse, status: number, message: string): undefined {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  writeUncached(response, status, { type: plainTextType, policy: "default-src 'none'", body: message });
  response.end(message);
}

export function refuseFailed(
  { log }: { log: Log },
  { response, id: requestId }: { response: ServerResponse; id: string },
  error: unknown,
): void {
  const outage = findOutage(error);
  const isLost = error instanceof ArtifactDamaged;
  const message = "This page isn't available right now. Try again in a moment.";
  if (outage === undefined && !isLost) {
    log.error({ error, requestId }, "could not serve a page");
    refuse(response, 500, message);
    return;
  }
  // An outage of the database or the loss of the store is logged only once, when it begins.
  if (isLost) {
    storeErrors.add({ operation: "read" });
    if (performance.now() > lostQuietUntil) log.error({ error, requestId }, "files of a site are missing or damaged");
    lostQuietUntil = performance.now() + lostQuietMilliseconds;
  } else if (outage?.part !== "database") {
    log.warn({ error, requestId }, "could not serve a page");
  }
  if (!response.headersSent) {
    response.setHeader("retry-after", outageRetrySeconds);
  }
  refuse(response, 503, isLost ? error.message : message);
}

/**
 * Asks a reader to sign in, or to wait. Says the same about every path, so that nobody learns which pages exist.
 * Browsers are sent to the sign-in page.
 */
export function refuseReader(
  request: IncomingMessage,
  response: ServerResponse,
  reason: "sign_in" | "preparing",
): undefined {
  response.setHeader("vary", "cookie");
  if (reason === "preparing") {
    response.setHeader("retry-after", preparingRetrySeconds);
    response.setHeader("refresh", preparingRetrySeconds);
    return refuse(response, 503, "This site is being prepared for you. Try again in a moment.");
  }
  const { method, url = "/", headers } = request;
  const isPage = (method === "GET" || method === "HEAD") && /text\/html/i.test(headers.accept ?? "");
  if (!isPage) {
    response.setHeader("www-authenticate", "Cookie");
    return refuse(response, 401, "Sign in to read this site.");
  }
  const location = signInAddress(url);
  response.writeHead(302, { location, "content-length": 0, "cache-control": "private, no-store" });
  response.end();
}

/** Sends a request outside of the base path into it, so that the host itself and old links lead to the site. */
export function moveTo(response: ServerResponse, location: string, requestId: string): void {
  const headers = { location, "x-request-id": requestId, "cache-control": "no-store", "content-length": 0 };
  response.writeHead(location.length > addressMaxLength ? 414 : 307, headers);
  response.end();
}

/** Replies that aren't files of the site are never cached. */
export function sendMcpPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  host: string,
  basePath: string,
): undefined {
  const body = mcpPage(host, `${basePath}/`);
  writeUncached(response, 200, { type: "text/html; charset=utf-8", policy: mcpPagePolicy, body });
  response.end(method === "HEAD" ? undefined : body);
}

function writeUncached(
  response: ServerResponse,
  status: number,
  { type, policy, body }: { type: string; policy: string; body: string },
): void {
  response.writeHead(status, {
    "content-type": type,
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
  });
}
