import type { SiteConfig } from "../config/site-config.ts";
import type { IconLibrary } from "../icons/icon-library.ts";

/** The settings of a project that change how its articles are drawn. They are part of the key of a cached article. */
export interface RenderSettings {
  iconLibrary: IconLibrary;
}

export const defaultRenderSettings: RenderSettings = { iconLibrary: "fontawesome" };

export function readRenderSettings({ icons }: SiteConfig): RenderSettings {
  return { iconLibrary: icons?.library ?? defaultRenderSettings.iconLibrary };
}
