import type { SiteConfig } from "../config/site-config.ts";
import type { IconLibrary } from "../icons/icon-library.ts";
import type { Variables } from "./variables.ts";

/** The settings of a project that change how its articles are drawn. They are part of the key of a cached article. */
export interface RenderSettings {
  iconLibrary: IconLibrary;
  variables: Variables;
}

export const defaultRenderSettings: RenderSettings = { iconLibrary: "fontawesome", variables: undefined };

export function readRenderSettings({ icons, variables }: SiteConfig): RenderSettings {
  return { iconLibrary: icons?.library ?? defaultRenderSettings.iconLibrary, variables };
}
