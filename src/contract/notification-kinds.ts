import type { EventType } from "./event-schemas.ts";

/** The kinds of notifications, each with its possible choices. The first choice is the default. */
export const notificationChoices = {
  updateFailed: ["mine", "mail", "dashboard", "off"],
  updateSucceeded: ["off", "dashboard", "mail"],
  job: ["dashboard", "mail", "off"],
  pullRequest: ["dashboard", "mail", "off"],
  question: ["dashboard", "mail", "off"],
  feedback: ["dashboard", "mail", "off"],
  mention: ["mail", "dashboard", "off"],
  weeklySummary: ["off", "mail"],
} as const;

export type NotificationKind = keyof typeof notificationChoices;
/**
 * Where a person is notified. `dashboard`: the bell. `mail`: the bell and a mail. `mine`: the bell, and a mail about
 * updates that the person triggered or whose commit they wrote. The weekly summary is only a mail.
 */
export type NotificationChoice = "off" | "dashboard" | "mine" | "mail";
export type NotificationChoices = {
  readonly [Kind in NotificationKind]: (typeof notificationChoices)[Kind][number];
};

export const notificationKinds = Object.keys(notificationChoices) as readonly NotificationKind[];

export const kindsOfEvents: Readonly<Record<EventType, NotificationKind>> = {
  "update.succeeded": "updateSucceeded",
  "update.failed": "updateFailed",
  "job.completed": "job",
  "job.failed": "job",
  "pull_request.opened": "pullRequest",
  "pull_request.merged": "pullRequest",
  "pull_request.closed": "pullRequest",
  "question.unanswered": "question",
  "feedback.received": "feedback",
  "comment.mentioned": "mention",
};

/** Unread notifications are counted up to this number. */
export const unreadMax = 100;
