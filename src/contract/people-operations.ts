import Type, { type Static } from "typebox";
import { AuditQuery } from "./audit-operations.ts";
import { get, organization, post } from "./define-operation.ts";
import type { Limit } from "./operation.ts";
import { dateTime, id, Nullable, NullableInteger, name, roleWord, Words } from "./schemas.ts";

/** Accounts, organizations and their members as the dashboard sees them. */

export const email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" });
const passwordMinLength = 10;
export const newPassword = Type.String({ minLength: passwordMinLength, maxLength: 128 });
const token = Type.String({ minLength: 20, maxLength: 100 });

const SignInOptions = Type.Object({
  /** The name of the OpenID Connect provider; `null` if there is none. */
  provider: Nullable(Type.String()),
  canUsePasskeys: Type.Boolean(),
  sendsResetLinks: Type.Boolean(),
});

const ProviderSignIn = Type.Object({
  returnTo: Type.Optional(Type.String({ maxLength: 1_000, pattern: "^/dashboard(?:[/?#][^\\\\\\s]*)?$" })),
});
export const ProviderAddress = Type.Object({ url: Type.String() });

const InvitationToken = Type.Object({ token });
const OpenInvitation = Type.Object({
  organization: Type.String(),
  role: roleWord,
  /** Email address of the invited person. `null` if anyone with the link can join. */
  email: Nullable(Type.String()),
  hasAccount: Type.Boolean(),
});

export const Me = Type.Object({
  user: Type.Object({
    id: id(),
    name: Type.String(),
    email: Type.String(),
    isServerAdmin: Type.Boolean(),
    hasPassword: Type.Boolean(),
  }),
  organizations: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      role: roleWord,
      needsSecondFactor: Type.Boolean(),
    }),
  ),
});
export type Me = Static<typeof Me>;

const SignInStep = Type.Object({
  me: Type.Optional(Me),
  /** Set instead of `me` if the sign-in needs a second step. Recovery codes are always accepted. */
  secondFactor: Type.Optional(Type.Object({ hasAuthenticator: Type.Boolean(), hasPasskey: Type.Boolean() })),
});

const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 128 }),
  newPassword,
});

const SessionList = Type.Object({
  /** A session ends after this many minutes without activity; `null` for no limit. */
  idleMinutes: NullableInteger(),
  sessions: Type.Array(
    Type.Object({
      id: id(),
      isCurrent: Type.Boolean(),
      address: Type.String(),
      userAgent: Type.String(),
      createdAt: dateTime(),
      lastUsedAt: dateTime(),
      expiresAt: dateTime(),
    }),
  ),
});

const OrganizationName = Type.Object({ name: name(100) });
const Organization = Type.Object({ id: id(), name: Type.String(), createdAt: dateTime() });

const MemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id(),
      name: Type.String(),
      email: Type.String(),
      role: roleWord,
      isManaged: Type.Boolean(),
      createdAt: dateTime(),
    }),
  ),
});

const Invitation = Type.Object({
  id: id(),
  email: Nullable(Type.String()),
  role: roleWord,
  invitedBy: Nullable(Type.String()),
  createdAt: dateTime(),
  expiresAt: dateTime(),
});
const CreatedInvitation = Type.Object({
  invitation: Invitation,
  link: Type.String(),
  isMailed: Type.Boolean(),
});

export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: id(),
      at: dateTime(),
      actor: Type.Object({
        kind: Words(["member", "key", "operator", "guest"]),
        id: Type.String(),
        /** Email address of the member, name of the key, or `Command line (username)`. */
        name: Type.String(),
      }),
      action: Type.String(),
      /** The action in plain words: `Created job`. */
      label: Type.String(),
      projectId: Nullable(Type.String()),
      projectName: Nullable(Type.String()),
      /** The target of the action; `null` in entries of earlier versions. */
      target: Type.Union([
        Type.Object({
          /** Such as `job`, `pullRequest` or `member`. */
          kind: Type.String(),
          id: Type.String(),
          name: Type.String(),
        }),
        Type.Null(),
      ]),
      details: Type.Unsafe<Record<string, string>>({ type: "object", additionalProperties: { type: "string" } }),
      address: Type.String(),
    }),
  ),
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: Nullable(Type.String()),
});

const installationName = {
  /** Origin of the git host, such as `https://github.com`. */
  host: Type.String({ maxLength: 300 }),
  id: Type.Integer({ minimum: 1 }),
};
const InstallationChoice = Type.Object(installationName);
const InstallationList = Type.Object({
  hasApp: Type.Boolean(),
  canConnect: Type.Boolean(),
  installations: Type.Array(
    Type.Object({
      ...installationName,
      account: Type.String(),
      connectedBy: Type.String(),
      createdAt: Type.String(),
    }),
  ),
  offers: Type.Array(Type.Object({ ...installationName, account: Type.String() })),
});

// Each sign-in makes the server call the provider.
const signIns: readonly Limit[] = [{ name: "sign-in", by: "address", max: 20, windowSeconds: 900 }];

/** Signing in, accounts, organizations and their members. */
export const peopleOperations = {
  getSignInOptions: get("none", "/sign-in", { reply: SignInOptions }),
  signIn: post("guest", "/sign-in", {
    body: Type.Object({ email, password: Type.String({ minLength: 1, maxLength: 128 }) }),
    reply: SignInStep,
    slowsGuesses: true,
  }),
  signInWithProvider: post("guest", "/sign-in/provider", {
    body: ProviderSignIn,
    reply: ProviderAddress,
    limits: signIns,
  }),
  readInvitation: post("guest", "/invitation", { body: InvitationToken, reply: OpenInvitation, slowsGuesses: true }),
  createAccount: post("guest", "/account", {
    body: Type.Object({ token, name: name(100), email, password: newPassword }),
    created: Me,
    slowsGuesses: true,
  }),
  acceptInvitation: post("session", "/invitation/accept", { body: InvitationToken, reply: Me, slowsGuesses: true }),
  signOut: post("session", "/sign-out"),
  getMe: get("session", "/me", { reply: Me }),
  changeProfile: post("session", "/me", { body: Type.Object({ name: name(100) }), reply: Me }),
  changePassword: post("session", "/password", { body: PasswordChange, slowsGuesses: true }),
  listSessions: get("session", "/sessions", { reply: SessionList }),
  endSession: post("session", "/session/{sessionId}/end"),
  createOrganization: post("session", "/organizations", { body: OrganizationName, created: Organization }),
  renameOrganization: post("admin", organization, { body: OrganizationName, reply: Organization }),
  listMembers: get("viewer", `${organization}/members`, { reply: MemberList }),
  changeMemberRole: post("admin", `${organization}/member/{userId}/role`, { body: Type.Object({ role: roleWord }) }),
  removeMember: post("admin", `${organization}/member/{userId}/remove`),
  listInvitations: get("admin", `${organization}/invitations`, {
    reply: Type.Object({ invitations: Type.Array(Invitation) }),
  }),
  createInvitation: post("admin", `${organization}/invitations`, {
    body: Type.Object({ email, role: roleWord }),
    created: CreatedInvitation,
  }),
  withdrawInvitation: post("admin", `${organization}/invitation/{invitationId}/withdraw`),
  listInstallations: get("admin", `${organization}/github`, { reply: InstallationList }),
  startInstallation: post("admin", `${organization}/github`, {
    body: Type.Object({ isNew: Type.Boolean() }),
    reply: ProviderAddress,
    hasStates: true,
  }),
  connectInstallation: post("admin", `${organization}/github/connect`, { body: InstallationChoice, hasStates: true }),
  disconnectInstallation: post("admin", `${organization}/github/disconnect`, { body: InstallationChoice }),
  listAuditEntries: get("admin", `${organization}/audit`, { query: AuditQuery, reply: AuditPage }),
};
