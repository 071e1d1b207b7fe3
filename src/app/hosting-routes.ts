import type { FastifyInstance } from "fastify";
import { memberRoutes } from "../accounts/members/routes.ts";
import { organizationSignInRoutes, providerRoutes } from "../accounts/provider/routes.ts";
import { accountRoutes } from "../accounts/routes.ts";
import { serverRoutes } from "../accounts/server/routes.ts";
import { tokenRoutes } from "../accounts/tokens/routes.ts";
import { recordFailedCheck, recordHostComment } from "../agent/requests/record-request.ts";
import type { NoteEvent } from "../analytics/recorder.ts";
import type { AnswerDeps } from "../assistant/answer.ts";
import { startMatching } from "../automations/automation-events.ts";
import { automationHookRoutes } from "../automations/routes.ts";
import { installationRoutes, setupCallbackRoute } from "../code-hosts/installations/routes.ts";
import { dashboardOperations } from "../contract/dashboard-operations.ts";
import { draftToolOperations } from "../contract/draft-tool-operations.ts";
import { editorMediaOperations } from "../contract/editor-file-operations.ts";
import { editorOperations } from "../contract/editor-operations.ts";
import { openApp } from "../dashboard/app/open-app.ts";
import { appRoutes } from "../dashboard/app/routes.ts";
import { importRoutes } from "../dashboard/imports/routes.ts";
import { changeRoutes } from "../dashboard/live/routes.ts";
import { searchRoutes } from "../dashboard/search/routes.ts";
import { editLinkRoutes } from "../editor/edit-link/routes.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorMediaHandlers } from "../editor/files/routes.ts";
import { editorLiveRoutes } from "../editor/live/routes.ts";
import { auditPush } from "../git-host/audit-push.ts";
import { authorizeAccess } from "../git-host/authorize-access.ts";
import { createFollowPush } from "../git-host/follow-push.ts";
import { defaultGitHostLimits } from "../git-host/limits.ts";
import { describePush } from "../git-host/push-message.ts";
import { followMoves, recordPush } from "../git-host/receive-push.ts";
import { gitHostRoutes } from "../git-host/routes.ts";
import { auditRoutes } from "../http/gates/audit/routes.ts";
import { type Gates, registerOperations } from "../http/register-operation.ts";
import { recordRating } from "../insight/record-rating.ts";
import { keyRoutes } from "../keys/routes.ts";
import { findKeyName } from "../keys/store.ts";
import { accountMails } from "../mail/account-mails.ts";
import { mailRoutes } from "../mail/routes.ts";
import { notificationRoutes, unsubscribeRoutes } from "../notifications/routes.ts";
import { ownerToolRoutes } from "../owner-tools/routes.ts";
import type { Connection } from "../platform/db/database.ts";
import { createGuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import { Watcher } from "../platform/watcher.ts";
import { systemDns } from "../projects/domains/find-proof.ts";
import { certificateRoutes } from "../projects/domains/routes.ts";
import { getProject } from "../projects/get-project.ts";
import { projectRoutes } from "../projects/routes.ts";
import { findProjectById } from "../projects/store.ts";
import { pullRequestPageRoutes } from "../pull-requests/page/routes.ts";
import { createFindTokenKeys } from "../readers/jwt/token-keys.ts";
import type { SignInRequests } from "../readers/middleware.ts";
import { readerProviderRoutes } from "../readers/provider/routes.ts";
import { readerRoutes } from "../readers/routes.ts";
import { accessRoutes } from "../readers/settings/routes.ts";
import { slackRoutes } from "../slack/routes.ts";
import { updateControlRoutes } from "../updates/control/routes.ts";
import { readRevisions } from "../updates/log-store.ts";
import { pdfFileRoutes } from "../updates/pdfs/routes.ts";
import { projectUpdates } from "../updates/project-updates.ts";
import { refreshSite } from "../updates/refresh-site.ts";
import { screenshotRoutes } from "../updates/screenshots/routes.ts";
import { authenticateVisitor, type SiteRequests } from "../visitors/api/middleware.ts";
import { visitorOperations } from "../visitors/api/operations.ts";
import { visitorRoutes } from "../visitors/api/routes.ts";
import { createVisitorIds } from "../visitors/api/visitor-ids.ts";
import { widgetRoutes } from "../visitors/api/widget/routes.ts";
import { askRoutes } from "../visitors/ask/routes.ts";
import { checkAddressRoutes } from "../visitors/check-address/routes.ts";
import { mcpRoutes } from "../visitors/mcp/routes.ts";
import { outgoingWebhookRoutes } from "../webhooks/outgoing/routes.ts";
import { webhookRoutes } from "../webhooks/routes.ts";
import { webhookSettingRoutes } from "../webhooks/settings/routes.ts";
import { automationDeps } from "./automation-deps.ts";
import { editorHandlers, forPeople } from "./editor-handlers.ts";
import { onRemove } from "./on-remove.ts";
import type { Hosting, ServerDeps, ServerParts } from "./server-parts.ts";
import { createArchiveProcesses, createTextProcesses, type TextProcesses } from "./text-processes.ts";

interface HostingParts extends ServerParts {
  siteRequests: SiteRequests;
  signInRequests: SignInRequests;
  answerDeps: AnswerDeps;
  /** Undefined if readers aren't counted. */
  note: NoteEvent | undefined;
}

/** The routes that only a listening server has: site visitors, the dashboard, webhooks and the built-in git host. */
export function hostingRoutes(http: FastifyInstance, deps: ServerDeps, hosting: Hosting, parts: HostingParts): void {
  visitorSiteRoutes(http, deps, hosting, parts);
  const { gates, addressOf, stopping } = parts;
  const texts = createTextProcesses();
  const archives = createArchiveProcesses();
  http.addHook("onClose", async () => {
    texts.close();
    archives.close();
    parts.cards.close();
  });
  dashboardRoutes(http, deps, hosting, { ...parts, texts, archives });
  editorRoutes(http, gates, { ...deps, ...hosting.editor, siteUrl: addressOf, stopping, texts });
  editLinkRoutes(http, { ...deps, ...parts.sessionDeps, ...hosting.editor, secrets: hosting.secrets });
  repositoryRoutes(http, deps, hosting, parts);
}

function visitorSiteRoutes(
  http: FastifyInstance,
  deps: ServerDeps,
  { secrets, addressing }: Hosting,
  parts: HostingParts,
): void {
  const { database, clock } = deps;
  const { gates, siteRequests } = parts;
  const tokenKeys = secrets.signingKeys("visitor-token");
  const visitorIdOf = createVisitorIds(deps);
  const countryHeader = deps.analytics?.countryHeader ?? "";
  const authenticatorFor = authenticateVisitor({
    siteRequests,
    findOrganization: async (id) => (await findProjectById(database.query, id))?.organizationId,
    visitorIdOf,
    tokenKeys,
    clock,
    countryHeader,
  });
  const handlers = visitorRoutes({
    ...parts.answerDeps,
    ...parts,
    clock,
    tokenKeys,
    findProject: (id) => findProjectById(database.query, id),
    rate: (projectId, rating) => recordRating(deps, projectId, rating),
    note: parts.note,
  });
  registerOperations(http, { ...gates, authenticatorFor }, visitorOperations, handlers);
  const asked = { ...deps, ...parts, visitorIdOf, countryHeader, findSite: siteRequests.find };
  askRoutes(http, asked);
  const owners = { ...deps, ...parts, ...parts.keyDeps, ...parts.tokenDeps, siteUrl: parts.addressOf };
  mcpRoutes(http, { ...asked, serveOwners: ownerToolRoutes(http, owners) });
  widgetRoutes(http, deps);
  certificateRoutes(http, { ...parts, addressing });
}

function dashboardRoutes(
  http: FastifyInstance,
  deps: ServerDeps,
  hosting: Hosting,
  parts: HostingParts & { texts: TextProcesses; archives: ReturnType<typeof createArchiveProcesses> },
): void {
  const { gates, addressOf, texts, archives } = parts;
  const onError = (error: unknown) =>
    deps.log.warn({ error }, "the database does not answer; event streams are waiting");
  // A name that is in two of these means the same thing in both, so their order doesn't matter.
  const dashboardDeps = {
    ...deps,
    ...hosting,
    ...parts.sessionDeps,
    ...parts.readers,
    ...(hosting.mail !== undefined && accountMails({ ...deps, ...hosting })),
    record: gates.record,
    settings: parts.settings,
    siteUrl: addressOf,
    findIndex: parts.findIndex,
    artifacts: parts.artifacts,
    texts,
    archives,
    nameOf: async (keyId: string) => (await findKeyName(deps.database.query, keyId)) ?? "Operator",
    onError,
    fetch: createGuardedFetch(hosting.allowedHosts ?? []),
    onRemove: onRemove(deps),
    dns: deps.dns ?? systemDns,
    updates: projectUpdates(deps),
    getProject,
    onMove: (tx: Connection, projectId: string) => refreshSite(deps, tx, projectId),
    onAccessChange: (tx: Connection, projectId: string) => refreshSite(deps, tx, projectId),
    reads: parts.reads,
    findSite: parts.signInRequests.find,
  };
  registerOperations(http, gates, dashboardOperations, {
    ...accountRoutes(dashboardDeps),
    ...accessRoutes(dashboardDeps),
    ...memberRoutes(dashboardDeps),
    ...tokenRoutes(dashboardDeps),
    ...installationRoutes(dashboardDeps),
    ...organizationSignInRoutes(dashboardDeps),
    ...serverRoutes(dashboardDeps),
    ...mailRoutes(dashboardDeps),
    ...notificationRoutes(dashboardDeps),
    ...auditRoutes(dashboardDeps),
    ...outgoingWebhookRoutes(dashboardDeps),
    ...changeRoutes(dashboardDeps),
    ...projectRoutes(dashboardDeps),
    ...checkAddressRoutes(dashboardDeps),
    ...webhookSettingRoutes(dashboardDeps),
    ...keyRoutes(dashboardDeps),
    ...updateControlRoutes(dashboardDeps),
    ...searchRoutes(dashboardDeps),
    ...pullRequestPageRoutes(dashboardDeps),
  });
  unsubscribeRoutes(http, dashboardDeps);
  importRoutes(http, gates, dashboardDeps);
  providerRoutes(http, dashboardDeps);
  readerProviderRoutes(http, dashboardDeps);
  const findTokenKeys = createFindTokenKeys(dashboardDeps);
  readerRoutes(http, { ...dashboardDeps, findTokenKeys });
  setupCallbackRoute(http, dashboardDeps);
  appRoutes(http, { ...deps, openApp });
}

/** The editor of the dashboard. */
function editorRoutes(http: FastifyInstance, gates: Gates, deps: EditorDeps): void {
  const handlers = editorHandlers(deps);
  registerOperations(http, gates, editorOperations, handlers);
  registerOperations(http, gates, draftToolOperations, forPeople(handlers));
  http.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    const types = [...editorMediaOperations.uploadMedia.upload];
    uploads.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
    registerOperations(uploads, gates, editorMediaOperations, editorMediaHandlers(deps));
  });
  editorLiveRoutes(http, gates, deps);
}

function repositoryRoutes(http: FastifyInstance, deps: ServerDeps, { secrets }: Hosting, parts: HostingParts): void {
  const { keyDeps, tokenDeps, gates, addressOf } = parts;
  const automating = automationDeps({ ...deps, settings: parts.settings });
  webhookRoutes(http, {
    ...deps,
    secrets,
    onComment: (tx, project, comment) => recordHostComment(deps, tx, project, comment),
    onFailedCheck: (tx, project, check) => recordFailedCheck(deps, tx, project, check),
    onCodePush: (tx, projectId, { repository, sha, message }) =>
      startMatching(automating, tx, projectId, ({ when }) =>
        when?.codePush === true
          ? { cause: "code", id: `${repository}@${sha}`, note: `${repository}, commit ${sha}\n\n${message ?? ""}` }
          : undefined,
      ),
    onRelease: (tx, projectId, { tag, name, notes }) =>
      startMatching(automating, tx, projectId, ({ when }) =>
        when?.release === true ? { cause: "release", id: tag, note: `${name}\n\n${notes}` } : undefined,
      ),
  });
  slackRoutes(http, { ...deps, secrets });
  automationHookRoutes(http, { ...deps, ...automating });
  screenshotRoutes(http, { ...deps, gates: parts.gates });
  pdfFileRoutes(http, deps);
  const limits = defaultGitHostLimits;
  const onError = (error: unknown) => deps.log.warn({ error }, "the database does not answer; pushes are waiting");
  const watcher = new Watcher((ids) => readRevisions(deps.database.query, ids), onError);
  const followPush = createFollowPush({ ...deps, limits, watcher, stopping: parts.stopping });
  gitHostRoutes(http, {
    ...deps,
    limits,
    authorize: (request) => authorizeAccess({ ...deps, ...keyDeps, ...tokenDeps }, request),
    async onPush(tx, push) {
      const { project, principal } = push.access;
      const { user } = principal;
      const author = user && { name: user.name, avatarUrl: null, githubUserId: null, userId: user.id };
      const change = { moves: push.pushed, commits: push.commits };
      const record = await recordPush(deps, tx, project, change, { author: author ?? null });
      await auditPush(gates.record, tx, push);
      return { lines: describePush({ ...deps, siteUrl: addressOf }, project, record), outcomes: followPush(record) };
    },
    afterPush: (project, moves) => followMoves(deps, project, moves),
  });
}
