/** Who may read a project's site. */
export type AccessKind = "public" | "unlisted" | "password" | "members" | "readers";

/** Who may read previews of branches. Previews of a private project are never public. */
export type PreviewAccess = "public" | "members";

/** How a reader can sign in. */
export type ReaderMethod = "password" | "members" | "server" | "provider" | "jwt" | "mail";

/** The secrets in these settings are sealed or hashed. */
export interface AccessSettings {
  /** Readers sign in again after this time. */
  sessionHours: number;
  /** A scrypt hash, in the format of `src/accounts/password.ts`. */
  passwordHash: string | null;
  /** The OpenID Connect provider of the server, with the claim that has a reader's groups. */
  server: { groupsClaim: string } | null;
  /** An OpenID Connect provider of the project's own. */
  provider: ReaderProvider | null;
  /** The customer's product, which signs a token for each reader. */
  jwt: JwtSettings | null;
  /** Addresses and domains (`@example.com`) that get a link by mail. */
  mail: { allowed: readonly string[]; groups: readonly string[] } | null;
}

export interface ReaderProvider {
  name: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: string;
  groupsClaim: string;
  /** Separated by spaces; `openid` is one of them. */
  scopes: string;
}

export interface JwtSettings {
  name: string;
  /** The page of the product that signs a token and sends the reader back. */
  loginUrl: string;
  /** A public key in PEM, the address of a JWKS, or a shared secret, sealed. */
  key: { kind: "public_key" | "jwks" | "secret"; value: string };
}

export const accessDefaults: AccessSettings = {
  sessionHours: 24 * 7,
  passwordHash: null,
  server: null,
  provider: null,
  jwt: null,
  mail: null,
};

/** Whether readers must sign in, apart from pages that are marked as public. */
export function isPrivate(kind: AccessKind): boolean {
  return kind !== "public" && kind !== "unlisted";
}

/**
 * What a class of readers may see; each audience of a site has its own artifact. `public`: readers who haven't signed
 * in. `all`: members of the organization. `groups:["a","b"]`: readers in these groups, a sorted JSON list.
 */
export type Audience = "public" | "all" | `groups:${string}`;

/** What an artifact shows: what an audience may see, or everyone on a site that is public or unlisted. */
export type SiteView = "open" | Audience;

/** Which readers see other pages than those of the site's own artifact. */
export interface BuiltSite {
  /** The update that published the site. */
  updateId?: string;
  /** What the site's own artifact shows. */
  builtFor?: SiteView;
  /** As JSON; null if everyone sees the same pages. */
  restrictions?: string | null;
}

/** A site whose readers may see different artifacts. */
export interface SiteToOpen extends BuiltSite {
  projectId: string;
  subdomain: string;
  base: string;
  access: AccessKind;
}

/** The audience of a signed-in reader. */
export function groupsAudience(groups: readonly string[]): Audience {
  return `groups:${JSON.stringify([...new Set(groups)].sort())}`;
}

/**
 * The artifact for an audience. `preparing` if it is being built; `none` for the audience `public` of a private site
 * without public pages.
 */
export type FindAudienceArtifact = (
  site: SiteToOpen,
  audience: Audience,
) => Promise<{ artifact: string } | "preparing" | "none">;
