import type { Conversation } from "./conversation.ts";

/** What the panel knows of where it stands: on a site, or on somebody's page. */
export interface PanelHost {
  conversation: Conversation;
  title: string;
  questions: readonly string[];
  contact: { label: string; href: string } | undefined;
  hasFeedback: boolean;
  /** Of the site, when the reader is on it; undefined on other websites. */
  ownOrigin: string | undefined;
}
