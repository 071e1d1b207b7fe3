import { createGuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import { ServerSettings } from "../platform/server-settings/server-settings.ts";
import type { App } from "./app.ts";

/** The settings of a process, from its environment and from the dashboard. */
export function serverSettingsOf(app: Pick<App, "config" | "database" | "secrets" | "log">): ServerSettings {
  return new ServerSettings({ ...app, environment: app.config, fetch: createGuardedFetch(app.config.allowedHosts) });
}
