import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import { editorTalkOperations } from "../../../src/contract/editor-talk-operations.ts";
import { type Operation, pathParams, type Role } from "../../../src/contract/operation.ts";
import type { Credential } from "./credentials.ts";
import type { Target } from "./requests.ts";

/** Whether the request must succeed, or the status it must be refused with. */
type Expected = "success" | 400 | 401 | 403 | 404 | 409;

const ranks: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Operations for admins of the first organization. */
const forServerAdmins = ({ of, session }: Credential): Expected =>
  of === "acme" && session?.role === "admin" ? "success" : 403;

/** Operations for signed-in people whose result depends on more than the session. */
const exceptions: Readonly<Record<string, (credential: Credential, target: Target) => Expected>> = {
  // Allowed for anyone who is an admin somewhere.
  createOrganization: ({ session }) => (session?.role === "admin" ? "success" : 403),
  // Allowed only for the owner of the session: acme's belongs to a viewer, zenith's to an admin.
  endSession: isOwn,
  revokeToken: isOwn,
  // Admin keys reach every project, so an admin of a single project can't manage them.
  createKey: (credential, target) => forOrganizationAdmins("createKey", credential, target, 403),
  revokeKey: (credential, target) => forOrganizationAdmins("revokeKey", credential, target, 404),
  // Allowed for the comment's author, who is a viewer, and for admins.
  removeDraftComment: (credential, target) => {
    const expected = bySession(editorTalkOperations.removeDraftComment, credential, target);
    const { name, session } = credential;
    const isAllowed = name === "a viewer" || (session?.projectRole ?? session?.role) === "admin";
    return expected === "success" && !isAllowed ? 403 : expected;
  },
  getServerSettings: forServerAdmins,
  changeServerSignIn: forServerAdmins,
  testServerSignIn: forServerAdmins,
  changeServerModel: forServerAdmins,
  testServerModel: forServerAdmins,
  removeServerSetting: forServerAdmins,
  // No mail server is configured.
  testServerMail: (credential) => (forServerAdmins(credential) === "success" ? 409 : 403),
  // No provider is configured.
  linkProvider: () => 404,
  // The token in the body was never issued.
  acceptInvitation: () => 404,
  // The current password in the body is wrong.
  changePassword: () => 403,
  // The proof in the body is wrong: a session alone must not be enough to change how someone signs in.
  startAuthenticator: () => 403,
  removeAuthenticator: () => 403,
  renewRecoveryCodes: () => 403,
  startPasskey: () => 403,
  removePasskey: () => 403,
  // No setup was started, and the body contains no credential.
  confirmAuthenticator: () => 409,
  addPasskey: () => 400,
  // No sign-in was started, no such link exists, and mail isn't configured.
  startPasskeySignIn: () => 401,
  finishSignIn: () => 401,
  requestPasswordReset: () => 404,
  readResetLink: () => 404,
  resetPassword: () => 404,
  // For anyone about to sign in, but only from the dashboard itself. The body is missing, the tokens don't exist, and
  // no provider is configured.
  signIn: () => 400,
  readInvitation: () => 404,
  createAccount: () => 404,
  signInWithProvider: () => 404,
};

function isOwn({ name, of }: Credential, target: Target): Expected {
  const owner = target === "acme" ? "a viewer" : "an admin of another organization";
  return of === target && name === owner ? "success" : 404;
}

function forOrganizationAdmins(
  name: "createKey" | "revokeKey",
  credential: Credential,
  target: Target,
  otherwise: Expected,
): Expected {
  const expected = bySession(dashboardOperations[name], credential, target);
  return expected === "success" && credential.session?.role !== "admin" ? otherwise : expected;
}

/** The status that the contract requires for a call, given the credential and the owner of the named things. */
export function expectedStatus(name: string, operation: Operation, credential: Credential, target: Target): Expected {
  const { key, session } = credential;
  const exception = exceptions[name];
  if (operation.key === "none") return "success";
  if (operation.key === "guest") {
    return session === undefined || session.from !== undefined ? 403 : (exception?.(credential, target) ?? "success");
  }
  if (operation.key !== "session" && key !== undefined) return byKey(operation, credential, target);
  if (session === undefined || session.isOver) return 401;
  if (session.from === "another origin" || (operation.method !== "GET" && session.from !== undefined)) return 403;
  if (exception !== undefined) return exception(credential, target);
  return bySession(operation, credential, target);
}

function byKey(operation: Operation, { of, key }: Credential, target: Target): Expected {
  if (key === undefined || key.state === "unknown") return 401;
  if (key.owner !== undefined) {
    if (operation.key !== "admin" || (operation.scope && !key.scopes.includes(operation.scope))) return 403;
    return bySession(operation, { name: "", ...(of && { of }), session: key.owner }, target);
  }
  const isSufficient = key.kind === operation.key && (!operation.scope || key.scopes.includes(operation.scope));
  if (!isSufficient || key.state === "restricted") return 403;
  return target === of && !key.isOfSecondProject ? "success" : 404;
}

function bySession(operation: Operation, { of, session }: Credential, target: Target): Expected {
  if (pathParams(operation).length === 0) return "success";
  // Only members of an organization, whatever their role, may know whether something exists in it.
  const owner = target === "unused" ? undefined : target === "zenith" ? "zenith" : "acme";
  if (of !== owner || !session?.role) return 404;
  const inProject = pathParams(operation)[0] === "organizationId" ? undefined : session.projectRole;
  const role = inProject ?? session.role;
  if (role === "none") return 404;
  if (ranks[role] < ranks[neededRole(operation)]) return 403;
  return target === of ? "success" : 404;
}

/** The lowest role that may call an operation. */
export function neededRole({ role, scope }: Operation): Role {
  return role ?? (scope === "write" ? "editor" : "viewer");
}
