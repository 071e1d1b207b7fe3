import { get, post } from "./dashboard-operation.ts";
import {
  NotificationChoicesChange,
  NotificationChoicesShown,
  NotificationPage,
  NotificationQuery,
  ReadNotification,
} from "./notification-schemas.ts";
import type { Operation } from "./operation.ts";

/** What happened in the projects of a person, and what they want to hear about. All of it is for that person alone. */
export const notificationOperations = {
  listNotifications: get("viewer", "/organization/{organizationId}/notifications", {
    query: NotificationQuery,
    reply: NotificationPage,
  }),
  readNotifications: post("viewer", "/organization/{organizationId}/notifications/read", { body: ReadNotification }),
  getNotificationChoices: get("viewer", "/project/{projectId}/notifications", { reply: NotificationChoicesShown }),
  changeNotificationChoices: post("viewer", "/project/{projectId}/notifications", {
    body: NotificationChoicesChange,
    reply: NotificationChoicesShown,
  }),
} as const satisfies Record<string, Operation>;
