import Type from "typebox";
import { organizationId, projectId } from "./ids.ts";
import {
  NotificationChoicesChange,
  NotificationChoicesShown,
  NotificationPage,
  NotificationQuery,
  ReadNotification,
} from "./notification-schemas.ts";
import type { Operation } from "./operation.ts";

const ofOrganization = { key: "session", role: "viewer", params: Type.Object({ organizationId }) } as const;
const ofProject = { key: "session", role: "viewer", params: Type.Object({ projectId }) } as const;

/** What happened in the projects of a person, and what they want to hear about. All of it is for that person alone. */
export const notificationOperations = {
  listNotifications: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/notifications",
    summary: "List notifications",
    about: "What happened in the projects you can see, newest first, according to your choices.",
    ...ofOrganization,
    query: NotificationQuery,
    reply: { status: 200, schema: NotificationPage },
  },
  readNotifications: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/notifications/read",
    summary: "Mark notifications as read",
    about: "Remembers for you alone that you have read a notification, or that one and everything older.",
    ...ofOrganization,
    body: ReadNotification,
    reply: { status: 204 },
  },
  getNotificationChoices: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/notifications",
    summary: "Get notification choices",
    about: "What you hear about in a project, and how.",
    ...ofProject,
    reply: { status: 200, schema: NotificationChoicesShown },
  },
  changeNotificationChoices: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/notifications",
    summary: "Change notification choices",
    about: "Changes what you hear about in a project, and how. Kinds you leave out stay as they are.",
    ...ofProject,
    body: NotificationChoicesChange,
    reply: { status: 200, schema: NotificationChoicesShown },
  },
} as const satisfies Record<string, Operation>;
