import Type from "typebox";
import {
  ChangeEvent,
  CreatedKey,
  CreatedProject,
  DashboardProject,
  DeletionConfirmation,
  KeyList,
  NewDashboardKey,
  NewDashboardProject,
  PreviewBranch,
  PreviewList,
  ProjectArchive,
  ProjectList,
  ProjectSettings,
  ReadyEvent,
  WebhookSettings,
} from "./dashboard-schemas.ts";
import { id, organizationId, projectId } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";
import { peopleOperations } from "./people-operations.ts";

const inOrganization = Type.Object({ organizationId });
const inProject = Type.Object({ projectId });

const uploads: readonly Limit[] = [{ name: "imports", by: "organization", max: 20, windowSeconds: 3_600 }];

/**
 * What the dashboard does beyond the public operations. All of it is for people who have signed in, or are about to; what
 * changes something also needs the header `X-Lectern-Dashboard: 1` and comes from the dashboard's own origin.
 */
export const dashboardOperations = {
  ...peopleOperations,
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
    summary: "Follow what changes in an organization: kinds and IDs, to be read again",
    key: "session",
    role: "viewer",
    params: inOrganization,
    reply: { status: 200, contentType: "text/event-stream", events: { ready: ReadyEvent, change: ChangeEvent } },
  },
  createProject: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/projects",
    summary: "Make a project",
    about: "Of a repository elsewhere, or of the starter. Its first update runs at once.",
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
    about: "What is left out stays as it is.",
    key: "session",
    role: "admin",
    params: inProject,
    body: ProjectSettings,
    reply: { status: 200, schema: DashboardProject },
  },
  deleteProject: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/delete",
    summary: "Delete a project",
    about: "With all that belongs to it.",
    key: "session",
    role: "admin",
    params: inProject,
    body: DeletionConfirmation,
    reply: { status: 204 },
  },
  getWebhook: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/webhook",
    summary: "Get the webhooks of a project",
    about: "Their addresses, the secret and the last deliveries.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: WebhookSettings },
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/webhook/rotate",
    summary: "Rotate the webhook secret",
    about: "The one before stops to count at once.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: WebhookSettings },
  },
  listKeys: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/keys",
    summary: "List keys",
    about: "The admin keys of the organization and the assistant keys of the project.",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: KeyList },
  },
  createKey: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/keys",
    summary: "Make a key",
    about: "It is shown this once.",
    key: "session",
    role: "admin",
    params: inProject,
    body: NewDashboardKey,
    reply: { status: 201, schema: CreatedKey },
  },
  revokeKey: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/key/{keyId}/revoke",
    summary: "Revoke a key",
    about: "It is refused at once.",
    key: "session",
    role: "admin",
    params: Type.Object({ projectId, keyId: id("ID of the key, not the key itself.") }),
    reply: { status: 204 },
  },
  cancelUpdate: {
    method: "POST",
    path: "/v1/dashboard/update/{statusId}/cancel",
    summary: "Cancel an update",
    about: "One that waits never runs; one that runs publishes nothing.",
    key: "session",
    role: "editor",
    params: Type.Object({ statusId: id("Status ID of the update.") }),
    reply: { status: 204 },
  },
  listPreviews: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/previews",
    summary: "List previews",
    key: "session",
    role: "viewer",
    params: inProject,
    reply: { status: 200, schema: PreviewList },
  },
  removePreview: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/previews/remove",
    summary: "Remove a preview",
    about: "The branch stays.",
    key: "session",
    role: "editor",
    params: inProject,
    body: PreviewBranch,
    reply: { status: 204 },
  },
} as const satisfies Record<string, Operation>;

/** Takes an archive as it is, so it has a route and no client of ours. */
export const uploadOperations = {
  importProject: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/import",
    summary: "Import a project",
    about: "Of a zip archive of a folder. Its first update runs at once.",
    key: "session",
    role: "admin",
    params: inOrganization,
    query: ProjectArchive,
    upload: "application/zip",
    reply: { status: 201, schema: CreatedProject },
    limits: uploads,
  },
} as const satisfies Record<string, Operation>;

export type DashboardOperations = typeof dashboardOperations;
