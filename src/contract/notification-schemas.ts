import Type, { type Static } from "typebox";
import { type NotificationKind, notificationChoices, unreadMax } from "./notification-kinds.ts";
import { dateTime, id, Nullable, Words } from "./schemas.ts";

const Notification = Type.Object({
  id: id("ID of the event."),
  type: Type.String({ description: "What happened, such as `update.failed`." }),
  title: Type.String({ description: "What happened, in a few words." }),
  text: Type.String({ description: "Details; can be empty." }),
  tone: Words(["good", "bad", "neutral"], "Whether it is good news."),
  projectId: id("ID of the project."),
  projectName: Type.String({ description: "Name of the project." }),
  path: Type.String({ description: "The page of the dashboard that shows it, from `/` on." }),
  at: dateTime("When it happened."),
  isRead: Type.Boolean({ description: "Whether you have read it." }),
});
export type Notification = Static<typeof Notification>;

export const NotificationPage = Type.Object({
  notifications: Type.Array(Notification),
  unread: Type.Integer({ minimum: 0, maximum: unreadMax, description: `How many are unread, up to ${unreadMax}.` }),
  nextCursor: Nullable(
    Type.String({ description: "Pass this as `cursor` to get older ones. `null` on the last page." }),
  ),
});
export type NotificationPage = Static<typeof NotificationPage>;

export const NotificationQuery = Type.Object({
  cursor: Type.Optional(id("Where the next page starts.")),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20, description: "The maximum number." })),
});

export const ReadNotification = Type.Object({
  id: id("ID of the newest notification that you have read."),
  withOlder: Type.Boolean({ description: "Whether everything older is read, too." }),
});

const choices = <Kind extends NotificationKind>(kind: Kind) =>
  Words(notificationChoices[kind], "`mail` includes the dashboard; `mine` sends mail for your own updates only.");
const choiceFields = {
  updateFailed: choices("updateFailed"),
  updateSucceeded: choices("updateSucceeded"),
  job: choices("job"),
  pullRequest: choices("pullRequest"),
  question: choices("question"),
  feedback: choices("feedback"),
  mention: choices("mention"),
  weeklySummary: choices("weeklySummary"),
};

export const NotificationChoicesShown = Type.Object({
  choices: Type.Object(choiceFields),
  sendsMail: Type.Boolean({ description: "Whether this server sends mail. Choices count once it does." }),
});
export const NotificationChoicesChange = Type.Object({
  choices: Type.Partial(Type.Object(choiceFields), { minProperties: 1, additionalProperties: false }),
});
