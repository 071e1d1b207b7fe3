/** People, what they may do, and what was done. */
export interface AccountTables {
  users: UserRow;
  credentials: CredentialRow;
  sessions: SessionRow;
  members: MemberRow;
  invitations: InvitationRow;
  audit_entries: AuditRow;
}

/** Somebody with an account in the dashboard. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  /** 1 if an OpenID Connect provider vouches for it. */
  email_verified: number;
  name: string;
  image: string | null;
  created_at: number;
  updated_at: number;
}

/** A way to sign in: a password, or an account at an OpenID Connect provider. */
export interface CredentialRow {
  id: string;
  user_id: string;
  /** `credential` for a password. */
  provider_id: string;
  account_id: string;
  /** Hashed with scrypt. */
  password: string | null;
  created_at: number;
  updated_at: number;
}

export interface SessionRow {
  id: string;
  /** SHA-256 of the token, base64url. The token itself is in the cookie and nowhere else. */
  token_hash: string;
  user_id: string;
  address: string;
  user_agent: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

export interface MemberRow {
  organization_id: string;
  user_id: string;
  role: "viewer" | "editor" | "admin";
  created_at: number;
}

/** An invitation that nobody has accepted yet. */
export interface InvitationRow {
  id: string;
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  organization_id: string;
  /** Null for whoever has the link. */
  email: string | null;
  role: "viewer" | "editor" | "admin";
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** Who did what, when and from where. It refers to nothing: it stays when the project or the member is gone. */
export interface AuditRow {
  id: string;
  organization_id: string;
  project_id: string | null;
  actor_kind: "member" | "key" | "operator" | "guest";
  actor_id: string;
  actor_name: string;
  /** The name of the operation. */
  action: string;
  details: string;
  address: string;
  at: number;
}
