import { randomBytes } from "node:crypto";
import { insertMember, type ProjectRole } from "../../../src/accounts/member-store.ts";
import { putProjectRole } from "../../../src/accounts/members/project-role-store.ts";
import { deleteSession, hashToken, insertSession } from "../../../src/accounts/session-store.ts";
import { createToken, type NewToken } from "../../../src/accounts/tokens/create-token.ts";
import { revokeToken } from "../../../src/accounts/tokens/token-store.ts";
import { insertUser } from "../../../src/accounts/user-store.ts";
import type { KeyKind, Role, Scope } from "../../../src/contract/operation.ts";
import { generateKey } from "../../../src/keys/create-key.ts";
import { dayMilliseconds } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/id.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { listProjects } from "../../../src/projects/store.ts";
import { type Installation, publicUrl, type Tenant } from "../../support/server.ts";

export type Company = "acme" | "zenith";

/** A credential in a request, and the facts about its sender. */
export interface Credential {
  name: string;
  /** The company that the credential belongs to; undefined if it never belonged to anyone or no longer does. */
  of?: Company;
  key?: SentKey;
  session?: SentSession;
}

interface SentKey {
  kind: KeyKind;
  scopes: readonly Scope[];
  /** `unknown`: the credential doesn't exist or no longer works. `restricted`: it isn't valid from this address. */
  state?: "unknown" | "restricted";
  /** For assistant keys: whether the key belongs to another project of the organization. */
  isOfSecondProject?: true;
  /** For personal access tokens: the role of the owner; null if the owner has no role where the token works. */
  owner?: Pick<SentSession, "role" | "projectRole">;
}

interface SentSession {
  /** Null for an account that is in no organization. */
  role: Role | null;
  /** The role in every project of the organization. It replaces the organization's role. */
  projectRole?: ProjectRole;
  isOver?: true;
  /** Sent as a browser sends it for another website, or by something that isn't the dashboard. */
  from?: "elsewhere" | "another origin";
}

const all = ["read", "write"] as const;
const admin = { kind: "admin", scopes: all } as const;
const reader = { kind: "admin", scopes: ["read"] } as const;
const assistant = { kind: "assistant", scopes: [] } as const;
const elsewhere = { role: "admin", from: "elsewhere" } as const;
const otherOrigin = { role: "admin", from: "another origin" } as const;

/** Every kind of credential that a client can have or fake. */
export const credentials = [
  { name: "no credential" },
  { name: "a key that is garbage", key: { ...admin, state: "unknown" } },
  { name: "a key of another scheme", key: { ...admin, state: "unknown" } },
  { name: "a wrong admin key", key: { ...admin, state: "unknown" } },
  { name: "a wrong assistant key", key: { ...assistant, state: "unknown" } },
  { name: "a revoked key", key: { ...admin, state: "unknown" } },
  { name: "an expired key", key: { ...admin, state: "unknown" } },
  { name: "a key bound to another address", of: "acme", key: { ...admin, state: "restricted" } },
  { name: "a key bound to another website", of: "acme", key: { ...assistant, state: "restricted" } },
  { name: "an admin key", of: "acme", key: admin },
  { name: "a key that may read", of: "acme", key: { kind: "admin", scopes: ["read"] } },
  { name: "a key that may write", of: "acme", key: { kind: "admin", scopes: ["write"] } },
  { name: "an assistant key", of: "acme", key: assistant },
  { name: "an assistant key of another project", of: "acme", key: { ...assistant, isOfSecondProject: true } },
  { name: "an admin key of another organization", of: "zenith", key: admin },
  { name: "an assistant key of another organization", of: "zenith", key: assistant },
  { name: "a session token as a key", key: { ...admin, state: "unknown" } },
  { name: "a session that is garbage", session: { role: "admin", isOver: true } },
  { name: "a key as a session", session: { role: "admin", isOver: true } },
  { name: "an expired session", session: { role: "admin", isOver: true } },
  { name: "an ended session", session: { role: "admin", isOver: true } },
  { name: "a viewer", of: "acme", session: { role: "viewer" } },
  { name: "an editor", of: "acme", session: { role: "editor" } },
  { name: "an admin", of: "acme", session: { role: "admin" } },
  { name: "a removed member", session: { role: null } },
  { name: "an admin of another organization", of: "zenith", session: { role: "admin" } },
  { name: "a viewer of another organization", of: "zenith", session: { role: "viewer" } },
  { name: "an admin with a revoked key", of: "acme", session: { role: "admin" }, key: { ...admin, state: "unknown" } },
  { name: "an admin without the dashboard's header", of: "acme", session: elsewhere },
  { name: "an admin without an origin", of: "acme", session: elsewhere },
  { name: "an admin from an opaque origin", of: "acme", session: otherOrigin },
  { name: "an admin from another website", of: "acme", session: otherOrigin },
  { name: "an admin from a published site", of: "acme", session: otherOrigin },
  { name: "an editor who may only view the projects", of: "acme", session: { role: "editor", projectRole: "viewer" } },
  { name: "a viewer who is an admin of the projects", of: "acme", session: { role: "viewer", projectRole: "admin" } },
  { name: "a viewer without access to the projects", of: "acme", session: { role: "viewer", projectRole: "none" } },
  { name: "a wrong token", key: { ...admin, state: "unknown" } },
  { name: "a revoked token", key: { ...admin, state: "unknown" } },
  { name: "an expired token", key: { ...admin, state: "unknown" } },
  { name: "a token as a session", session: { role: "admin", isOver: true } },
  { name: "a viewer's token", of: "acme", key: { ...admin, owner: { role: "viewer" } } },
  { name: "an editor's token", of: "acme", key: { ...admin, owner: { role: "editor" } } },
  { name: "an editor's token that may read", of: "acme", key: { ...reader, owner: { role: "editor" } } },
  { name: "an admin's token", of: "acme", key: { ...admin, owner: { role: "admin" } } },
  { name: "an admin's token for one organization", of: "acme", key: { ...admin, owner: { role: "admin" } } },
  { name: "an admin's token for another organization", of: "acme", key: { ...admin, owner: { role: null } } },
  {
    name: "a token without access to the projects",
    of: "acme",
    key: { ...admin, owner: { role: "viewer", projectRole: "none" } },
  },
  {
    name: "a token of a project admin",
    of: "acme",
    key: { ...admin, owner: { role: "viewer", projectRole: "admin" } },
  },
  { name: "a removed member's token", key: { ...admin, owner: { role: null } } },
  { name: "an admin's token of another organization", of: "zenith", key: { ...admin, owner: { role: "admin" } } },
] as const satisfies readonly Credential[];

export type CredentialName = (typeof credentials)[number]["name"];
export type Headers = Readonly<Record<string, string>>;

/** The headers of each credential for a particular server. */
export interface IssuedCredentials {
  /** The headers of each credential, with sessions that all requests share. */
  headers: Readonly<Record<CredentialName, Headers>>;
  /** Like `headers`, but with a new session, for a request that may end it. */
  renew(name: CredentialName): Promise<Headers>;
  /** The account behind a session. */
  users: Readonly<Partial<Record<CredentialName, string>>>;
  /** Sessions that other companies must not end, by the company of their users. */
  sessionIds: Readonly<Record<Company, string>>;
  /** Users who own a token: acme's is a viewer, zenith's an admin. */
  tokenOwners: Readonly<Record<Company, string>>;
  /** Gives members with project roles the same role in projects that were added since. */
  spreadProjectRoles(): Promise<void>;
  /** Text that only this company may ever read. */
  marks: Readonly<Record<Company, readonly string[]>>;
}

const fromDashboard = { "x-lectern-dashboard": "1", origin: publicUrl };
const yearMilliseconds = 365 * 86_400_000;

/** Creates the people, projects and keys for all credentials. */
export async function issueCredentials(lectern: Installation): Promise<IssuedCredentials> {
  const { tenant, stranger, node, clock } = lectern;
  const { query } = node.database;
  const second = await createProject({ clock }, query, {
    organizationId: tenant.organizationId,
    name: "Acme handbook",
    domain: "acme-handbook",
    repository: "https://git.lectern.test/acme-handbook",
  });
  const { organizationId } = tenant;
  const ofSecond = await lectern.issueKey({ kind: "assistant", organizationId, projectId: second.id });
  const onWebsite = await lectern.issueKey({
    kind: "assistant",
    organizationId,
    projectId: tenant.project.id,
    allowedOrigins: ["https://www.acme.test"],
  });

  const people = {
    viewer: await createMember(lectern, "viewer", tenant),
    editor: await createMember(lectern, "editor", tenant),
    admin: await createMember(lectern, "admin", tenant),
    removed: await createMember(lectern, "removed", undefined),
    otherAdmin: await createMember(lectern, "admin", stranger),
    otherViewer: await createMember(lectern, "viewer", stranger),
    viewsProjects: await createMember(lectern, "editor", tenant, "views-projects"),
    managesProjects: await createMember(lectern, "viewer", tenant, "manages-projects"),
    shutOut: await createMember(lectern, "viewer", tenant, "shut-out"),
  };
  const known = new Set<string>();
  const spreadProjectRoles = async () => {
    for (const project of await listProjects(query, organizationId)) {
      if (known.has(project.id)) continue;
      known.add(project.id);
      const put = (userId: string, role: ProjectRole) =>
        putProjectRole(query, { projectId: project.id, userId }, role, clock.now());
      await put(people.viewsProjects, "viewer");
      await put(people.managesProjects, "admin");
      await put(people.shutOut, "none");
    }
  };
  await spreadProjectRoles();
  const token = async (userId: string, changes: Partial<NewToken> = {}, issuedAt = clock.now()): Promise<Headers> => {
    const request = { userId, organizationId: null, name: "Laptop", scopes: all, expiresInDays: 365, ...changes };
    const { secret } = await createToken({ clock: { now: () => issuedAt } }, query, request);
    lectern.secrets.push(secret);
    return bearer(secret);
  };
  const revoked = await createToken({ clock }, query, {
    userId: people.admin,
    organizationId: null,
    name: "Lost",
    scopes: all,
  });
  await revokeToken(query, revoked.token.id, clock.now());
  const session = (userId: string, changes?: { endsAt: number }) => createSession(lectern, userId, changes);
  const [viewer, editor, adminSession, removed, otherAdmin, otherViewer, viewsProjects, managesProjects, shutOut] =
    await Promise.all(Object.values(people).map((userId) => session(userId)));
  const expired = await session(people.admin, { endsAt: clock.now() });
  const ended = await session(people.admin);
  await deleteSession(query, people.admin, ended.id);
  const spare = { acme: await session(people.viewer), zenith: await session(people.otherAdmin) };

  const asAdmin = cookieOf(adminSession);
  const headers: Record<CredentialName, Headers> = {
    "no credential": {},
    "a key that is garbage": bearer("garbage"),
    "a key of another scheme": { authorization: `Basic ${Buffer.from(`x:${tenant.admin.secret}`).toString("base64")}` },
    "a wrong admin key": bearer(generateKey("admin")),
    "a wrong assistant key": bearer(generateKey("assistant")),
    "a revoked key": bearer(tenant.revoked.secret),
    "an expired key": bearer(tenant.expired.secret),
    "a key bound to another address": bearer(tenant.bound.secret),
    "a key bound to another website": { ...bearer(onWebsite.secret), origin: "https://evil.test" },
    "an admin key": bearer(tenant.admin.secret),
    "a key that may read": bearer(tenant.reader.secret),
    "a key that may write": bearer(tenant.writer.secret),
    "an assistant key": bearer(tenant.assistant.secret),
    "an assistant key of another project": bearer(ofSecond.secret),
    "an admin key of another organization": bearer(stranger.admin.secret),
    "an assistant key of another organization": bearer(stranger.assistant.secret),
    "a session token as a key": bearer(adminSession?.token ?? ""),
    "a session that is garbage": { ...fromDashboard, ...cookieOf({ token: "g".repeat(32) }) },
    "a key as a session": { ...fromDashboard, ...cookieOf({ token: tenant.admin.secret }) },
    "an expired session": { ...fromDashboard, ...cookieOf(expired) },
    "an ended session": { ...fromDashboard, ...cookieOf(ended) },
    "a viewer": { ...fromDashboard, ...cookieOf(viewer) },
    "an editor": { ...fromDashboard, ...cookieOf(editor) },
    "an admin": { ...fromDashboard, ...asAdmin },
    "a removed member": { ...fromDashboard, ...cookieOf(removed) },
    "an admin of another organization": { ...fromDashboard, ...cookieOf(otherAdmin) },
    "a viewer of another organization": { ...fromDashboard, ...cookieOf(otherViewer) },
    "an admin with a revoked key": { ...fromDashboard, ...asAdmin, ...bearer(tenant.revoked.secret) },
    "an admin without the dashboard's header": { ...asAdmin, origin: publicUrl },
    "an admin without an origin": { ...asAdmin, "x-lectern-dashboard": "1" },
    "an admin from an opaque origin": { ...asAdmin, ...fromDashboard, origin: "null" },
    "an admin from another website": { ...asAdmin, ...fromDashboard, origin: "https://evil.test" },
    "an admin from a published site": {
      ...asAdmin,
      ...fromDashboard,
      origin: "https://zenith-docs.sites.lectern.test",
    },
    "an editor who may only view the projects": { ...fromDashboard, ...cookieOf(viewsProjects) },
    "a viewer who is an admin of the projects": { ...fromDashboard, ...cookieOf(managesProjects) },
    "a viewer without access to the projects": { ...fromDashboard, ...cookieOf(shutOut) },
    "a wrong token": bearer(generateKey("token")),
    "a revoked token": bearer(revoked.secret),
    "an expired token": await token(people.admin, { expiresInDays: 1 }, clock.now() - dayMilliseconds),
    "a token as a session": { ...fromDashboard, ...cookieOf({ token: revoked.secret }) },
    "a viewer's token": await token(people.viewer),
    "an editor's token": await token(people.editor),
    "an editor's token that may read": await token(people.editor, { scopes: ["read"] }),
    "an admin's token": await token(people.admin),
    "an admin's token for one organization": await token(people.admin, { organizationId }),
    "an admin's token for another organization": await token(people.admin, {
      organizationId: stranger.organizationId,
    }),
    "a token without access to the projects": await token(people.shutOut),
    "a token of a project admin": await token(people.managesProjects),
    "a removed member's token": await token(people.removed),
    "an admin's token of another organization": await token(people.otherAdmin),
  };
  const users: Partial<Record<CredentialName, string>> = {
    "a viewer": people.viewer,
    "an editor": people.editor,
    "an admin": people.admin,
    "a removed member": people.removed,
    "an admin of another organization": people.otherAdmin,
    "a viewer of another organization": people.otherViewer,
    "an admin with a revoked key": people.admin,
    "an editor who may only view the projects": people.viewsProjects,
    "a viewer who is an admin of the projects": people.managesProjects,
    "a viewer without access to the projects": people.shutOut,
  };
  return {
    headers,
    async renew(name) {
      const userId = users[name];
      return userId === undefined ? headers[name] : { ...headers[name], ...cookieOf(await session(userId)) };
    },
    users,
    sessionIds: { acme: spare.acme.id, zenith: spare.zenith.id },
    tokenOwners: { acme: people.viewer, zenith: people.otherAdmin },
    spreadProjectRoles,
    marks: { acme: marksOf(tenant, "acme"), zenith: marksOf(stranger, "zenith") },
  };
}

function bearer(secret: string): Headers {
  return { authorization: `Bearer ${secret}` };
}

function cookieOf(session: { token: string } | undefined): Headers {
  return { cookie: `__Host-lectern.session_token=${session?.token}` };
}

function marksOf({ organizationId, project }: Tenant, company: Company): string[] {
  return [organizationId, project.id, project.name, `${company}-people.test`];
}

/** A member without a password: hashing one for each member would take longer than the whole matrix. */
async function createMember(
  { node, clock }: Installation,
  role: string,
  tenant: Tenant | undefined,
  name = role,
): Promise<string> {
  const { query } = node.database;
  const id = newId("usr", clock);
  const company = tenant?.project.domain.split("-", 1)[0] ?? "nowhere";
  const user = { id, email: `${name}@${company}-people.test`, name };
  await insertUser(query, user, { id: newId("crd", clock), subject: id, isEmailVerified: true }, clock.now());
  if (tenant !== undefined) {
    const { organizationId } = tenant;
    await insertMember(query, { organizationId, userId: id, role: role as Role }, clock.now());
  }
  return id;
}

async function createSession(
  { node, clock }: Installation,
  userId: string,
  { endsAt = clock.now() + yearMilliseconds } = {},
): Promise<{ id: string; token: string }> {
  const token = randomBytes(24).toString("base64url");
  const id = newId("ses", clock);
  await insertSession(node.database.query, {
    id,
    tokenHash: hashToken(token),
    userId,
    address: "127.0.0.1",
    userAgent: "Test",
    expiresAt: endsAt,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  return { id, token };
}
