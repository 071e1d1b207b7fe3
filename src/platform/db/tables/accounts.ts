import type { Generated, Selectable } from "kysely";

/** Users, roles, sessions and the audit log. */
export interface AccountTables {
  /** A person with a dashboard account. */
  users: {
    id: string;
    /** In lower case. */
    email: string;
    /** 1 if verified by an OpenID Connect provider. */
    emailVerified: number;
    name: string;
    image: string | null;
    createdAt: number;
    updatedAt: number;
  };
  /** A password, or an account at an OpenID Connect provider. */
  credentials: {
    id: string;
    userId: string;
    /** `credential` for a password. */
    providerId: string;
    accountId: string;
    /** Hashed with scrypt. */
    password: string | null;
    createdAt: number;
    updatedAt: number;
  };
  /** A member's role in one project. It replaces the role in the organization. */
  projectRoles: {
    projectId: string;
    userId: string;
    /** `none` if the member has no access to the project. */
    role: "none" | "viewer" | "editor" | "admin";
    createdAt: number;
  };
  accessTokens: AccessTokenRow;
  sessions: SessionTable;
  members: {
    organizationId: string;
    userId: string;
    role: "viewer" | "editor" | "admin";
    /** 1 if the role is set from the provider's claims at each sign-in. */
    isManaged: Generated<number>;
    createdAt: number;
  };
  invitations: InvitationRow;
  /** An address that a user has signed in from. */
  knownAddresses: { userId: string; address: string; usedAt: number };
  /** An installation of the GitHub App that acts for one organization. */
  installations: {
    /** The host's origin, such as `https://github.com`. */
    host: string;
    installationId: number;
    organizationId: string;
    /** The account on the host that the app is installed in. */
    account: string;
    /**
     * The email of the admin who proved that they manage the account, or another reason why the connection is trusted.
     */
    connectedBy: string;
    createdAt: number;
  };
  installationSetups: InstallationSetupRow;
  auditEntries: AuditRow;
  serverSettings: ServerSettingRow;
  organizationSignIns: OrganizationSignInRow;
}

interface SessionTable {
  id: string;
  /** SHA-256 of the token, base64url. The token itself exists only in the cookie. */
  tokenHash: string;
  userId: string;
  address: string;
  userAgent: string;
  /** When the OpenID Connect provider confirmed the person's identity; null for a password. */
  providerAt: number | null;
  /** To the minute. Null if the session hasn't been used since it began. */
  lastUsedAt: number | null;
  expiresAt: number;
  createdAt: number;
  updatedAt: number;
}

/** A personal access token. */
export interface AccessTokenRow {
  id: string;
  /** SHA-256 of the token, base64url. The token itself is stored nowhere. */
  hash: string;
  userId: string;
  /** Null if the token works in every organization of its owner. */
  organizationId: string | null;
  name: string;
  /** The first and last characters of the token. */
  hint: string;
  scopes: string;
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
  lastUsedAddress: string | null;
  /** When the provider confirmed the session that created the token; null for a password. */
  providerAt: number | null;
  createdAt: number;
}

/** An invitation that hasn't been accepted yet. */
export interface InvitationRow {
  id: string;
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  organizationId: string;
  /** Null if anyone with the link may accept it. */
  email: string | null;
  role: "viewer" | "editor" | "admin";
  /** The member who invites; null for the operator. */
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
}

/** A visit to the git host that an admin has started, to prove which installations they manage. */
export interface InstallationSetupRow {
  /** SHA-256 of the state, base64url. */
  stateHash: string;
  organizationId: string;
  /** The session that started the visit. Only the same session can finish it. */
  sessionId: string;
  /** JSON of the installations that the admin manages; null until they come back. */
  offers: string | null;
  expiresAt: number;
}

/** Records who did what, when and from where. Has no foreign keys, so entries outlive their project and member. */
export interface AuditRow {
  id: string;
  organizationId: string;
  projectId: string | null;
  actorKind: "member" | "key" | "operator" | "guest";
  actorId: string;
  actorName: string;
  /** The name of the operation. */
  action: string;
  details: string;
  address: string;
  at: number;
  /**
   * The names at the time of the action, because project and target may be renamed or deleted later. Null in old
   * entries.
   */
  projectName: string | null;
  targetKind: string | null;
  targetId: string | null;
  targetName: string | null;
}

/** A setting of the whole server that was changed in the dashboard. */
export interface ServerSettingRow {
  name: string;
  /** JSON. */
  value: string;
  /** Sealed. */
  secret: string | null;
  /** The email of the person who changed the setting. */
  setBy: string;
  setAt: number;
}

/** How members of an organization sign in with the OpenID Connect provider. */
export interface OrganizationSignInRow {
  organizationId: string;
  /** 1 if sessions that began with a password can't open the organization. */
  requiresProvider: number;
  /** The role for unknown people with a verified email in one of the domains; null if they can't join. */
  defaultRole: "viewer" | "editor" | "admin" | null;
  /** JSON list. */
  emailDomains: string;
  /** JSON list of claim values and their roles. */
  mappings: string;
  setBy: string;
  setAt: number;
}

export type SessionRow = Selectable<SessionTable>;
