import { AuditQuery } from "./audit-schemas.ts";
import { get, post } from "./dashboard-operation.ts";
import type { Limit, Operation } from "./operation.ts";
import {
  AuditPage,
  CreatedInvitation,
  Credentials,
  InstallationChoice,
  InstallationList,
  InvitationList,
  InvitationToken,
  Me,
  MemberList,
  NewAccount,
  NewInstallation,
  NewInvitation,
  OpenInvitation,
  Organization,
  OrganizationName,
  PasswordChange,
  Profile,
  ProviderAddress,
  ProviderSignIn,
  RoleChange,
  SessionList,
  SignInOptions,
} from "./people-schemas.ts";
import { SignInStep } from "./sign-in-schemas.ts";

// Each sign-in makes the server call the provider.
const signIns: readonly Limit[] = [{ name: "sign-in", by: "address", max: 20, windowSeconds: 900 }];

/** Signing in, accounts, organizations and their members. */
export const peopleOperations = {
  getSignInOptions: get("none", "/sign-in", { reply: SignInOptions }),
  signIn: post("guest", "/sign-in", { body: Credentials, reply: SignInStep, slowsGuesses: true }),
  signInWithProvider: post("guest", "/sign-in/provider", {
    body: ProviderSignIn,
    reply: ProviderAddress,
    limits: signIns,
  }),
  readInvitation: post("guest", "/invitation", { body: InvitationToken, reply: OpenInvitation, slowsGuesses: true }),
  createAccount: post("guest", "/account", { body: NewAccount, created: Me, slowsGuesses: true }),
  acceptInvitation: post("session", "/invitation/accept", { body: InvitationToken, reply: Me, slowsGuesses: true }),
  signOut: post("session", "/sign-out"),
  getMe: get("session", "/me", { reply: Me }),
  changeProfile: post("session", "/me", { body: Profile, reply: Me }),
  changePassword: post("session", "/password", { body: PasswordChange, slowsGuesses: true }),
  listSessions: get("session", "/sessions", { reply: SessionList }),
  endSession: post("session", "/session/{sessionId}/end"),
  createOrganization: post("session", "/organizations", { body: OrganizationName, created: Organization }),
  renameOrganization: post("admin", "/organization/{organizationId}", {
    body: OrganizationName,
    reply: Organization,
  }),
  listMembers: get("viewer", "/organization/{organizationId}/members", { reply: MemberList }),
  changeMemberRole: post("admin", "/organization/{organizationId}/member/{userId}/role", { body: RoleChange }),
  removeMember: post("admin", "/organization/{organizationId}/member/{userId}/remove"),
  listInvitations: get("admin", "/organization/{organizationId}/invitations", { reply: InvitationList }),
  createInvitation: post("admin", "/organization/{organizationId}/invitations", {
    body: NewInvitation,
    created: CreatedInvitation,
  }),
  withdrawInvitation: post("admin", "/organization/{organizationId}/invitation/{invitationId}/withdraw"),
  listInstallations: get("admin", "/organization/{organizationId}/github", { reply: InstallationList }),
  startInstallation: post("admin", "/organization/{organizationId}/github", {
    body: NewInstallation,
    reply: ProviderAddress,
    hasStates: true,
  }),
  connectInstallation: post("admin", "/organization/{organizationId}/github/connect", {
    body: InstallationChoice,
    hasStates: true,
  }),
  disconnectInstallation: post("admin", "/organization/{organizationId}/github/disconnect", {
    body: InstallationChoice,
  }),
  listAuditEntries: get("admin", "/organization/{organizationId}/audit", { query: AuditQuery, reply: AuditPage }),
} as const satisfies Record<string, Operation>;
