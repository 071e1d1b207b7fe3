const assistantTabs = ["conversations", "gaps", "quality", "playground"] as const;

/** Tabs that are part of the analytics now, with their place there. Emails and webhooks link to the old addresses. */
const movedTabs = {
  analytics: "searches",
  figures: "searches",
  questions: "questions",
  feedback: "feedback",
} as const;
type MovedTab = keyof typeof movedTabs;
export type AssistantTab = (typeof assistantTabs)[number] | MovedTab;

/** The tab in the address; undefined for the first one. */
export function readTab(value: unknown): AssistantTab | undefined {
  return [...assistantTabs, ...(Object.keys(movedTabs) as MovedTab[])].find((name) => name === value);
}

/** The tab of the analytics that an old address means. */
export function analyticsTab(tab: AssistantTab | undefined): (typeof movedTabs)[MovedTab] | undefined {
  return tab !== undefined && tab in movedTabs ? movedTabs[tab as MovedTab] : undefined;
}
