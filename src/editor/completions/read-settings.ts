import type { EditorFacts } from "../../contract/editor-fact-schemas.ts";
import type { DocsTree } from "../../docs-edits/docs-tree.ts";
import { isIconLibrary } from "../../site/source/config/icon.ts";
import { isJsonObject } from "../../site/source/json-value.ts";
import { readOrExplain } from "../structure/settings-text.ts";

const variablesMax = 500;
const valueLengthMax = 200;

/** The part of the facts that docs.json adds. While somebody is typing in it, it may not be valid. */
export async function readSettingFacts(
  tree: Pick<DocsTree, "read">,
): Promise<Pick<EditorFacts, "variables" | "iconLibrary">> {
  const settings = await readOrExplain(tree);
  const { variables, icons } = "problem" in settings ? {} : settings.values;
  const library = isJsonObject(icons) ? icons.library : undefined;
  return {
    variables: Object.entries(isJsonObject(variables) ? variables : {})
      .slice(0, variablesMax)
      .map(([name, value]) => ({ name, value: String(value).slice(0, valueLengthMax) })),
    iconLibrary: isIconLibrary(library) ? library : "fontawesome",
  };
}
