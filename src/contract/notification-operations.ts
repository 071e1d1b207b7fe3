import { get, post } from "./dashboard-operation.ts";
import {
  NotificationChoicesChange,
  NotificationChoicesShown,
  NotificationPage,
  NotificationQuery,
  ReadNotification,
} from "./notification-schemas.ts";
import type { Operation } from "./operation.ts";

/** A person's notifications and notification settings. Only that person can see them. */
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
