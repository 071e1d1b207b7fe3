/** Who may read private sites, and the readers who have signed in. */
export interface ReaderTables {
  siteAccess: SiteAccessRow;
  readerSessions: ReaderSessionRow;
  readerCodes: ReaderCodeRow;
  previewLinks: PreviewLinkRow;
}

/** Projects without a row are public. */
export interface SiteAccessRow {
  projectId: string;
  kind: "public" | "unlisted" | "password" | "members" | "readers";
  /** Who may read previews of branches. */
  previews: "public" | "members";
  /** How readers sign in, as JSON; secrets are sealed. */
  settings: string;
  updatedAt: number;
}

export type ReaderSessionMethod = "password" | "members" | "server" | "provider" | "jwt" | "mail" | "preview";

export interface ReaderSessionRow {
  id: string;
  /** SHA-256 of the token in the cookie, base64url. */
  tokenHash: string;
  projectId: string;
  method: ReaderSessionMethod;
  /** The reader's ID in the method: an email, a subject, a user ID, the ID of a preview link; empty for a password. */
  subject: string;
  /** JSON of a list of strings. */
  groups: string;
  /** JSON: data for personalized pages. */
  profile: string;
  createdAt: number;
  expiresAt: number;
}

/** A code or token that starts a session at most once. */
export interface ReaderCodeRow {
  /** SHA-256, base64url. */
  hash: string;
  projectId: string;
  method: ReaderSessionMethod;
  /** SHA-256 of the value in the cookie of the browser that may use the code; empty if any browser may. */
  browser: string;
  /** JSON: the reader. Null for a token that has been used. */
  reader: string | null;
  expiresAt: number;
}

/** A link that opens the preview of a branch without signing in. */
export interface PreviewLinkRow {
  id: string;
  /** SHA-256 of the token in the link, base64url. */
  tokenHash: string;
  projectId: string;
  subdomain: string;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}
