import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Operation } from "../../contract/operation.ts";
import type { Principal } from "../../http/call.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { readerOperations, readerPath } from "./operations.ts";
import type { VisitorIdOf } from "./visitor-ids.ts";
import { readToken } from "./visitor-token.ts";

/** Requests to a published site that are answered by operations, not by its files. */
export interface SiteRequests {
  /** Whether a request is one of them. The site it came to is remembered with it. */
  claim(request: IncomingMessage, published: PublishedArtifact): boolean;
  /** The site that a request came to; undefined for one that came to the API's own address. */
  find(request: IncomingMessage): PublishedArtifact | undefined;
}

/** `claims` tell for each part that answers on sites which requests are for it. */
export function createSiteRequests(claims: readonly ((request: IncomingMessage) => boolean)[]): SiteRequests {
  const sites = new WeakMap<IncomingMessage, PublishedArtifact>();
  return {
    claim(request, published) {
      const isOurs = claims.some((isFor) => isFor(request));
      if (isOurs) {
        sites.set(request, published);
      }
      return isOurs;
    },
    find: (request) => sites.get(request),
  };
}

export function isReaderRequest({ url = "" }: IncomingMessage): boolean {
  return url.startsWith(readerPath);
}

export interface VisitorDeps {
  siteRequests: Pick<SiteRequests, "find">;
  findOrganization(projectId: string): Promise<string | undefined>;
  visitorIdOf: VisitorIdOf;
  tokenKeys: readonly Buffer[];
  clock: Clock;
}

/** Site, origin and token → principal. */
export function identifyVisitor(deps: VisitorDeps) {
  return async (request: FastifyRequest, operation: Operation): Promise<Principal> => {
    const site = deps.siteRequests.find(request.raw);
    const organizationId = site && (await deps.findOrganization(site.projectId));
    if (site === undefined || organizationId === undefined) {
      throw new AppError("not_found", "There is nothing at this path; /openapi.json lists what there is.");
    }
    const origin = sameOrigin(request.headers);
    const isOpening = operation.path === readerOperations.readerToken.path;
    const id = isOpening ? await newVisitor(deps, request, site) : knownVisitor(deps, request, site);
    return {
      kind: "assistant",
      keyId: "visitor",
      organizationId,
      projectId: site.projectId,
      scopes: [],
      visitor: { id, site, origin },
    };
  };
}

function newVisitor(deps: VisitorDeps, request: FastifyRequest, { projectId }: PublishedArtifact): Promise<string> {
  const userAgent = request.headers["user-agent"] ?? "";
  return deps.visitorIdOf({ projectId, address: canonicalAddress(request.ip), userAgent });
}

function knownVisitor(deps: VisitorDeps, request: FastifyRequest, site: PublishedArtifact): string {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const claims = readToken(deps.tokenKeys, token, deps.clock.now() / 1_000);
  if (claims === undefined || claims.projectId !== site.projectId || claims.subdomain !== site.subdomain) {
    throw new AppError(
      "unauthenticated",
      `The token is missing, too old or of another site; get one from ${readerOperations.readerToken.path}.`,
    );
  }
  return claims.visitorId;
}

/**
 * The origin of the page that asks, which must be the site itself: another website that wants this has keys for it. Browsers
 * send the header with every POST and let no script change it.
 */
function sameOrigin({ origin, host, "sec-fetch-site": fetchSite }: FastifyRequest["headers"]): string {
  const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn = url !== undefined && /^https?:$/.test(url.protocol) && url.host === host?.toLowerCase();
  if (!isOwn || (fetchSite !== undefined && fetchSite !== "same-origin")) {
    throw new AppError("forbidden", "Only the pages of this site may call this; use the API with a key elsewhere.");
  }
  return url.origin;
}
