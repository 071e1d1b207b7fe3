import type { Conversation } from "./conversation.ts";

/** The panel's interface to its environment: a documentation site or another website. */
export interface PanelHost {
  conversation: Conversation;
  title: string;
  questions: readonly string[];
  /** Pages next to the current page in the sidebar. */
  pages: readonly { href: string; title: string }[];
  contact: { label: string; href: string } | undefined;
  hasFeedback: boolean;
  /** Opens the search with these words; undefined if there is no search. */
  search: ((query: string) => void) | undefined;
  /** The site's origin; undefined on other websites. */
  ownOrigin: string | undefined;
}
