/** The subject of a mail. Metrics count mails by kind. */
export type MailKind = "invitation" | "reset" | "reader" | "notification" | "summary" | "test";

/** The content of a mail, from which its text and HTML versions are written. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  /** The mail's main link. */
  action?: { label: string; url: string };
  /** Why the person gets the mail, and how to stop such mails. */
  footer: readonly string[];
}

export interface Mail {
  /** The same for every attempt, so that a mail server can recognize a repetition. */
  id: string;
  to: { email: string; name: string };
  content: MailContent;
  /** A POST to this URL stops mails of this kind. */
  unsubscribeUrl?: string | undefined;
}
