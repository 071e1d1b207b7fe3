import { join } from "node:path";
import { invite } from "../../src/accounts/invite.ts";
import { insertMember } from "../../src/accounts/member-store.ts";
import { createToken } from "../../src/accounts/tokens/create-token.ts";
import { insertUser } from "../../src/accounts/user-store.ts";
import { queueDelivery } from "../../src/activity/events/delivery-store.ts";
import { recordEvent } from "../../src/activity/events/record-event.ts";
import { connectInstallation } from "../../src/code-hosts/installations/connect-installation.ts";
import type { DashboardOperations } from "../../src/contract/dashboard-operations.ts";
import type { EditorOperations } from "../../src/contract/editor-operations.ts";
import { listEventHeads } from "../../src/notifications/store.ts";
import { newId } from "../../src/platform/id.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { setDomains } from "../../src/projects/domains/set-domains.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { insertPreviewLink } from "../../src/readers/preview-link-store.ts";
import { insertReaderSession } from "../../src/readers/session-store.ts";
import { recordHistory } from "../../src/updates/history-store.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { newPing } from "../../src/webhooks/outgoing/ping-event.ts";
import { insertWebhook } from "../../src/webhooks/outgoing/store.ts";
import { type ValidRequest, validRequests } from "../contract/requests.ts";
import { editorRequests } from "../editor/requests.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, testAddressing } from "../support/server.ts";

type Prepare = (lectern: Installation) => Promise<ValidRequest & { query?: string }>;

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

const aNotification: Prepare = async ({ node, clock, tenant: { organizationId, project } }) => {
  const { query } = node.database;
  const feedback = {
    about: "page",
    helpful: true,
    page: "/start",
    question: null,
    reason: null,
    comment: null,
  } as const;
  const data = { feedback: { ...feedback, receivedAt: new Date(clock.now()).toISOString() } };
  const subject = newId("msg", clock);
  await recordEvent({ clock }, query, { type: "feedback.received", projectId: project.id, subject, data });
  const [event] = await listEventHeads(query, { organizationId, userId: "" }, { limit: 1 });
  return { params: { organizationId }, body: { id: event?.id, withOlder: false } };
};

const aWebhook: Prepare = async ({ node, clock, storage, tenant: { organizationId } }) => {
  const { seal } = openSecrets({ keys: [], dataFolder: storage.dataFolder });
  const id = newId("whk", clock);
  await insertWebhook(node.database.query, {
    id,
    organizationId,
    projectId: null,
    name: "Alerts",
    url: seal("https://127.0.0.1/hook"),
    format: "json",
    events: '["update.failed"]',
    secret: seal("whsec_c2VjcmV0"),
    previousSecret: null,
    previousUntil: 0,
    state: "active",
    failingSince: null,
    lastError: null,
    deliveredAt: null,
    createdBy: "ada@acme.test",
    createdAt: clock.now(),
  });
  return { params: { organizationId, webhookId: id } };
};

const aDelivery: Prepare = async (lectern) => {
  const { node, clock } = lectern;
  const { params } = await aWebhook(lectern);
  const ping = newPing(clock, "https://docs.lectern.test/dashboard");
  const event = { eventId: ping.id, eventType: ping.type, event: JSON.stringify(ping) };
  const delivery = { webhookId: params.webhookId ?? "", projectId: null, ...event, isRedelivery: 0 };
  const deliveryId = await queueDelivery({ clock }, node.database.query, delivery);
  return { params: { ...params, deliveryId } };
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

const aReaderSession: Prepare = async ({ node, clock, tenant: { project } }) => {
  const sessionId = newId("rds", clock);
  await insertReaderSession(node.database.query, {
    id: sessionId,
    tokenHash: sessionId,
    projectId: project.id,
    method: "password",
    subject: "",
    groups: "[]",
    profile: "{}",
    createdAt: clock.now(),
    expiresAt: clock.now() + 3_600_000,
  });
  return { params: { projectId: project.id, sessionId } };
};

const aPreviewLink: Prepare = async ({ node, clock, tenant: { project } }) => {
  const linkId = newId("pvl", clock);
  await insertPreviewLink(node.database.query, {
    id: linkId,
    tokenHash: linkId,
    projectId: project.id,
    subdomain: `draft--${project.domain}`,
    createdBy: "ada@acme.test",
    createdAt: clock.now(),
    expiresAt: clock.now() + 3_600_000,
  });
  return { params: { projectId: project.id, linkId } };
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
    await recordHistory(
      tx,
      [{ id: update.id, commit: known, author: { name: "Ada", avatarUrl: null, githubUserId: null } }],
      now,
    );
    return update;
  });
  return { params: { statusId: id }, query: "?path=index.mdx" };
};

const aToken: Prepare = async (lectern) => {
  const { params } = await aMember(lectern);
  const { clock, node } = lectern;
  const { organizationId = "", userId = "" } = params;
  const request = { userId, organizationId: null, name: "Laptop", scopes: ["read"] } as const;
  const { token } = await createToken({ clock }, node.database.query, request);
  return { params: { organizationId, tokenId: token.id } };
};

const aProjectMember: Prepare = async (lectern) => {
  const { params } = await aMember(lectern);
  return { params: { projectId: lectern.tenant.project.id, userId: params.userId ?? "" } };
};

const aPullRequest: Prepare = (lectern) => validRequests.getPullRequest(lectern, lectern.tenant);

async function readPullRequest({ node, tenant }: Installation, params: ValidRequest["params"]) {
  const { projectId = "", number = "" } = params;
  return { projectId, ...(await node.client(tenant.admin.secret).getPullRequest({ projectId, number })) };
}

const aComparison: Prepare = async (lectern) => {
  const { params } = await aPullRequest(lectern);
  const { projectId, base } = await readPullRequest(lectern, params);
  return { params: { projectId }, query: `?head=next&base=${base}` };
};

/** Prepares a pull request as if its base and its branch had been published. */
const aRenderedPage: Prepare = async (lectern) => {
  const request = await aPullRequest(lectern);
  const { project } = lectern.tenant;
  const { base } = await readPullRequest(lectern, request.params);
  for (const branch of ["next", base]) {
    await publishPages(lectern, { project, branch, pages: { start: `<p>About ${branch}.</p>` }, commitSha: null });
  }
  return { ...request, query: "?path=/start&side=new" };
};

const withQuery =
  (prepare: Prepare, query: string): Prepare =>
  async (lectern) => ({ ...(await prepare(lectern)), query });

const withBody =
  (prepare: Prepare, body: Record<string, unknown>): Prepare =>
  async (lectern) => ({ ...(await prepare(lectern)), body });

/** Operations that require a role in an organization. */
export type RoleOperation =
  | {
      [Name in keyof DashboardOperations]: DashboardOperations[Name] extends { role: string } ? Name : never;
    }[keyof DashboardOperations]
  | keyof EditorOperations;

/** A valid call for each operation. A missing operation is a type error. */
export const roleRequests: Readonly<Record<RoleOperation, Prepare>> = {
  ...editorRequests,
  renameOrganization: withBody(inOrganization, { name: "Acme" }),
  listMembers: inOrganization,
  changeMemberRole: withBody(aMember, { role: "editor" }),
  removeMember: aMember,
  createResetLink: aMember,
  getSignInRules: inOrganization,
  changeSignInRules: withBody(inOrganization, { needsSecondFactor: false, idleMinutes: null, sessionHours: null }),
  listOrganizationTokens: inOrganization,
  revokeOrganizationToken: aToken,
  listProjectMembers: inProject,
  setProjectRole: withBody(aProjectMember, { role: "editor" }),
  listInvitations: inOrganization,
  createInvitation: withBody(inOrganization, { email: "new@acme.test", role: "editor" }),
  withdrawInvitation: anInvitation,
  listInstallations: inOrganization,
  startInstallation: withBody(inOrganization, { isNew: false }),
  connectInstallation: anInstallation,
  disconnectInstallation: anInstallation,
  listAuditEntries: inOrganization,
  getOrganizationSignIn: inOrganization,
  changeOrganizationSignIn: withBody(inOrganization, {
    requiresProvider: false,
    defaultRole: null,
    emailDomains: [],
    mappings: [],
  }),
  listNotifications: inOrganization,
  readNotifications: aNotification,
  getNotificationChoices: inProject,
  changeNotificationChoices: withBody(inProject, { choices: { feedback: "off" } }),
  exportAuditCsv: inOrganization,
  exportAuditJson: inOrganization,
  listWebhooks: inOrganization,
  createWebhook: withBody(inOrganization, { url: "https://127.0.0.1/hook", events: ["update.failed"] }),
  changeWebhook: withBody(aWebhook, { name: "Failures" }),
  removeWebhook: aWebhook,
  replaceSigningSecret: aWebhook,
  testWebhook: aWebhook,
  listDeliveries: aWebhook,
  getDelivery: aDelivery,
  redeliver: aDelivery,
  listProjects: inOrganization,
  searchOrganization: async (lectern) => ({ ...(await inOrganization(lectern)), query: "?query=docs" }),
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
  // Without a model there is nothing to call.
  testProjectModel: withBody(aProject, { model: "none" }),
  checkAddress: aProject,
  checkDomain: async (lectern) => {
    const { project } = lectern.tenant;
    const addressing = testAddressing;
    await setDomains({ ...lectern, addressing }, lectern.node.database.query, project.id, ["help.acme.test"]);
    return { params: { projectId: project.id }, body: { domain: "help.acme.test" } };
  },
  deleteProject: aProject,
  getSiteAccess: inProject,
  changeSiteAccess: withBody(inProject, { previews: "members" }),
  listReaderSessions: inProject,
  endReaderSession: aReaderSession,
  endReaderSessions: inProject,
  listPreviewLinks: inProject,
  createPreviewLink: withBody(inProject, { branch: "draft", days: 7 }),
  revokePreviewLink: aPreviewLink,
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
  readPullRequest: aPullRequest,
  readPatch: withQuery(aPullRequest, "?path=start.mdx"),
  markFileViewed: async (lectern) => {
    const request = await aPullRequest(lectern);
    const { files } = await readPullRequest(lectern, request.params);
    return { ...request, body: { path: "start.mdx", blob: files[0]?.blob, viewed: true } };
  },
  listRenderedPages: aPullRequest,
  readRenderedPage: aRenderedPage,
  listBranches: async (lectern) => ({ params: { projectId: (await aPullRequest(lectern)).params.projectId ?? "" } }),
  compareBranches: aComparison,
};
