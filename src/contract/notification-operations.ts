import Type, { type Static } from "typebox";
import { get, organization, post, project } from "./define-operation.ts";
import { type NotificationKind, notificationChoices, unreadMax } from "./notification-kinds.ts";
import { dateTime, id, Nullable, Words } from "./schemas.ts";

const Notification = Type.Object({
  id: id(),
  /** The type of event, such as `update.failed`. */
  type: Type.String(),
  title: Type.String(),
  text: Type.String(),
  tone: Words(["good", "bad", "neutral"]),
  projectId: id(),
  projectName: Type.String(),
  /** The path of the dashboard page that shows the event, starting with `/`. */
  path: Type.String(),
  at: dateTime(),
  isRead: Type.Boolean(),
});
export type Notification = Static<typeof Notification>;

export const NotificationPage = Type.Object({
  notifications: Type.Array(Notification),
  unread: Type.Integer({ minimum: 0, maximum: unreadMax }),
  /** Pass this as `cursor` to get older notifications. `null` on the last page. */
  nextCursor: Nullable(Type.String()),
});
export type NotificationPage = Static<typeof NotificationPage>;

const NotificationQuery = Type.Object({
  cursor: Type.Optional(id()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
});

/** `mail` includes the dashboard; `mine` sends mail for your own updates only. */
const choiceFields = Object.fromEntries(
  Object.entries(notificationChoices).map(([kind, choices]) => [kind, Words(choices)]),
) as { [Kind in NotificationKind]: ReturnType<typeof Words<(typeof notificationChoices)[Kind]>> };

const NotificationChoicesShown = Type.Object({
  choices: Type.Object(choiceFields),
  sendsMail: Type.Boolean(),
});
const NotificationChoicesChange = Type.Object({
  choices: Type.Partial(Type.Object(choiceFields), { minProperties: 1, additionalProperties: false }),
});

/** A person's notifications and notification settings. Only that person can see them. */
export const notificationOperations = {
  listNotifications: get("viewer", `${organization}/notifications`, {
    query: NotificationQuery,
    reply: NotificationPage,
  }),
  readNotifications: post("viewer", `${organization}/notifications/read`, {
    body: Type.Object({ id: id(), withOlder: Type.Boolean() }),
  }),
  getNotificationChoices: get("viewer", `${project}/notifications`, { reply: NotificationChoicesShown }),
  changeNotificationChoices: post("viewer", `${project}/notifications`, {
    body: NotificationChoicesChange,
    reply: NotificationChoicesShown,
  }),
};
