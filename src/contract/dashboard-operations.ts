import { accessOperations } from "./access-operations.ts";
import { auditOperations } from "./audit-operations.ts";
import { get, post } from "./dashboard-operation.ts";
import {
  ChangeEvent,
  CreatedKey,
  CreatedProject,
  DashboardProject,
  DeletionConfirmation,
  DomainName,
  KeyList,
  NewDashboardKey,
  NewDashboardProject,
  PreviewBranch,
  PreviewList,
  ProjectArchive,
  ProjectList,
  ProjectSettings,
  ReadyEvent,
  SourceFile,
  SourceQuery,
  WebhookSettings,
} from "./dashboard-schemas.ts";
import { ModelTestResult, ProjectModelChange } from "./model-schemas.ts";
import { notificationOperations } from "./notification-operations.ts";
import type { Limit, Operation } from "./operation.ts";
import { outgoingWebhookOperations } from "./outgoing-webhook-operations.ts";
import { peopleOperations } from "./people-operations.ts";
import { pullRequestPageOperations } from "./pull-request-page-operations.ts";
import { searchOperations } from "./search-operations.ts";
import { serverOperations } from "./server-operations.ts";
import { signInOperations } from "./sign-in-operations.ts";

const uploads: readonly Limit[] = [{ name: "imports", by: "organization", max: 20, windowSeconds: 3_600 }];

const modelTests: readonly Limit[] = [{ name: "model-tests", by: "organization", max: 30, windowSeconds: 600 }];

const domainChecks: readonly Limit[] = [{ name: "domain-checks", by: "organization", max: 60, windowSeconds: 600 }];

/**
 * The dashboard's operations beyond the public ones. All of them are for people who have signed in or are about to.
 * Operations that change data also need the header `X-Lectern-Dashboard: 1` and must come from the dashboard's own
 * origin.
 */
export const dashboardOperations = {
  ...peopleOperations,
  ...accessOperations,
  ...searchOperations,
  ...pullRequestPageOperations,
  ...auditOperations,
  ...notificationOperations,
  ...outgoingWebhookOperations,
  ...serverOperations,
  ...signInOperations,
  listProjects: get("viewer", "/organization/{organizationId}/projects", { reply: ProjectList }),
  streamChanges: get("viewer", "/organization/{organizationId}/events", {
    reply: { status: 200, contentType: "text/event-stream", events: { ready: ReadyEvent, change: ChangeEvent } },
  }),
  createProject: post("admin", "/organization/{organizationId}/projects", {
    body: NewDashboardProject,
    created: CreatedProject,
    limits: uploads,
  }),
  getProject: get("viewer", "/project/{projectId}", { reply: DashboardProject }),
  changeProject: post("admin", "/project/{projectId}", { body: ProjectSettings, reply: DashboardProject }),
  testProjectModel: post("admin", "/project/{projectId}/model/test", {
    body: ProjectModelChange,
    reply: ModelTestResult,
    limits: modelTests,
  }),
  checkDomain: post("admin", "/project/{projectId}/check-domain", {
    body: DomainName,
    reply: DashboardProject,
    limits: domainChecks,
  }),
  deleteProject: post("admin", "/project/{projectId}/delete", { body: DeletionConfirmation }),
  getWebhook: get("admin", "/project/{projectId}/webhook", { reply: WebhookSettings }),
  rotateWebhookSecret: post("admin", "/project/{projectId}/webhook/rotate", { reply: WebhookSettings }),
  listKeys: get("admin", "/project/{projectId}/keys", { reply: KeyList }),
  createKey: post("admin", "/project/{projectId}/keys", { body: NewDashboardKey, created: CreatedKey }),
  revokeKey: post("admin", "/project/{projectId}/key/{keyId}/revoke"),
  cancelUpdate: post("editor", "/update/{statusId}/cancel"),
  readUpdateSource: get("viewer", "/update/{statusId}/source", { query: SourceQuery, reply: SourceFile }),
  listPreviews: get("viewer", "/project/{projectId}/previews", { reply: PreviewList }),
  removePreview: post("editor", "/project/{projectId}/previews/remove", { body: PreviewBranch }),
} as const satisfies Record<string, Operation>;

/** Takes an archive as the raw body, so it has a route but no client method. */
export const uploadOperations = {
  importProject: post("admin", "/organization/{organizationId}/import", {
    query: ProjectArchive,
    upload: ["application/zip", "application/gzip", "application/x-tar"],
    created: CreatedProject,
    limits: uploads,
  }),
} as const satisfies Record<string, Operation>;

export type DashboardOperations = typeof dashboardOperations;
