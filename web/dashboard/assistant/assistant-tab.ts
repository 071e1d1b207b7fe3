import type { AnalyticsTab } from "../analytics/analytics-search.ts";

const assistantTabs = ["conversations", "gaps", "quality", "playground"] as const;
export type AssistantTab = (typeof assistantTabs)[number];

/** The tab in the address; undefined for the first one. */
export function readTab(value: unknown): AssistantTab | undefined {
  return assistantTabs.find((name) => name === value);
}

/** The tab of the analytics that an old address of the assistant means. */
export function analyticsTab(value: string | null): AnalyticsTab | undefined {
  switch (value) {
    case "analytics":
    case "figures":
      return "searches";
    case "questions":
    case "feedback":
      return value;
    default:
      return undefined;
  }
}
