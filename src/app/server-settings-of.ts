import { createGuardedFetch } from "../git/guarded-fetch.ts";
import { ServerSettings } from "../platform/server-settings/server-settings.ts";
import type { App } from "./app.ts";

/** The settings of a process: what its environment says, and what was set in the dashboard. */
export function serverSettingsOf(app: Pick<App, "config" | "database" | "secrets" | "log">): ServerSettings {
  return new ServerSettings({ ...app, environment: app.config, fetch: createGuardedFetch(app.config.allowedHosts) });
}
