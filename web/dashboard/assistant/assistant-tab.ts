const assistantTabs = ["playground", "figures", "questions", "conversations", "feedback"] as const;
export type AssistantTab = (typeof assistantTabs)[number];

/** The tab in the address; undefined for the first one. */
export function readTab(value: unknown): AssistantTab | undefined {
  return assistantTabs.find((name) => name === value);
}
