import type { SourceRoot } from "../../shared/source-roots.ts";
import type { IconLibrary } from "../../source/config/icon.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Variables } from "../../source/variables.ts";
import type { GrammarFile } from "../code/grammars/grammar-index.ts";

/** Project settings that affect how articles are rendered. They are part of the cache key of an article. */
export interface RenderSettings {
  iconLibrary: IconLibrary;
  variables: Variables;
  /** False if `styling.latex: false` disables formulas, for example on pages full of prices. */
  hasMath: boolean;
  /**
   * Names of the languages in the project's own grammars. The contents of the grammars aren't part of these settings:
   * each article records the versions of the grammars it uses.
   */
  ownLanguages?: string[];
  /** Whether a component that can't be rendered shows a placeholder, for authors. Readers see only its children. */
  marksRefused?: boolean;
  /** The version of the renderer that compiles components for the browser. Undefined if author code is turned off. */
  islandVersion?: string | undefined;
  /** True if the author's scripts and forms work. */
  withAuthorCode?: boolean;
  /** True if readers sign in, so that the browser learns who they are. */
  hasReaders?: boolean;
  /** The folders whose files come from other repositories. */
  sources?: readonly SourceRoot[];
  /** The groups of the readers that the page is for. */
  userGroups?: readonly string[];
}

export const defaultRenderSettings: RenderSettings = {
  iconLibrary: "fontawesome",
  variables: undefined,
  hasMath: true,
};

export function readRenderSettings(
  { icons, variables, styling }: SiteConfig,
  grammars: readonly GrammarFile[] = [],
  { islandVersion, marksRefused = false }: Pick<RenderSettings, "islandVersion" | "marksRefused"> = {},
): RenderSettings {
  const ownLanguages = grammars.flatMap(({ path, names, otherNames }) => [path, ...names, "", ...otherNames]);
  return {
    iconLibrary: icons?.library ?? defaultRenderSettings.iconLibrary,
    variables,
    hasMath: styling?.latex ?? defaultRenderSettings.hasMath,
    ...(ownLanguages.length > 0 && { ownLanguages }),
    ...(marksRefused && { marksRefused }),
    ...(islandVersion !== undefined && { islandVersion }),
  };
}
