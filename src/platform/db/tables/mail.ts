/** Mails that wait or were sent, and who wants to hear about what. */
export interface MailTables {
  mails: MailRow;
  update_people: UpdatePersonRow;
  notification_choices: NotificationChoiceRow;
  notification_marks: NotificationMarkRow;
  notification_reads: NotificationReadRow;
}

/** What a person wants to hear about in a project, if it isn't the default. */
interface NotificationChoiceRow {
  user_id: string;
  project_id: string;
  kind: string;
  choice: string;
  /** The number of the last week whose summary was written; only for that kind. */
  week: number;
}

/** Everything up to this event is read. */
interface NotificationMarkRow {
  user_id: string;
  organization_id: string;
  read_through: string;
}

/** An event that was read by itself. */
interface NotificationReadRow {
  user_id: string;
  event_id: string;
}

/** Who triggered an update, or else wrote its commit, if that person has an account. */
interface UpdatePersonRow {
  update_id: string;
  user_id: string;
}

export interface MailRow {
  /** Says what the mail is about, so that it is written only once. */
  id: string;
  kind: string;
  /** Recipient and content, encrypted. Null once it is no longer needed: it may contain a link that signs in. */
  sealed: string | null;
  created_at: number;
  /** It isn't sent after this time. */
  expires_at: number;
  /** When it is tried next. */
  retry_at: number;
  failures: number;
  /** Null while it waits. */
  outcome: "sent" | "refused" | "expired" | null;
}
