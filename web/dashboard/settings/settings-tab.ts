/** Reads a value from the address; undefined for unknown values, which show the first tab. */
function readOneOf<Value>(known: readonly Value[]): (value: unknown) => Value | undefined {
  return (value) => known.find((each) => each === value);
}

const settingsTabs = [
  "general",
  "access",
  "members",
  "branches",
  "assistant",
  "agent",
  "analytics",
  "webhooks",
  "audit",
] as const;
export type SettingsTab = (typeof settingsTabs)[number];
export const readSettingsTab = readOneOf(settingsTabs);

const organizationTabs = ["members", "general", "security", "sso", "github", "webhooks", "audit"] as const;
export type OrganizationTab = (typeof organizationTabs)[number];
export const readOrganizationTab = readOneOf(organizationTabs);

const serverTabs = ["sign-in", "model", "mail"] as const;
export type ServerTab = (typeof serverTabs)[number];
export const readServerTab = readOneOf(serverTabs);

/** The results of a visit to GitHub, from the address that GitHub redirected to. */
const setupOutcomes = ["connected", "choose", "none", "taken", "expired", "refused"] as const;
export type SetupOutcome = (typeof setupOutcomes)[number];
export const readSetupOutcome = readOneOf(setupOutcomes);
