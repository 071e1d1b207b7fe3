import type { ViewBudget } from "./schema-view.ts";

/** What the view of a channel may still grow by, over all its messages. */
export interface ChannelBudget extends ViewBudget {
  messagesLeft: number;
  exampleBytesLeft: number;
}
