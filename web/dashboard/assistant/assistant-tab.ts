const assistantTabs = ["analytics", "questions", "gaps", "conversations", "quality", "feedback", "playground"] as const;
export type AssistantTab = (typeof assistantTabs)[number];

/** The tab in the address; undefined for the first one. */
export function readTab(value: unknown): AssistantTab | undefined {
  // Links from before the tab was renamed still work.
  return value === "figures" ? "analytics" : assistantTabs.find((name) => name === value);
}

/** The periods that people can choose for analytics. */
export const analyticsDays = [7, 30, 90] as const;
export type AnalyticsDays = (typeof analyticsDays)[number];

export function readAnalyticsDays(value: unknown): AnalyticsDays | undefined {
  return analyticsDays.find((days) => days === value);
}
