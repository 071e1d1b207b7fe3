import { createToken } from "../../../src/accounts/tokens/create-token.ts";
import { connectInstallation } from "../../../src/code-hosts/installations/connect-installation.ts";
import { type Operation, pathParams } from "../../../src/contract/operation.ts";
import { newId } from "../../../src/platform/id.ts";
import { deleteServerSetting } from "../../../src/platform/server-settings/store.ts";
import { type ValidRequest, validRequests } from "../../contract/requests.ts";
import { pathOf } from "../../contract/send.ts";
import { makeTar } from "../../dashboard/make-tar.ts";
import { roleRequests } from "../../dashboard/requests.ts";
import { mediaRequests } from "../../editor/requests.ts";
import type { Installation } from "../../support/server.ts";
import type { Company, IssuedCredentials } from "./credentials.ts";

/** The owner of the things that a request names. The last two values are for requests that name several things. */
export type Target = Company | "unused" | "acme with a part of zenith" | "acme with an unused part";

export interface TargetRequest extends ValidRequest {
  query?: string;
  upload?: { type: string; bytes: Buffer };
}

interface Prepared {
  lectern: Installation;
  issued: IssuedCredentials;
}

type Prepare = (prepared: Prepared, company: Company) => Promise<TargetRequest>;

const nothing: Prepare = async () => ({ params: {} });
const unknownToken: Prepare = async () => ({ params: {}, body: { token: "t".repeat(32) } });
const wrongCode: Prepare = async () => ({ params: {}, body: { code: "123456" } });

const provider: Prepare = async () => ({
  params: {},
  body: {
    issuer: "https://127.0.0.1",
    clientId: "lectern",
    clientSecret: "provider-secret",
    name: "Acme ID",
    rolesClaim: "groups",
  },
});
const model: Prepare = async () => ({
  params: {},
  body: { kind: "model", name: "acme/large", url: "https://127.0.0.1/v1" },
});

let installations = 100;

/** An installation acts for one organization only, so each request has its own. */
const anInstallation: Prepare = async ({ lectern }, company) => {
  installations += 1;
  const { organizationId } = tenantOf(lectern, company);
  const body = { host: "https://github.com", id: installations };
  const connection = { account: company, organizationId, connectedBy: "operator" };
  await connectInstallation(lectern, lectern.node.database.query, { ...body, ...connection });
  return { params: { organizationId }, body };
};

/** Requests that other suites don't have, or don't have for two organizations at once. */
const ownRequests: Readonly<Record<string, Prepare>> = {
  getSignInOptions: nothing,
  // Has no body, because hashing that many passwords would take longer than all other rows.
  signIn: nothing,
  signInWithProvider: async () => ({ params: {}, body: {} }),
  readInvitation: unknownToken,
  acceptInvitation: unknownToken,
  createAccount: async () => ({
    params: {},
    body: { token: "t".repeat(32), name: "Eve", email: "eve@nowhere.test", password: "correct horse battery" },
  }),
  startPasskeySignIn: async () => ({ params: {}, body: { isSecondFactor: true } }),
  finishSignIn: async () => ({ params: {}, body: { code: "123456" } }),
  requestPasswordReset: async () => ({ params: {}, body: { email: "eve@nowhere.test" } }),
  readResetLink: unknownToken,
  resetPassword: async () => ({ params: {}, body: { token: "t".repeat(32), newPassword: "correct horse battery" } }),
  getSecondFactor: nothing,
  startAuthenticator: wrongCode,
  confirmAuthenticator: wrongCode,
  removeAuthenticator: wrongCode,
  renewRecoveryCodes: wrongCode,
  startPasskey: wrongCode,
  addPasskey: async () => ({ params: {}, body: {} }),
  removePasskey: async ({ lectern }) => ({
    params: { passkeyId: newId("pky", lectern.clock) },
    body: { code: "123456" },
  }),
  signOut: nothing,
  getMe: nothing,
  changeProfile: async () => ({ params: {}, body: { name: "Ada" } }),
  changePassword: async () => ({
    params: {},
    body: { currentPassword: "not the password", newPassword: "correct horse battery" },
  }),
  listSessions: nothing,
  endSession: async ({ issued }, company) => ({ params: { sessionId: issued.sessionIds[company] } }),
  listTokens: nothing,
  createToken: async () => ({ params: {}, body: { name: "Laptop", scopes: ["read"], expiresInDays: 30 } }),
  revokeToken: async ({ lectern, issued }, company) => {
    const userId = issued.tokenOwners[company];
    const request = { userId, organizationId: null, name: "Laptop", scopes: ["read"] } as const;
    const { token } = await createToken(lectern, lectern.node.database.query, request);
    return { params: { tokenId: token.id } };
  },
  getServerSettings: nothing,
  changeServerSignIn: provider,
  testServerSignIn: provider,
  changeServerModel: model,
  testServerModel: model,
  testServerMail: nothing,
  removeServerSetting: async () => ({ params: {}, body: { setting: "provider" } }),
  linkProvider: nothing,
  createOrganization: async () => ({ params: {}, body: { name: "Another" } }),
  connectInstallation: anInstallation,
  disconnectInstallation: anInstallation,
  // Another row has configured a language model that can't be reached. Without a model, the agent works by rules.
  askDraftAgent: async ({ lectern }, company) => {
    await lectern.node.database.transaction((tx) => deleteServerSetting(tx, "model"));
    return roleRequests.askDraftAgent({ ...lectern, tenant: tenantOf(lectern, company) });
  },
  uploadMedia: ({ lectern }, company) => mediaRequests.uploadMedia({ ...lectern, tenant: tenantOf(lectern, company) }),
  readMedia: ({ lectern }, company) => mediaRequests.readMedia({ ...lectern, tenant: tenantOf(lectern, company) }),
  importProject: async ({ lectern }, company) => ({
    params: { organizationId: tenantOf(lectern, company).organizationId },
    query: `?name=Imported&domain=${newId("prj", lectern.clock).slice(-12)}`,
    upload: {
      type: "application/x-tar",
      bytes: makeTar([
        { path: "docs.json", content: '{"name":"Imported","navigation":{"pages":["index"]}}' },
        { path: "index.mdx", content: "# Home\n" },
      ]),
    },
  }),
};

/** Body fields that contain the IDs of a company's things. */
const namingFields: Readonly<Record<string, readonly string[]>> = {
  rollBack: ["statusId"],
  sendFeedback: ["threadId", "messageId"],
  connectInstallation: ["id"],
  readNotifications: ["id"],
  disconnectInstallation: ["id"],
};

/**
 * A request that succeeds for permitted callers. Throws if the operation has none, so that no operation is left out.
 */
export async function prepareRequest(name: string, prepared: Prepared, company: Company): Promise<TargetRequest> {
  const request = await prepareOnly(name, prepared, company);
  // The request may have added a project.
  await prepared.issued.spreadProjectRoles();
  return request;
}

async function prepareOnly(name: string, prepared: Prepared, company: Company): Promise<TargetRequest> {
  const { lectern } = prepared;
  const tenant = tenantOf(lectern, company);
  const valid = (validRequests as Readonly<Record<string, (typeof validRequests)["getHealth"]>>)[name];
  const inRole = (roleRequests as Readonly<Record<string, (typeof roleRequests)["getProject"]>>)[name];
  const own = ownRequests[name];
  if (own !== undefined) return own(prepared, company);
  if (valid !== undefined) return valid(lectern, tenant);
  if (inRole !== undefined) return inRole({ ...lectern, tenant });
  throw new Error(missingRow(name));
}

function missingRow(name: string): string {
  return `${name} has no row in the authorization matrix; add a request for it to test/security/matrix/requests.ts.`;
}

/** Throws for operations without a request. */
export function checkRows(names: readonly string[]): void {
  const missing = names.filter((name) => ![validRequests, roleRequests, ownRequests].some((list) => name in list));
  if (missing.length > 0) throw new Error(missing.map(missingRow).join("\n"));
}

export function targetsOf(name: string, operation: Operation): readonly Target[] {
  const params = pathParams(operation);
  if (params.length === 0) return ["acme"];
  const several = params.length > 1 || name in namingFields;
  const mixed = ["acme with a part of zenith", "acme with an unused part"] as const;
  return ["acme", "zenith", "unused", ...(several ? mixed : [])];
}

/**
 * A request that names things of the target: of one company, of both, or things that don't exist. It is built from the
 * requests that each company could send about its own things.
 */
export function aimRequest(
  name: string,
  operation: Operation,
  own: Readonly<Record<Company, TargetRequest>>,
  target: Target,
  unused: (example: string) => string,
): TargetRequest {
  const { acme, zenith } = own;
  const [primary = "", ...parts] = pathParams(operation);
  const fields = namingFields[name] ?? [];
  const replace = (
    values: Readonly<Record<string, unknown>>,
    names: readonly string[],
    other: Readonly<Record<string, unknown>>,
  ) => ({ ...values, ...Object.fromEntries(names.map((each) => [each, other[each]])) });
  const unusedOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([each, value]) => [
        each,
        typeof value === "number" ? Number(unused(String(value))) : unused(String(value)),
      ]),
    );
  const mix = (params: Readonly<Record<string, unknown>>, names: readonly string[], body: ValidRequest["body"]) => ({
    ...acme,
    params: replace(acme.params, names, params) as Record<string, string>,
    ...(acme.body === undefined ? {} : { body: replace(acme.body, fields, body ?? {}) }),
  });
  switch (target) {
    case "acme":
      return acme;
    case "zenith":
      return zenith;
    case "unused":
      return mix(unusedOf(acme.params), [primary], acme.body);
    case "acme with a part of zenith":
      return mix(zenith.params, parts, zenith.body);
    case "acme with an unused part":
      return mix(unusedOf(acme.params), parts, unusedOf(acme.body ?? {}));
  }
}

/** A name of the same form that doesn't exist. */
export function unusedName({ clock }: Pick<Installation, "clock">): (example: string) => string {
  return (example) => {
    const [, prefix] = /^([a-z]{3})_/.exec(example) ?? [];
    if (prefix !== undefined) return newId(prefix as "prj", clock);
    return /^\d+$/.test(example) ? "999983" : "unused-docs";
  };
}

export function addressOf(operation: Operation, { params, query = "" }: TargetRequest): string {
  return pathOf(operation, params) + query;
}

function tenantOf({ tenant, stranger }: Installation, company: Company) {
  return company === "acme" ? tenant : stranger;
}
