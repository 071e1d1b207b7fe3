/** Waiting and sent mails, and people's notification settings. */
export interface MailTables {
  mails: MailRow;
  update_people: UpdatePersonRow;
  notification_choices: NotificationChoiceRow;
  notification_marks: NotificationMarkRow;
  notification_reads: NotificationReadRow;
}

/** A person's notification settings in a project, if they differ from the defaults. */
interface NotificationChoiceRow {
  user_id: string;
  project_id: string;
  kind: string;
  choice: string;
  /** The number of the last week whose summary was written; used only for weekly summaries. */
  week: number;
}

/** The last event up to which a person has read all notifications. */
interface NotificationMarkRow {
  user_id: string;
  organization_id: string;
  read_through: string;
}

/** A single notification that a person has read. */
interface NotificationReadRow {
  user_id: string;
  event_id: string;
}

/** The person who triggered an update or, if nobody did, wrote its commit. Only people with an account. */
interface UpdatePersonRow {
  update_id: string;
  user_id: string;
}

export interface MailRow {
  /** Derived from the subject of the mail, so that the same mail is written only once. */
  id: string;
  kind: string;
  /** Recipient and content, encrypted. Null once they are no longer needed, because they may contain a sign-in link. */
  sealed: string | null;
  created_at: number;
  /** The mail isn't sent after this time. */
  expires_at: number;
  /** The time of the next attempt. */
  retry_at: number;
  failures: number;
  /** Null while the mail is waiting. */
  outcome: "sent" | "refused" | "expired" | null;
}
