import type { EditorFacts } from "../../contract/editor-fact-schemas.ts";
import { isIconLibrary } from "../../site/source/config/icon.ts";
import { isJsonObject, type JsonValue } from "../../site/source/json-value.ts";

const variablesMax = 500;
const valueLengthMax = 200;

/** What docs.json adds to the facts. While somebody is typing in it, it may not be valid. */
export function readSettings(text: string | undefined): Pick<EditorFacts, "variables" | "iconLibrary"> {
  const values = parse(text);
  const { variables, icons } = isJsonObject(values) ? values : {};
  const library = isJsonObject(icons) ? icons.library : undefined;
  return {
    variables: Object.entries(isJsonObject(variables) ? variables : {})
      .slice(0, variablesMax)
      .map(([name, value]) => ({ name, value: String(value).slice(0, valueLengthMax) })),
    iconLibrary: isIconLibrary(library) ? library : "fontawesome",
  };
}

function parse(text: string | undefined): JsonValue {
  try {
    return JSON.parse(text?.replace(/^\uFEFF/, "") ?? "null") as JsonValue;
  } catch {
    return null;
  }
}
