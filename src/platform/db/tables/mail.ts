/** Mails that wait or were sent, and who wants to hear about what. */
export interface MailTables {
  mails: MailRow;
  updatePeople: UpdatePersonRow;
  notificationChoices: NotificationChoiceRow;
  notificationMarks: NotificationMarkRow;
  notificationReads: NotificationReadRow;
}

/** What a person wants to hear about in a project, if it isn't the default. */
interface NotificationChoiceRow {
  userId: string;
  projectId: string;
  kind: string;
  choice: string;
  /** The number of the last week whose summary was written; only for that kind. */
  week: number;
}

/** Everything up to this event is read. */
interface NotificationMarkRow {
  userId: string;
  organizationId: string;
  readThrough: string;
}

/** An event that was read by itself. */
interface NotificationReadRow {
  userId: string;
  eventId: string;
}

/** Who triggered an update, or else wrote its commit, if that person has an account. */
interface UpdatePersonRow {
  updateId: string;
  userId: string;
}

export interface MailRow {
  /** Says what the mail is about, so that it is written only once. */
  id: string;
  kind: string;
  /** Recipient and content, encrypted. Null once it is no longer needed: it may contain a link that signs in. */
  sealed: string | null;
  createdAt: number;
  /** It isn't sent after this time. */
  expiresAt: number;
  /** When it is tried next. */
  retryAt: number;
  failures: number;
  /** Null while it waits. */
  outcome: "sent" | "refused" | "expired" | null;
}
