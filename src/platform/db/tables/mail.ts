/** Waiting and sent mails, and people's notification settings. */
export interface MailTables {
  mails: MailRow;
  /** The person who triggered an update or, if nobody did, wrote its commit. Only people with an account. */
  updatePeople: { updateId: string; userId: string };
  /** A person's notification settings in a project, if they differ from the defaults. */
  notificationChoices: {
    userId: string;
    projectId: string;
    kind: string;
    choice: string;
    /** The number of the last week whose summary was written; used only for weekly summaries. */
    week: number;
  };
  /** The last event up to which a person has read all notifications. */
  notificationMarks: { userId: string; organizationId: string; readThrough: string };
  /** A single notification that a person has read. */
  notificationReads: { userId: string; eventId: string };
}

export interface MailRow {
  /** Derived from the subject of the mail, so that the same mail is written only once. */
  id: string;
  kind: string;
  /** Null for mails about an account. */
  organizationId: string | null;
  /** Recipient and content, encrypted. Null once they are no longer needed, because they may contain a sign-in link. */
  sealed: string | null;
  createdAt: number;
  /** The mail isn't sent after this time. */
  expiresAt: number;
  /** The time of the next attempt. */
  retryAt: number;
  failures: number;
  /** Null while the mail is waiting. */
  outcome: "sent" | "refused" | "expired" | null;
}
