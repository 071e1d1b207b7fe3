/** Users, roles, sessions and the audit log. */
export interface AccountTables {
  users: UserRow;
  credentials: CredentialRow;
  sessions: SessionRow;
  members: MemberRow;
  invitations: InvitationRow;
  known_addresses: KnownAddressRow;
  installations: InstallationRow;
  installation_setups: InstallationSetupRow;
  audit_entries: AuditRow;
}

/** A person with a dashboard account. */
interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  /** 1 if verified by an OpenID Connect provider. */
  email_verified: number;
  name: string;
  image: string | null;
  created_at: number;
  updated_at: number;
}

/** A way to sign in: a password, or an account at an OpenID Connect provider. */
interface CredentialRow {
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
  /** SHA-256 of the token, base64url. The token itself exists only in the cookie. */
  token_hash: string;
  user_id: string;
  address: string;
  user_agent: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

interface MemberRow {
  organization_id: string;
  user_id: string;
  role: "viewer" | "editor" | "admin";
  created_at: number;
}

/** An invitation that hasn't been accepted yet. */
interface InvitationRow {
  id: string;
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  organization_id: string;
  /** Null if anyone with the link may accept it. */
  email: string | null;
  role: "viewer" | "editor" | "admin";
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** An address that a user has signed in from. */
interface KnownAddressRow {
  user_id: string;
  address: string;
  used_at: number;
}

/** An installation of the GitHub App that acts for one organization. */
interface InstallationRow {
  /** The host's origin, such as `https://github.com`. */
  host: string;
  installation_id: number;
  organization_id: string;
  /** The account on the host that the app is installed in. */
  account: string;
  /** The email of the admin who proved that they manage the account, or what else it rests on. */
  connected_by: string;
  created_at: number;
}

/** A visit to the git host that an admin has started, to prove which installations they manage. */
interface InstallationSetupRow {
  /** SHA-256 of the state, base64url. */
  state_hash: string;
  organization_id: string;
  /** The session that started it; only the same one can finish it. */
  session_id: string;
  /** JSON of the installations that the admin manages; null until they come back. */
  offers: string | null;
  expires_at: number;
}

/** Who did what, when and from where. Without foreign keys: it stays when the project or the member is gone. */
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
