import type { UpdateSource, UpdateTrigger } from "./schemas.ts";

const sources: Readonly<Record<UpdateSource, string>> = {
  internal: "Server",
  "github-app-installation": "GitHub App",
  api: "API",
  github: "GitHub webhook",
  dashboard: "Dashboard",
  gitlab: "GitLab webhook",
  onboarding: "First update",
};

const triggers: Readonly<Record<UpdateTrigger, string>> = {
  push: "Push",
  editor: "Editor",
  merge: "Merge",
  rollback: "Rollback",
  preview: "Pull request",
  retry: "Automatic retry",
  settings: "Settings change",
};

/**
 * A readable name for what triggered an update. The contract has only one word for all triggers of the server itself.
 */
export function sourceName({ source, trigger }: { source: UpdateSource; trigger?: UpdateTrigger | undefined }): string {
  return source === "internal" && trigger !== undefined ? triggers[trigger] : sources[source];
}
