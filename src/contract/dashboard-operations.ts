import Type from "typebox";
import { accessOperations } from "./access-operations.ts";
import { auditOperations } from "./audit-operations.ts";
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
import { id, organizationId, projectId } from "./ids.ts";
import { ModelTestResult, ProjectModelChange } from "./model-schemas.ts";
import { notificationOperations } from "./notification-operations.ts";
import type { Limit, Operation } from "./operation.ts";
import { outgoingWebhookOperations } from "./outgoing-webhook-operations.ts";
import { peopleOperations } from "./people-operations.ts";
import { pullRequestPageOperations } from "./pull-request-page-operations.ts";
import { searchOperations } from "./search-operations.ts";
import { serverOperations } from "./server-operations.ts";
import { signInOperations } from "./sign-in-operations.ts";

const inOrganization = Type.Object({ organizationId });
const inProject = Type.Object({ projectId });

const uploads: readonly Limit[] = [{ name: "imports", by: "organization", max: 20, windowSeconds: 3_600 }];

const modelTests: readonly Limit[] = [{ name: "model-tests", by: "organization", max: 30, windowSeconds: 600 }];

const domainChecks: readonly Limit[] = [{ name: "domain-checks", by: "organization", max: 60, windowSeconds: 600 }];

/**
 * What the dashboard does beyond the public operations. All of it is for people who have signed in or are about to.
 * Anything that changes data also needs the header `X-Lectern-Dashboard: 1` and must come from the dashboard's own
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
  listProjects: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/projects",
    summary: "List projects",
    key: "session",
    role: "viewer",
    params: inOrganization,
    reply: { status: 200, schema: ProjectList },
  },
  streamChanges: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/events",
    summary: "Follow an organization",
    about: "Streams changes in the organization, as the kind and ID of what to reload.",
    key: "session",
    role: "viewer",
    params: inOrganization,
    reply: { status: 200, contentType: "text/event-stream", events: { ready: ReadyEvent, change: ChangeEvent } },
  },
  createProject: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/projects",
    summary: "Create a project",
    about: "Creates a project from an existing repository or from the starter. The first update starts immediately.",
    key: "session",
    role: "admin",
    params: inOrganization,
    body: NewDashboardProject,
    reply: { status: 201, schema: CreatedProject },
    limits: uploads,
  },
  getProject: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}",
    summary: "Get a project",
    key: "session",
    role: "viewer",
    params: inProject,
    reply: { status: 200, schema: DashboardProject },
  },
  changeProject: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}",
    summary: "Change a project",
    about: "Fields you omit stay unchanged.",
    key: "session",
    role: "admin",
    params: inProject,
    body: ProjectSettings,
    reply: { status: 200, schema: DashboardProject },
  },
  testProjectModel: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/model/test",
    summary: "Test a project's language model",
    about: "Sends one tiny request with the model as it would be after the change. Nothing is stored.",
    key: "session",
    role: "admin",
    params: inProject,
    body: ProjectModelChange,
    reply: { status: 200, schema: ModelTestResult },
    limits: modelTests,
  },
  checkDomain: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/check-domain",
    summary: "Check a custom domain",
    about: "Looks up the DNS record that proves ownership. Domains are also checked regularly on their own.",
    key: "session",
    role: "admin",
    params: inProject,
    body: DomainName,
    reply: { status: 200, schema: DashboardProject },
    limits: domainChecks,
  },
  deleteProject: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/delete",
    summary: "Delete a project",
    about: "Deletes the project and everything that belongs to it.",
    key: "session",
    role: "admin",
    params: inProject,
    body: DeletionConfirmation,
    reply: { status: 204 },
  },
  getWebhook: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/webhook",
    summary: "Get a project's webhooks",
    about: "Returns the webhook URLs, the secret and the latest deliveries.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: WebhookSettings },
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/webhook/rotate",
    summary: "Rotate the webhook secret",
    about: "The old secret stops working immediately.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: WebhookSettings },
  },
  listKeys: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/keys",
    summary: "List API keys",
    about: "Lists the organization's admin keys and the project's assistant keys.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: KeyList },
  },
  createKey: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/keys",
    summary: "Create an API key",
    about: "The key is only shown in this response.",
    key: "session",
    role: "admin",
    params: inProject,
    body: NewDashboardKey,
    reply: { status: 201, schema: CreatedKey },
  },
  revokeKey: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/key/{keyId}/revoke",
    summary: "Revoke an API key",
    about: "The key stops working immediately.",
    key: "session",
    role: "admin",
    params: Type.Object({ projectId, keyId: id("ID of the key, not the key itself.") }),
    reply: { status: 204 },
  },
  cancelUpdate: {
    method: "POST",
    path: "/v1/dashboard/update/{statusId}/cancel",
    summary: "Cancel an update",
    about: "A queued update never runs, and a running one publishes nothing.",
    key: "session",
    role: "editor",
    params: Type.Object({ statusId: id("Status ID of the update.") }),
    reply: { status: 204 },
  },
  readUpdateSource: {
    method: "GET",
    path: "/v1/dashboard/update/{statusId}/source",
    summary: "Get a source file",
    about: "Returns a file from the commit an update was built from. Only for the built-in git host.",
    key: "session",
    role: "viewer",
    params: Type.Object({ statusId: id("Status ID of the update.") }),
    query: SourceQuery,
    reply: { status: 200, schema: SourceFile },
  },
  listPreviews: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/previews",
    summary: "List branch previews",
    key: "session",
    role: "viewer",
    params: inProject,
    reply: { status: 200, schema: PreviewList },
  },
  removePreview: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/previews/remove",
    summary: "Delete a branch preview",
    about: "The branch itself isn't deleted.",
    key: "session",
    role: "editor",
    params: inProject,
    body: PreviewBranch,
    reply: { status: 204 },
  },
} as const satisfies Record<string, Operation>;

/** Takes an archive as the raw body, so it has a route but no client method. */
export const uploadOperations = {
  importProject: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/import",
    summary: "Import a project",
    about:
      "Creates a project from an archive of a folder: zip, tar or gzipped tar. The first update starts immediately.",
    key: "session",
    role: "admin",
    params: inOrganization,
    query: ProjectArchive,
    upload: ["application/zip", "application/gzip", "application/x-tar"],
    reply: { status: 201, schema: CreatedProject },
    limits: uploads,
  },
} as const satisfies Record<string, Operation>;

export type DashboardOperations = typeof dashboardOperations;
