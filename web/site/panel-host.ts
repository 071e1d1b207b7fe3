import type { Conversation } from "./conversation.ts";

/** What the panel needs from its environment: a documentation site or another website. */
export interface PanelHost {
  conversation: Conversation;
  title: string;
  questions: readonly string[];
  contact: { label: string; href: string } | undefined;
  hasFeedback: boolean;
  /** The site's origin; undefined on other websites. */
  ownOrigin: string | undefined;
}
