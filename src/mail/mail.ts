/** What a mail is about; metrics count by it. */
export type MailKind = "invitation" | "reset" | "notification" | "summary" | "test";

interface Recipient {
  email: string;
  name: string;
}

/** The words of a mail. Both of its forms, text and HTML, are written from it. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  /** The one link that matters. */
  action?: { label: string; url: string };
  /** Why the person gets it, and how to stop it. */
  footer: readonly string[];
}

export interface Mail {
  /** The same for every attempt, so that a mail server can recognize a repetition. */
  id: string;
  to: Recipient;
  content: MailContent;
  /** A POST to it stops mails of this kind. */
  unsubscribeUrl?: string | undefined;
}
