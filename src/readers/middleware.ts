import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/errors.ts";
import type { PublishedSite } from "../projects/sites/store.ts";
import { readerProfilePath } from "../site/serving.ts";
import { isGated } from "./gate.ts";
import { jwtPaths, previewLinkPath, signInPath, signOutPath } from "./reader-paths.ts";

/** Tracks requests to the pages where readers of a private site sign in. */
export interface SignInRequests {
  /** Whether the request is for such a page. If so, its site is remembered. */
  claim(request: IncomingMessage, site: PublishedSite): boolean;
  find(request: IncomingMessage): PublishedSite | undefined;
}

const paths = new Set<string>([
  signInPath,
  ...["password", "mail", "mail-link", "start", "callback", "jwt"].map((name) => `${signInPath}/${name}`),
  signOutPath,
  readerProfilePath,
  previewLinkPath,
  ...jwtPaths,
]);

export function createSignInRequests(): SignInRequests {
  const sites = new WeakMap<IncomingMessage, PublishedSite>();
  return {
    claim(request, site) {
      const [path = ""] = (request.url ?? "").split("?", 1);
      const isClaimed = paths.has(path) && isGated(site);
      if (isClaimed) sites.set(request, site);
      return isClaimed;
    },
    find: (request) => sites.get(request),
  };
}

/** Other websites can't send a form in a reader's name. Browsers add these headers, and scripts can't change them. */
export function refuseOtherOrigins({ headers }: FastifyRequest): void {
  const { origin, host, "sec-fetch-site": fetchSite } = headers;
  const isOwn = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
  // A page with `Referrer-Policy: no-referrer` sends its forms with the origin `null`.
  const isTrusted = isOwn || (fetchSite === "same-origin" && (origin === undefined || origin === "null"));
  if (!isTrusted || (fetchSite !== undefined && fetchSite !== "same-origin")) {
    throw new AppError("forbidden", "Send this form from the site itself.");
  }
}
