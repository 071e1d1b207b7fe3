import { randomUUID } from "node:crypto";
import { defaultRenderSettings } from "../page/render-settings.ts";
import type { SiteLimits } from "../site-limits.ts";
import type { RenderSetup } from "./render-messages.ts";

/** For what is read in the render processes before the site is planned. */
export function setupBeforePlan(folder: string, cacheFolder: string, limits: SiteLimits): RenderSetup {
  return {
    id: randomUUID(),
    folder,
    cacheFolder,
    limits,
    settings: defaultRenderSettings,
    imageSizes: new Map(),
    grammars: [],
    site: undefined,
    branches: [],
  };
}
