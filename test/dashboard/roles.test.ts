import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { auditActions } from "../../src/contract/audit-actions.ts";
import { dashboardOperations, uploadOperations } from "../../src/contract/dashboard-operations.ts";
import { editorMediaOperations } from "../../src/contract/editor-file-operations.ts";
import { editorOperations } from "../../src/contract/editor-operations.ts";
import type { Role } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { findUpdate } from "../../src/updates/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { parseJson } from "../contract/send.ts";
import { neededRole } from "../security/matrix/expected-status.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { join, operationOf, type Person, read } from "./people.ts";
import { type RoleOperation, roleRequests } from "./requests.ts";
import { unaudited } from "./unaudited.ts";

type Name = RoleOperation | Exclude<keyof Operations, "getOpenApi" | "getHealth" | "getReadiness" | "getMetrics">;

/** The minimum role per operation. Listed here again to catch mistakes in the contract. */
const needed: Readonly<Record<Role, readonly Name[]>> = {
  viewer: [
    "getAgentJob",
    "listAgentJobs",
    "streamAgentJobEvents",
    "getUpdateStatus",
    "listUpdateProblems",
    "listUpdates",
    "streamUpdateEvents",
    "listPullRequests",
    "getPullRequest",
    "readPullRequest",
    "readPatch",
    "markFileViewed",
    "listNotifications",
    "readNotifications",
    "getNotificationChoices",
    "changeNotificationChoices",
    "listRenderedPages",
    "readRenderedPage",
    "listBranches",
    "compareBranches",
    "getInsightOverview",
    "getInsightConversation",
    "listInsightConversations",
    "listInsightPages",
    "listInsightQuestions",
    "listInsightRatings",
    "listInsightSearches",
    "getAnalyticsSeries",
    "listAnalyticsRanking",
    "listAnalyticsActions",
    "listAnalyticsViews",
    "listAnalyticsVisitors",
    "listFeedback",
    "listFeedbackByPage",
    "listQuestionSubjects",
    "getAnalyticsCallers",
    "listEvaluationQuestions",
    "listEvaluations",
    "listPdfs",
    "listAutomations",
    "listAutomationRuns",
    "listGaps",
    "getEvaluation",
    "sendMessageV1",
    "sendMessageV2",
    "searchPages",
    "readPage",
    "sendFeedback",
    "readUpdateSource",
    "listMembers",
    "listProjects",
    "searchOrganization",
    "streamChanges",
    "getProject",
    "listPreviews",
  ],
  editor: [
    "createAgentJob",
    "sendAgentMessage",
    "archiveAgentJob",
    "triggerUpdate",
    "createPreview",
    "rollBack",
    "openPullRequest",
    "changePullRequest",
    "commentPullRequest",
    "changePullRequestComment",
    "deletePullRequestComment",
    "reviewPullRequest",
    "mergePullRequest",
    "closePullRequest",
    "cancelUpdate",
    "judgeAnswer",
    "addEvaluationQuestion",
    "changeEvaluationQuestion",
    "removeEvaluationQuestion",
    "runEvaluation",
    "changeFeedback",
    "printSite",
    "createAutomation",
    "changeAutomation",
    "removeAutomation",
    "runAutomation",
    "createAutomationHook",
    "createGap",
    "removePreview",
  ],
  admin: [
    "renameOrganization",
    "changeMemberRole",
    "removeMember",
    "createResetLink",
    "getSignInRules",
    "changeSignInRules",
    "listOrganizationTokens",
    "revokeOrganizationToken",
    "listProjectMembers",
    "setProjectRole",
    "listInvitations",
    "createInvitation",
    "withdrawInvitation",
    "listInstallations",
    "startInstallation",
    "connectInstallation",
    "disconnectInstallation",
    "listAuditEntries",
    "createProject",
    "changeProject",
    "testProjectModel",
    "checkAddress",
    "checkDomain",
    "deleteProject",
    "getSiteAccess",
    "changeSiteAccess",
    "listReaderSessions",
    "endReaderSession",
    "endReaderSessions",
    "listPreviewLinks",
    "createPreviewLink",
    "revokePreviewLink",
    "getWebhook",
    "rotateWebhookSecret",
    "listKeys",
    "createKey",
    "revokeKey",
    "getOrganizationSignIn",
    "changeOrganizationSignIn",
    "exportAuditCsv",
    "exportAuditJson",
    "listWebhooks",
    "createWebhook",
    "changeWebhook",
    "removeWebhook",
    "replaceSigningSecret",
    "testWebhook",
    "listDeliveries",
    "getDelivery",
    "redeliver",
    "deleteAnalytics",
  ],
};

/** In the editor, viewers read and comment; everything else changes the docs. */
const editorNames = Object.keys(editorOperations) as (keyof typeof editorOperations)[];
const editorReads = new Set<Name>([
  "searchDraft",
  "previewPage",
  "addDraftComment",
  "changeDraftComment",
  "removeDraftComment",
]);
const editorRole = (name: keyof typeof editorOperations): Role =>
  editorOperations[name].method === "GET" || editorReads.has(name) ? "viewer" : "editor";

const table = [
  ...(Object.keys(needed) as Role[]).flatMap((role) => needed[role].map((name) => ({ name, role }))),
  ...editorNames.map((name) => ({ name: name as Name, role: editorRole(name) })),
];
/** Operations with POST that only read, or whose outcome is recorded under the name of another operation. */
const unrecorded = new Set<string>([
  "readInvitation",
  "readResetLink",
  "signInWithProvider",
  "startPasskeySignIn",
  "finishSignIn",
  "startAuthenticator",
  "startPasskey",
  "testServerSignIn",
  "testServerModel",
  "testServerMail",
]);

test("every recorded operation has a readable name in the audit log", () => {
  const uploads = { ...uploadOperations, ...editorMediaOperations };
  const changing = Object.entries({ ...operations, ...dashboardOperations, ...editorOperations, ...uploads })
    .filter(([name, { method }]) => method === "POST" && !unaudited.has(name) && !unrecorded.has(name))
    .map(([name]) => name);
  expect(changing.filter((name) => !Object.hasOwn(auditActions, name))).toEqual([]);
});

test("every operation for sessions is listed with its role", () => {
  const all = [...Object.entries(operations), ...Object.keys(roleRequests).map((name) => [name, undefined] as const)]
    .filter(([, operation]) => operation?.key !== "none")
    .map(([name]) => name);
  expect(table.map(({ name }) => name as string).sort()).toEqual(all.sort());
});

test("the contract asks for the listed role", () => {
  const inContract = table.map(({ name }) => ({ name, role: neededRole(operationOf(name)) }));
  expect(inContract).toEqual(table);
});

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let people: Record<Role, Person>;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { organizationId } = lectern.tenant;
    people = {
      viewer: await join(lectern, organizationId, "viewer", "viewer@acme.test"),
      editor: await join(lectern, organizationId, "editor", "editor@acme.test"),
      admin: await join(lectern, organizationId, "admin", "admin@acme.test"),
    };
  });
  afterAll(() => lectern.stop());

  const entries = () => listAuditEntries(lectern.node.database.query, lectern.tenant.organizationId, { limit: 1_000 });

  test("a refusal names the role that is needed", async () => {
    const { id } = lectern.tenant.project;
    const params = { projectId: id };
    const update = await people.viewer.call("triggerUpdate", { params });
    expectError(403, update);
    expect(update.text).toContain("requires the editor role");
    const keys = await people.editor.call("listKeys", { params });
    expectError(403, keys);
    expect(keys.text).toContain("requires the admin role");
  });

  test("a change made with a key is in the audit log under the key's name, unless it failed", async () => {
    const { admin, project, organizationId } = lectern.tenant;
    const client = lectern.node.client(admin.secret);
    await client.triggerUpdate({ projectId: project.id });
    await expect(client.rollBack({ projectId: project.id, statusId: "upd_none" })).rejects.toThrow();
    const page = await people.admin.call("listAuditEntries", { params: { organizationId }, query: "?limit=1" });
    const { entries: shown, nextCursor } = read("listAuditEntries", page);
    expect(shown).toEqual([
      expect.objectContaining({
        action: "triggerUpdate",
        projectId: project.id,
        actor: { kind: "key", id: admin.key.id, name: admin.key.name },
      }),
    ]);
    const next = await people.admin.call("listAuditEntries", {
      params: { organizationId },
      query: `?limit=1&cursor=${nextCursor}&projectId=${project.id}`,
    });
    expect(read("listAuditEntries", next).entries[0]?.id).not.toBe(shown[0]?.id);
  });

  test("no secret is in the audit log, and none is returned twice", async () => {
    const stored = JSON.stringify(await entries());
    expect(stored).not.toMatch(/svc_\w{8}|ghp_|whsec_/);
    const { params } = await roleRequests.changeProject(lectern);
    const created = await people.admin.call("createKey", { params, body: { kind: "assistant", name: "Website" } });
    const { key, secret } = read("createKey", created);
    const listed = await people.admin.call("listKeys", { params });
    expect(read("listKeys", listed).keys[0]).toEqual(key);
    expect([secret, ...lectern.secrets].filter((each) => listed.text.includes(each))).toEqual([]);
    const body = { repositoryToken: "ghp_verysecret" };
    const changed = await people.admin.call("changeProject", { params, body });
    expect(parseJson(changed)).toMatchObject({ hasRepositoryToken: true });
    expect(changed.text).not.toContain("ghp_");
    const forgotten = await people.admin.call("changeProject", { params, body: { repositoryToken: null } });
    expect(parseJson(forgotten)).toMatchObject({ hasRepositoryToken: false });
  });

  test("an update triggered in the dashboard has the dashboard as its source", async () => {
    const reply = await people.editor.call("triggerUpdate", { params: { projectId: lectern.tenant.project.id } });
    const update = await findUpdate(lectern.node.database.query, String(parseJson(reply).statusId));
    expect(update?.source).toBe("dashboard");
  });

  describe("a key", () => {
    test("a key never grants access to dashboard operations", async () => {
      const call = people.viewer.call;
      const headers = { cookie: undefined, authorization: `Bearer ${lectern.tenant.admin.secret}` };
      const params = { projectId: lectern.tenant.project.id };
      expectError(401, await call("listKeys", { params }, { headers }));
      expectError(401, await call("getMe", {}, { headers }));
    });

    test("a key takes precedence over a session", async () => {
      const { project, reader } = lectern.tenant;
      const headers = { authorization: `Bearer ${reader.secret}` };
      expectError(403, await people.admin.call("triggerUpdate", { params: { projectId: project.id } }, { headers }));
    });
  });
});
