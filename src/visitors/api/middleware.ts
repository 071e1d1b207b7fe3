import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { AuthenticatorFor } from "../../http/register-operation.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { countryOf, refusesCounting } from "../pages/see-view.ts";
import { visitorApiPath, visitorOperations } from "./operations.ts";
import type { VisitorIdOf } from "./visitor-ids.ts";
import { readToken } from "./visitor-token.ts";

/** Tracks requests to published sites that are answered by operations instead of the site's files. */
export interface SiteRequests {
  /** Whether the request is answered by operations. If so, its site is remembered. */
  claim(request: IncomingMessage, published: PublishedArtifact): boolean;
  /** The site of a claimed request; undefined for requests to the API's own address. */
  find(request: IncomingMessage): PublishedArtifact | undefined;
}

/** `claims` has one predicate for each part that answers requests on sites. */
export function createSiteRequests(claims: readonly ((request: IncomingMessage) => boolean)[]): SiteRequests {
  const sites = new WeakMap<IncomingMessage, PublishedArtifact>();
  return {
    claim(request, published) {
      const isClaimed = claims.some((isFor) => isFor(request));
      if (isClaimed) {
        sites.set(request, published);
      }
      return isClaimed;
    },
    find: (request) => sites.get(request),
  };
}

export function isVisitorRequest({ url = "" }: IncomingMessage): boolean {
  return url.startsWith(visitorApiPath);
}

export interface VisitorDeps {
  siteRequests: Pick<SiteRequests, "find">;
  findOrganization(projectId: string): Promise<string | undefined>;
  visitorIdOf: VisitorIdOf;
  tokenKeys: readonly Buffer[];
  clock: Clock;
  /** See `ViewRules`. */
  countryHeader?: string;
}

/** Turns the site, origin and token of a request into a principal. */
export function authenticateVisitor(deps: VisitorDeps): AuthenticatorFor {
  return ({ path }) =>
    async (request) => {
      const site = deps.siteRequests.find(request.raw);
      const organizationId = site && (await deps.findOrganization(site.projectId));
      if (site === undefined || organizationId === undefined) {
        throw new AppError("not_found", "Path not found; see /openapi.json for all operations.");
      }
      const origin = sameOrigin(request.headers, site);
      const isNew = path === visitorOperations.readerToken.path || path === visitorOperations.readerNote.path;
      const id = isNew ? await newVisitor(deps, request, site) : knownVisitor(deps, request, site);
      return {
        kind: "assistant",
        keyId: "visitor",
        organizationId,
        projectId: site.projectId,
        scopes: [],
        visitor: {
          id,
          site,
          origin,
          isPrivate: refusesCounting(request.headers),
          country: (request.ips?.length ?? 0) > 1 ? countryOf(request.headers[deps.countryHeader ?? ""]) : "",
        },
      };
    };
}

function newVisitor(deps: VisitorDeps, request: FastifyRequest, { projectId }: PublishedArtifact): Promise<string> {
  const userAgent = request.headers["user-agent"] ?? "";
  return deps.visitorIdOf({ projectId, address: canonicalAddress(request), userAgent });
}

function knownVisitor(deps: VisitorDeps, request: FastifyRequest, site: PublishedArtifact): string {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const claims = readToken(deps.tokenKeys, token, deps.clock.now() / 1_000);
  if (claims === undefined || claims.projectId !== site.projectId || claims.subdomain !== site.subdomain) {
    throw new AppError(
      "unauthenticated",
      `The token is missing, expired or for another site; get a new one from ${visitorOperations.readerToken.path}.`,
    );
  }
  return claims.visitorId;
}

/**
 * The origin of the requesting page, which must be the site itself: other websites need a key. Browsers send the
 * `Origin` header with every POST and don't let scripts change it. A site below a path of another host is asked through
 * that host's proxy, so its pages come from the address that they were built for.
 */
function sameOrigin(
  { origin, host, "sec-fetch-site": fetchSite }: FastifyRequest["headers"],
  { address }: PublishedArtifact,
): string {
  const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    (url.host === host?.toLowerCase() || url.origin === URL.parse(address ?? "")?.origin);
  if (!isOwn || (fetchSite !== undefined && fetchSite !== "same-origin")) {
    throw new AppError(
      "forbidden",
      "Only pages of this site can call this. From other places, use the API with a key.",
    );
  }
  return url.origin;
}
