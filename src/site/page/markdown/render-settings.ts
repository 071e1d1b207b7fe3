import type { IconLibrary } from "../../source/config/icon.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Variables } from "../../source/variables.ts";
import type { GrammarFile } from "../code/grammars/grammar-index.ts";

/** The settings of a project that change how its articles are drawn. They are part of the key of a cached article. */
export interface RenderSettings {
  iconLibrary: IconLibrary;
  variables: Variables;
  /** `styling.latex: false` switches formulas off; a site of prices may want that. */
  hasMath: boolean;
  /** The languages of the project's own grammars. What these hold is known to the articles that use them. */
  ownLanguages?: string[];
}

export const defaultRenderSettings: RenderSettings = {
  iconLibrary: "fontawesome",
  variables: undefined,
  hasMath: true,
};

export function readRenderSettings(
  { icons, variables, styling }: SiteConfig,
  grammars: readonly GrammarFile[] = [],
): RenderSettings {
  const ownLanguages = grammars.flatMap(({ path, names, otherNames }) => [path, ...names, "", ...otherNames]);
  return {
    iconLibrary: icons?.library ?? defaultRenderSettings.iconLibrary,
    variables,
    hasMath: styling?.latex ?? defaultRenderSettings.hasMath,
    ...(ownLanguages.length > 0 && { ownLanguages }),
  };
}
