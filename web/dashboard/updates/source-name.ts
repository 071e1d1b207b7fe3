import type { UpdateSource } from "../../../src/contract/schemas.ts";

const words: Record<UpdateSource, string> = {
  internal: "Lectern",
  "github-app-installation": "GitHub app",
  api: "API",
  github: "GitHub",
  dashboard: "Dashboard",
  gitlab: "GitLab",
  onboarding: "First update",
};

/** Display text for the trigger of an update. */
export function sourceName(source: UpdateSource): string {
  return words[source];
}
