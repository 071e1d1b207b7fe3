import { randomUUID } from "node:crypto";
import type { SiteLimits } from "../../ground/site-limits.ts";
import { defaultRenderSettings } from "../../page/markdown/render-settings.ts";
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
