const assistantTabs = ["playground", "figures", "questions", "conversations", "feedback"] as const;
export type AssistantTab = (typeof assistantTabs)[number];

/** The part of the page that an address names; undefined for the first. */
export function readTab(value: unknown): AssistantTab | undefined {
  return assistantTabs.find((name) => name === value);
}
