import { join } from "node:path";
import { invite } from "../../src/accounts/invite.ts";
import { insertMember } from "../../src/accounts/member-store.ts";
import { insertUser } from "../../src/accounts/user-store.ts";
import { connectInstallation } from "../../src/code-hosts/installations/connect-installation.ts";
import type { DashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { newId } from "../../src/platform/id.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { setDomains } from "../../src/projects/domains/set-domains.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { moveUpdate, recordCommit } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import type { ValidRequest } from "../contract/requests.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import { type Installation, testAddressing } from "../support/server.ts";

type Prepare = (lectern: Installation) => Promise<ValidRequest>;

const inOrganization: Prepare = async ({ tenant }) => ({ params: { organizationId: tenant.organizationId } });
const inProject: Prepare = async ({ tenant }) => ({ params: { projectId: tenant.project.id } });

const aMember: Prepare = async ({ node, clock, tenant }) => {
  const id = newId("usr", clock);
  const { query } = node.database;
  const credential = { id: newId("crd", clock), passwordHash: "x" };
  await insertUser(query, { id, email: `${id}@acme.test`, name: "Member" }, credential, 0);
  const { organizationId } = tenant;
  await insertMember(query, { organizationId, userId: id, role: "viewer" }, clock.now());
  return { params: { organizationId, userId: id } };
};

const anInvitation: Prepare = async ({ node, clock, tenant: { organizationId } }) => {
  const request = { organizationId, email: "somebody@acme.test", role: "viewer", invitedBy: null } as const;
  const { invitation } = await invite({ clock }, node.database.query, request);
  return { params: { organizationId, invitationId: invitation.id } };
};

const anInstallation: Prepare = async ({ node, clock, tenant: { organizationId } }) => {
  const body = { host: "https://github.com", id: 42 };
  const connection = { account: "acme", organizationId, connectedBy: "operator" };
  await connectInstallation({ clock }, node.database.query, { ...body, ...connection });
  return { params: { organizationId }, body };
};

const aProject: Prepare = async ({ node, clock, tenant: { organizationId } }) => {
  const domain = newId("prj", clock).slice(-12);
  const repository = "https://github.com/acme/docs";
  const project = await createProject({ clock }, node.database.query, {
    organizationId,
    name: "Other",
    domain,
    repository,
  });
  return { params: { projectId: project.id }, body: { domain } };
};

const aPreview: Prepare = async ({ node, clock, tenant: { project } }) => {
  await pointSite(node.database.query, {
    subdomain: `next--${project.domain}`,
    projectId: project.id,
    branch: "next",
    updateId: "upd_none",
    artifact: "a".repeat(64),
    commitSha: null,
    publishedAt: clock.now(),
  });
  return { params: { projectId: project.id }, body: { branch: "next" } };
};

const aQueuedUpdate: Prepare = async ({ node, clock, tenant: { project } }) => {
  const { queue, database } = node;
  const update = await database.transaction((tx) => triggerUpdate({ queue, clock }, tx, { project, source: "api" }));
  return { params: { statusId: update.id } };
};

const aCommittedUpdate: Prepare = async ({ node, clock, storage, tenant: { organizationId } }) => {
  const { project, commit } = await createTestHostedProject({
    database: node.database,
    objects: node.objects,
    clock,
    repositoriesFolder: join(storage.dataFolder, "repositories"),
    url: node.url,
    domain: newId("prj", clock).slice(-12),
    files: { "docs.json": "{}" },
    organizationId,
  });
  const sha = await commit("main", { "index.mdx": "# Home" });
  const now = clock.now();
  const { id } = await node.database.transaction(async (tx) => {
    const update = await triggerUpdate({ queue: node.queue, clock }, tx, { project, source: "api" });
    await moveUpdate(tx, update.id, "in_progress", "Building.", now);
    const known = { sha, ref: "main", message: "Home", filesChanged: null };
    await recordCommit(tx, [update.id], known, { name: "Ada", avatarUrl: null, githubUserId: null }, now);
    return update;
  });
  return { params: { statusId: id }, query: "?path=index.mdx" };
};

const withBody =
  (prepare: Prepare, body: Record<string, unknown>): Prepare =>
  async (lectern) => ({ ...(await prepare(lectern)), body });

/** Operations that require a role in an organization. */
export type RoleOperation = {
  [Name in keyof DashboardOperations]: DashboardOperations[Name] extends { role: string } ? Name : never;
}[keyof DashboardOperations];

/** A valid call for each operation. A missing one does not compile. */
export const roleRequests: Readonly<Record<RoleOperation, Prepare>> = {
  renameOrganization: withBody(inOrganization, { name: "Acme" }),
  listMembers: inOrganization,
  changeMemberRole: withBody(aMember, { role: "editor" }),
  removeMember: aMember,
  listInvitations: inOrganization,
  createInvitation: withBody(inOrganization, { email: "new@acme.test", role: "editor" }),
  withdrawInvitation: anInvitation,
  listInstallations: inOrganization,
  startInstallation: withBody(inOrganization, { isNew: false }),
  connectInstallation: anInstallation,
  disconnectInstallation: anInstallation,
  listAuditEntries: inOrganization,
  listProjects: inOrganization,
  streamChanges: inOrganization,
  createProject: async (lectern) => ({
    ...(await inOrganization(lectern)),
    body: {
      name: "New",
      domain: newId("prj", lectern.clock).slice(-12),
      repository: "https://github.com/acme/docs",
      repositoryToken: "ghp_verysecret",
    },
  }),
  getProject: inProject,
  changeProject: withBody(aProject, { name: "Acme docs", isStrict: true, repositoryToken: "ghp_verysecret" }),
  checkDomain: async (lectern) => {
    const { project } = lectern.tenant;
    const addressing = testAddressing;
    await setDomains({ ...lectern, addressing }, lectern.node.database.query, project.id, ["help.acme.test"]);
    return { params: { projectId: project.id }, body: { domain: "help.acme.test" } };
  },
  deleteProject: aProject,
  getWebhook: inProject,
  rotateWebhookSecret: inProject,
  listKeys: inProject,
  createKey: withBody(inProject, { kind: "admin", name: "Deploy", scopes: ["read"], expiresInDays: 30 }),
  revokeKey: async (lectern) => {
    const { organizationId, project } = lectern.tenant;
    const { key } = await lectern.issueKey({ kind: "admin", organizationId, projectId: null });
    return { params: { projectId: project.id, keyId: key.id } };
  },
  cancelUpdate: aQueuedUpdate,
  readUpdateSource: aCommittedUpdate,
  listPreviews: inProject,
  removePreview: aPreview,
};
