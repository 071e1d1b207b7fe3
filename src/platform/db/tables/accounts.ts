import type { Generated, Selectable } from "kysely";

/** Users, roles, sessions and the audit log. */
export interface AccountTables {
  users: UserRow;
  credentials: CredentialRow;
  project_roles: ProjectRoleRow;
  access_tokens: AccessTokenRow;
  sessions: SessionTable;
  members: MemberTable;
  invitations: InvitationRow;
  known_addresses: KnownAddressRow;
  installations: InstallationRow;
  installation_setups: InstallationSetupRow;
  audit_entries: AuditRow;
  server_settings: ServerSettingRow;
  organization_sign_ins: OrganizationSignInRow;
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

/** A password, or an account at an OpenID Connect provider. */
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

interface SessionTable {
  id: string;
  /** SHA-256 of the token, base64url. The token itself exists only in the cookie. */
  token_hash: string;
  user_id: string;
  address: string;
  user_agent: string;
  /** When the OpenID Connect provider confirmed the person's identity; null for a password. */
  provider_at: number | null;
  /** To the minute. Null if the session hasn't been used since it began. */
  last_used_at: number | null;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

interface MemberTable {
  organization_id: string;
  user_id: string;
  role: "viewer" | "editor" | "admin";
  /** 1 if the role is set from the provider's claims at each sign-in. */
  is_managed: Generated<number>;
  created_at: number;
}

/** A member's role in one project. It replaces the role in the organization. */
interface ProjectRoleRow {
  project_id: string;
  user_id: string;
  /** `none` if the member has no access to the project. */
  role: "none" | "viewer" | "editor" | "admin";
  created_at: number;
}

/** A personal access token. */
export interface AccessTokenRow {
  id: string;
  /** SHA-256 of the token, base64url. The token itself is stored nowhere. */
  hash: string;
  user_id: string;
  /** Null if the token works in every organization of its owner. */
  organization_id: string | null;
  name: string;
  /** The first and last characters of the token. */
  hint: string;
  scopes: string;
  expires_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
  last_used_address: string | null;
  /** When the provider confirmed the session that created the token; null for a password. */
  provider_at: number | null;
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
  /**
   * The email of the admin who proved that they manage the account, or another reason why the connection is trusted.
   */
  connected_by: string;
  created_at: number;
}

/** A visit to the git host that an admin has started, to prove which installations they manage. */
interface InstallationSetupRow {
  /** SHA-256 of the state, base64url. */
  state_hash: string;
  organization_id: string;
  /** The session that started the visit. Only the same session can finish it. */
  session_id: string;
  /** JSON of the installations that the admin manages; null until they come back. */
  offers: string | null;
  expires_at: number;
}

/** Records who did what, when and from where. Has no foreign keys, so entries outlive their project and member. */
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
  /**
   * The names at the time of the action, because project and target may be renamed or deleted later. Null in old
   * entries.
   */
  project_name: string | null;
  target_kind: string | null;
  target_id: string | null;
  target_name: string | null;
}

/** A setting of the whole server that was changed in the dashboard. */
export interface ServerSettingRow {
  name: string;
  /** JSON. */
  value: string;
  /** Sealed. */
  secret: string | null;
  /** The email of the person who changed the setting. */
  set_by: string;
  set_at: number;
}

/** How members of an organization sign in with the OpenID Connect provider. */
export interface OrganizationSignInRow {
  organization_id: string;
  /** 1 if sessions that began with a password can't open the organization. */
  requires_provider: number;
  /** The role for unknown people with a verified email in one of the domains; null if they can't join. */
  default_role: "viewer" | "editor" | "admin" | null;
  /** JSON list. */
  email_domains: string;
  /** JSON list of claim values and their roles. */
  mappings: string;
  set_by: string;
  set_at: number;
}

export type SessionRow = Selectable<SessionTable>;
