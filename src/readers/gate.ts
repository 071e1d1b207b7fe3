import type { Clock } from "../platform/clock.ts";
import { readSessionToken } from "../platform/cookies.ts";
import { AppError } from "../platform/errors.ts";
import {
  type Audience,
  type FindAudienceArtifact,
  groupsAudience,
  isPrivate,
  type ReaderMethod,
  type SiteToOpen,
} from "../projects/access/access.ts";
import { isBaseView } from "../projects/sites/audience.ts";
import { isPreview } from "../projects/sites/site-address.ts";
import type { PublishedArtifact, PublishedSite } from "../projects/sites/store.ts";
import type { FindReaderSession, ReaderSession } from "./session-store.ts";

/** What a request gets from a site. */
type Admission =
  | {
      kind: "admitted";
      published: PublishedArtifact;
      session?: ReaderSession;
      /** Whether the decision is still the same if nothing was written since. It always is if left out. */
      isValid?: () => boolean;
    }
  /** The reader must sign in first. */
  | { kind: "sign_in" }
  /** The artifact for this reader's groups is being built. */
  | { kind: "preparing" };

/** Much less than what may pass until the use of an audience is recorded, which only a decision does. */
const validMilliseconds = 60_000;

/** The only way from a site to an artifact that a reader may see. */
export interface Gate {
  /** Returns a promise only for sites that need it, so that public ones cost nothing. */
  admit(site: PublishedSite, cookies: string | undefined): Admission | Promise<Admission>;
  /** What everyone may see; undefined if that is nothing. For callers without a reader, such as keys in public pages. */
  findPublic(site: OpenedSite): Promise<PublishedArtifact | undefined>;
}

type OpenedSite = SiteToOpen & Pick<PublishedSite, "authorCode">;

export interface GateDeps {
  findReaderSession: FindReaderSession;
  findAudienceArtifact: FindAudienceArtifact;
  /** The ways to sign in that the operator allows. */
  methods: readonly ReaderMethod[];
  clock: Clock;
  /** The public address of this server. */
  url: string;
}

export function createGate(deps: GateDeps): Gate {
  return {
    admit(site, cookies) {
      if (isGated(site)) return admitReader(deps, site, cookies);
      return isBaseView(site, "open") ? { kind: "admitted", published: openArtifact(site) } : admitAnyone(deps, site);
    },
    async findPublic(site) {
      if (!isPrivate(site.access) && isBaseView(site, "open")) return openArtifact(site);
      const found = await deps.findAudienceArtifact(site, "public");
      if (found === "preparing") throw new AppError("unavailable", "The public pages of this site are being prepared.");
      if (found === "none") return undefined;
      const published = { ...openArtifact(site), artifact: found.artifact };
      return isPrivate(site.access) ? { ...published, audience: "public" } : published;
    },
  };
}

/** A site that became public is built again, and until then nobody sees pages that were only for signed-in readers. */
async function admitAnyone(deps: GateDeps, site: PublishedSite): Promise<Admission> {
  const found = await deps.findAudienceArtifact(site, "public");
  if (typeof found === "string") return { kind: "preparing" };
  return { kind: "admitted", published: { ...openArtifact(site), artifact: found.artifact } };
}

/** For servers where nobody can sign in: public sites only. */
export const gateWithoutReaders: Gate = {
  admit: (site) => (isGated(site) ? { kind: "sign_in" } : { kind: "admitted", published: openArtifact(site) }),
  findPublic: async (site) => (isPrivate(site.access) ? undefined : openArtifact(site)),
};

/** Whether some readers of the site must sign in. */
export function isGated(site: Pick<PublishedSite, "access" | "previews" | "subdomain">): boolean {
  return isPrivate(site.access) || (site.previews === "members" && isPreview(site));
}

function openArtifact({ projectId, subdomain, base, access, authorCode }: OpenedSite): PublishedArtifact {
  return {
    projectId,
    subdomain,
    artifact: base,
    ...(access === "unlisted" && { isUnlisted: true }),
    ...(authorCode !== undefined && { authorCode }),
  };
}

async function admitReader(deps: GateDeps, site: PublishedSite, cookies: string | undefined): Promise<Admission> {
  const session = await findCurrentReader(deps, site, cookies);
  const audience = session === undefined ? "public" : audienceOf(session);
  // Previews have no public pages: what is public was decided for the published site.
  if (session === undefined && isPreview(site)) return { kind: "sign_in" };
  const found = await findArtifact(deps, site, audience);
  if (found === "preparing") return { kind: "preparing" };
  if (found === "none") return { kind: "sign_in" };
  const published = { ...openArtifact(site), artifact: found.artifact, audience };
  const end = Math.min(session?.expiresAt ?? Number.POSITIVE_INFINITY, deps.clock.now() + validMilliseconds);
  const isValid = () => deps.clock.now() < end;
  return { kind: "admitted", published, isValid, ...(session !== undefined && { session }) };
}

/** The session of the request's cookie, if it opens this site. */
export async function findCurrentReader(
  { findReaderSession, methods, clock, url }: Pick<GateDeps, "findReaderSession" | "methods" | "clock" | "url">,
  site: Pick<PublishedSite, "projectId" | "subdomain">,
  cookies: string | undefined,
): Promise<ReaderSession | undefined> {
  const token = readSessionToken(cookies, url, "reader");
  const session = token === undefined ? undefined : await findReaderSession(token);
  if (session === undefined || session.projectId !== site.projectId || session.expiresAt <= clock.now()) {
    return undefined;
  }
  const { method } = session;
  if (method === "preview") return session.subdomain === site.subdomain ? session : undefined;
  const isForPlace = method === "members" || !isPreview(site);
  return isForPlace && methods.includes(method) ? session : undefined;
}

function audienceOf({ method, groups }: ReaderSession): Audience {
  return method === "members" ? "all" : groupsAudience(groups);
}

/** A public project has one artifact for all readers, also in previews for members. */
async function findArtifact(deps: GateDeps, site: PublishedSite, audience: Audience) {
  if (isPrivate(site.access)) return deps.findAudienceArtifact(site, audience);
  return isBaseView(site, "open") ? { artifact: site.base } : deps.findAudienceArtifact(site, "public");
}
