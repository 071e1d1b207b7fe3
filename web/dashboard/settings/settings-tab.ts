const settingsTabs = ["general", "members", "branches", "assistant", "agent", "webhooks", "audit"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const organizationTabs = ["members", "general", "security", "sso", "github", "webhooks", "audit"] as const;
export type OrganizationTab = (typeof organizationTabs)[number];

const serverTabs = ["sign-in", "model", "mail"] as const;
export type ServerTab = (typeof serverTabs)[number];

export function readServerTab(value: unknown): ServerTab | undefined {
  return serverTabs.find((name) => name === value);
}

/** The tab in the address; undefined for the first one. */
export function readSettingsTab(value: unknown): SettingsTab | undefined {
  return settingsTabs.find((name) => name === value);
}

const setupOutcomes = ["connected", "choose", "none", "taken", "expired", "refused"] as const;
export type SetupOutcome = (typeof setupOutcomes)[number];

/** The result of a visit to GitHub, from the address that GitHub redirected to. */
export function readSetupOutcome(value: unknown): SetupOutcome | undefined {
  return setupOutcomes.find((name) => name === value);
}

export function readOrganizationTab(value: unknown): OrganizationTab | undefined {
  return organizationTabs.find((name) => name === value);
}
