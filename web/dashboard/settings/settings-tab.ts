const settingsTabs = ["general", "assistant", "agent", "webhooks", "audit"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const organizationTabs = ["members", "general", "audit"] as const;
export type OrganizationTab = (typeof organizationTabs)[number];

/** The tab in the address; undefined for the first one. */
export function readSettingsTab(value: unknown): SettingsTab | undefined {
  return settingsTabs.find((name) => name === value);
}

export function readOrganizationTab(value: unknown): OrganizationTab | undefined {
  return organizationTabs.find((name) => name === value);
}
