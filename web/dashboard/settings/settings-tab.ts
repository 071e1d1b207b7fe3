/** Reads a value from the address; undefined for unknown values, which show the first tab. */
function readOneOf<Value extends string>(
  known: Readonly<Record<Value, unknown>>,
): (value: unknown) => Value | undefined {
  return (value) => (typeof value === "string" && Object.hasOwn(known, value) ? (value as Value) : undefined);
}

export const settingsTabs = {
  general: "General",
  access: "Access",
  members: "Members",
  branches: "Branch rules",
  assistant: "Assistant",
  agent: "Agent",
  analytics: "Analytics",
  webhooks: "Webhooks",
  audit: "Audit log",
} as const;
export type SettingsTab = keyof typeof settingsTabs;
export const readSettingsTab = readOneOf(settingsTabs);

export const organizationTabs = {
  members: "Members",
  general: "General",
  security: "Security",
  sso: "Single sign-on",
  github: "GitHub",
  webhooks: "Webhooks",
  audit: "Audit log",
} as const;
export type OrganizationTab = keyof typeof organizationTabs;
export const readOrganizationTab = readOneOf(organizationTabs);

export const serverTabs = { "sign-in": "Sign-in", model: "Language model", mail: "Mail" } as const;
export type ServerTab = keyof typeof serverTabs;
export const readServerTab = readOneOf(serverTabs);

/** The results of a visit to GitHub, from the address that GitHub redirected to. */
export const setupOutcomes = {
  connected: "Installation connected.",
  choose: "You manage several installations. Choose one below.",
  none: "You don't manage any installation on GitHub. Install the app, or ask an owner of the GitHub organization.",
  taken: "All installations you manage are already connected.",
  expired: "Connecting took too long or was started in another session. Try again.",
  refused: "GitHub didn't confirm your identity. Try again.",
} as const;
export type SetupOutcome = keyof typeof setupOutcomes;
export const readSetupOutcome = readOneOf(setupOutcomes);
